"""Tables of what Portuguese grammars write, and of what they leave."""

from __future__ import annotations

import pytest

from tests.languages.writing import formatted, written

TABLES = {
    "cardinal": [
        ("dez", "10"),
        ("vinte e três livros", "23 livros"),
        ("cento e uma casas", "101 casas"),
        ("mil e quinhentos", "1.500"),
        ("cento e quarenta e sete mil quatrocentos e cinquenta e um", "147.451"),
        ("um bilhão e um", "1.000.000.001"),
        ("mil milhões e um", "1.000.000.001"),
        ("dois biliões e três", "2.000.000.000.003"),
        ("menos sessenta", "-60"),
        ("dois mil e dezenove", "2019"),
        ("dois mil e tantos", "2.000 e tantos"),
        ("dezasseis", "16"),
        ("o artigo do vinte e oito", "o artigo do 28"),
        ("as vinte e oito casas", "as 28 casas"),
    ],
    "scaled": [
        ("quatrocentos milhões", "400 milhões"),
        ("dois bilhões e meio", "2,5 bilhões"),
        ("mil milhões de euros", "1.000 milhões de euros"),
    ],
    "decimal": [
        ("um vírgula vinte e seis", "1,26"),
        ("três vírgula quatorze quinze", "3,1415"),
        ("um ponto trinta e três", "1,33"),
    ],
    "ordinal": [
        ("décimo", "10º"),
        ("a vigésima primeira edição", "a 21ª edição"),
        ("centésimo trigésimo quarto", "134º"),
    ],
    "fraction": [("três vigésimos", "3/20"), ("cinco doze avos", "5/12")],
    "percent": [
        ("oito vírgula cinco por cento", "8,5%"),
        ("dois ou três por cento", "2 ou 3%"),
    ],
    "money": [
        ("cem reais", "R$ 100"),
        ("um real e um centavo", "R$ 1,01"),
        ("vinte e cinco centavos", "R$ 0,25"),
        ("doze euros e cinco cêntimos", "12,05 €"),
        ("três vírgula sete milhões de reais", "R$ 3,7 milhões"),
        ("dois milhões de euros", "2 milhões de euros"),
    ],
    "time": [
        ("às três e meia", "às 3:30"),
        ("às quinze horas e quarenta minutos", "às 15:40"),
        ("às quinze para as duas da tarde", "às 1:45 da tarde"),
        ("ao meio-dia e meia", "ao 12:30"),
        ("meia noite e quinze", "0:15"),
        ("às onze horas", "às 11 horas"),
    ],
    "date": [
        ("três de maio de dois mil e vinte e quatro", "3 de maio de 2024"),
        ("em primeiro de janeiro", "em 1º de janeiro"),
        ("trinta e um do doze de dois mil e trinta", "31/12/2030"),
        ("século dezenove", "século XIX"),
    ],
    "telephone": [
        ("um dois três quatro cinco meia sete oito", "1234-5678"),
        ("vinte e três nove noventa e oito setenta e seis zero meia trinta", "(23) 99876-0630"),
    ],
    "electronic": [
        ("a b c arroba g mail ponto com", "abc@gmail.com"),
        ("agá tê tê pê ésse dois pontos barra barra nvidia ponto com", "https://nvidia.com"),
    ],
    "countries": [
        (
            "mais trezentos e cinquenta e um nove um dois três quatro cinco seis sete oito",
            "+351 912 345 678",
        ),
        (
            "mais cinquenta e cinco onze nove oito sete seis cinco quatro três dois um",
            "+55 (11) 98765-4321",
        ),
        ("zero oitocentos sete zero zero um dois três quatro", "0800 700 1234"),
    ],
    "ranges": [
        ("de três a oito de junho", "de 3 a 8 de junho"),
        ("nos séculos quinze e dezesseis", "nos séculos XV e XVI"),
        ("dois mil e setecentos milhões de euros", "2.700 milhões de euros"),
        ("dois mil três mil reais", "2000 R$ 3.000"),
        ("são onze e vinte", "são 11:20"),
    ],
    "strings": [("quarta feira", "quarta-feira"), ("i b g e", "IBGE")],
}
LEFT = [
    "um deles não veio",
    "um dois três",
    "um milhão de pessoas",
    "um milhão e meio de euros",
    "uma hora e meia",
    "duas horas e meia de viagem",
    "cinco para quatro anos",
    "tudo menos uma revisão",
    "uma casa e um cão",
    "mil vezes melhor",
    "mais ou menos",
    "pelo menos dois",
    "dois pesos e duas medidas",
    "é apenas um ponto de partida",
    "um euro sobrevalorizado",
    "dois terços",
    "mil",
    "a primeira e a segunda",
    "meia dúzia",
]


@pytest.mark.parametrize(
    ("spoken", "expected"), [row for table in TABLES.values() for row in table]
)
def test_is_written(spoken: str, expected: str) -> None:
    assert written(spoken, "pt") == expected


@pytest.mark.parametrize("spoken", LEFT)
def test_is_left(spoken: str) -> None:
    assert written(spoken, "pt") == spoken


@pytest.mark.parametrize(
    ("styles", "spoken", "expected"),
    [
        (("clock=h",), "às quinze horas e trinta minutos", "às 15h30"),
        (("clock=h",), "às quinze horas", "às 15h"),
        (("hours=24",), "às três e meia da tarde", "às 15:30"),
        (("thousands=space",), "doze mil", "12 000"),
        (("thousands=none",), "doze mil vírgula cinco", "12000,5"),
        (("scales=digits",), "dois milhões e meio", "2.500.000"),
        (("currency=words",), "cem reais", "100 reais"),
        (("percent=percent",), "dez por cento", "10 por cento"),
    ],
)
def test_styles(styles: tuple[str, ...], spoken: str, expected: str) -> None:
    assert written(spoken, "pt", *styles) == expected


def test_tokens_keep_their_words() -> None:
    tokens = formatted("custa cento e quinze reais hoje", "pt").tokens
    assert [(t.text, t.first, t.last) for t in tokens] == [
        ("custa", 0, 1),
        ("R$ 115", 1, 5),
        ("hoje", 5, 6),
    ]
