"""Made-up corpora laid out like the real ones, for quick runs of recipes: a few kilobytes, the same
every time.

What is measured on them means nothing; what fails on them is broken.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple


class Vocabulary(NamedTuple):
    """Words of one language, and the spaces between them."""

    names: Sequence[str]
    verbs: Sequence[str]
    things: Sequence[str]
    links: Sequence[str]
    questions: Sequence[str]
    marks: dict[str, str]
    space: str = " "


WESTERN = {mark: mark for mark in ",.?!"}
ENGLISH = Vocabulary(
    names=("Anna", "Mr. Brown", "London", "NASA", "McDonald", "the committee", "we", "I", "iPhone"),
    verbs=("saw", "bought", "heard", "moved", "painted", "counted"),
    things=("the house", "a boat", "three horses", "the old report", "2 cars", "$40", "our plan"),
    links=("and then", "because", "while", "so"),
    questions=("did", "when did", "why did"),
    marks=WESTERN,
)
PORTUGUESE = Vocabulary(
    names=("Maria", "Lisboa", "o ministro", "Brasil", "ela", "João", "a União Europeia"),
    verbs=("viu", "comprou", "ouviu", "contou", "pintou"),
    things=("a casa", "um barco", "o relatório", "três cavalos", "o plano"),
    links=("e depois", "porque", "enquanto"),
    questions=("quando", "porque"),
    marks=WESTERN,
)
CHINESE = Vocabulary(
    names=("我", "他们", "北京", "小明", "老师"),
    verbs=("看见", "买了", "听说", "喜欢"),
    things=("房子", "一条船", "三匹马", "报告"),
    links=("然后", "因为", "所以"),
    questions=("谁", "什么时候"),
    marks={",": "，", ".": "。", "?": "？", "!": "！"},
    space="",
)


def sentence(words: Vocabulary, random: Random) -> str:
    """A statement, a question or an exclamation, some of them with a comma."""
    pick = random.choice
    parts = [pick(words.names), pick(words.verbs), pick(words.things)]
    mark = random.choices(".?!", (7, 2, 1))[0]
    if mark == "?":
        parts.insert(0, pick(words.questions))
    text = words.space.join(parts)
    if random.random() < 0.5:
        second = [pick(words.links), pick(words.names), pick(words.verbs), pick(words.things)]
        text += f"{words.marks[',']}{words.space}{words.space.join(second)}"
    return f"{text[:1].upper()}{text[1:]}{words.marks[mark]}"


def paragraph(words: Vocabulary, random: Random, sentences: int = 4) -> str:
    return words.space.join(sentence(words, random) for _ in range(sentences))


def make_up(folder: Path) -> Path:
    """All corpora that the recipes read, below a folder."""
    random = Random(20)
    _texts(folder, random)
    _dialogues(folder, random)
    _recordings(folder, random)
    _plays(folder, random)
    _treebanks(folder, random)
    _lexica(folder)
    _numbers(folder)
    return folder


def _write(path: Path, lines: Iterable[str]) -> None:
    """A text file, compressed where its name says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "wt", encoding="utf-8") as out:
        out.writelines(f"{line}\n" for line in lines)


def _texts(folder: Path, random: Random) -> None:
    english = (
        *("abc_news_2006", "bbc_news_2004", "bitcointranscripts", "changelog", "critical_role"),
        *("europarl_en_original", "fomc_transcripts", "mit_ocw", "news_us", "openstax"),
        *("presidential_speeches", "scotus_oral", "singapore_hansard", "standardebooks", "ted"),
        *("uk_inquiries", "un_general_debate", "white_house"),
    )
    portuguese = (
        *("3b1b-captions", "ar-2000-2011", "ar-2012-ao90", "cpi-pandemia", "europarl-2012on"),
        *("europarl-native", "europarl-pre2012", "fakebr-true-news", "netcom-lectures"),
        *("news-ptbr-500", "roda-viva", "tatoeba", "ud-bosque"),
    )
    for language, vocabulary, names in (
        ("en", ENGLISH, english),
        ("pt", PORTUGUESE, portuguese),
        ("es", PORTUGUESE, ("mananeras-amlo", "tatoeba")),
    ):
        for name in names:
            for part, count in ((".", 60), ("heldout", 12)):
                lines = [paragraph(vocabulary, random) for _ in range(count)]
                _write(folder / language / part / f"{name}.txt.xz", lines)
    lines = [paragraph(PORTUGUESE, random) for _ in range(12)]
    _write(folder / "pt/bench/bracis2022-tedtalk2012.test.txt.xz", lines)


def _dialogues(folder: Path, random: Random) -> None:
    for language, vocabulary, names in (
        (
            "en",
            ENGLISH,
            (
                *("dailydialog.train1k", "dailydialog.train", "dailydialog.dev"),
                *("dailydialog.test", "sgd.train", "sgd.dev", "sgd.test"),
                *("multiwoz20-made-up.train", "multiwoz21.dev", "multiwoz21.test"),
            ),
        ),
        (
            "zh",
            CHINESE,
            (
                *("crosswoz.train", "crosswoz.dev", "crosswoz.test"),
                *("kdconv-film.train", "kdconv-film.dev", "kdconv-film.test"),
            ),
        ),
    ):
        for name in names:
            lines = [paragraph(vocabulary, random, random.choice((1, 1, 2))) for _ in range(90)]
            _write(folder / "dialogue" / language / f"{name}.txt.xz", lines)


def _spoken(random: Random, sentences: int) -> list[dict[str, object]]:
    """Word lines of a recording: two speakers, times with pauses, entities."""
    items: list[dict[str, object]] = []
    now = 0.5
    for number in range(sentences):
        for word in sentence(ENGLISH, random).split():
            text = word.rstrip(",.?!") if word not in ("Mr.",) else word
            digits = any(char.isdigit() for char in text)
            items.append(
                {
                    "w": text,
                    "p": word[len(text) :],
                    "s": round(now, 2),
                    "e": round(now + 0.3, 2),
                    "spk": str(number // 3 % 2),
                    "conf": round(random.uniform(0.5, 1.0), 2),
                    "ent": f"{len(items)}:{'MONEY' if '$' in text else 'CARDINAL'}"
                    if digits
                    else None,
                    "said": "two" if text == "2" else "forty dollars" if text == "$40" else text,
                }
            )
            now += 0.35
        now += random.choice((0.2, 0.7, 1.2))
    return items


def _begun_anew(items: Iterable[dict[str, object]]) -> list[dict[str, object]]:
    """Every seventh word twice."""
    return [item for i, item in enumerate(items) for _ in range(2 if i % 7 == 3 else 1)]


def _without_marks(items: Iterable[dict[str, object]]) -> list[dict[str, object]]:
    """What a recogniser would have made of it: no marks, no capitals, a word wrong
    here and there.
    """
    heard = []
    for i, item in enumerate(items):
        for word in str(item["said"]).lower().split():
            text = "uh" if i % 17 == 16 else word
            heard.append({**item, "w": text, "p": "", "ent": None})
    return heard


def _aligned(items: Iterable[dict[str, object]]) -> list[dict[str, object]]:
    """Said and heard word by word."""
    lines: list[dict[str, object]] = []
    for i, item in enumerate(items):
        said = str(item["said"]).lower().split()[0]
        lines.append({**item, "op": "=", "h": said, "said": said, "k": i})
        if i % 17 == 16:
            lines[-1] |= {"op": "s", "h": "uh"}
    return lines


def _recordings(folder: Path, random: Random) -> None:
    def save(path: Path, items: Iterable[dict[str, object]]) -> None:
        _write(path, (json.dumps(item) for item in items))

    for split, number in (("train", 1), ("dev", 2), ("test", 3)):
        for corpus in ("ami", "earnings21", "earnings22", "ljspeech"):
            items = _spoken(random, 60)
            name = f"{number}.jsonl.xz"
            save(folder / "timed" / corpus / split / name, items)
            if corpus == "earnings21":
                for recogniser in ("rev_kaldi", "google", "amazon", "microsoft", "speechmatics"):
                    path = folder / "asr/earnings21" / recogniser / split / name
                    save(path, _without_marks(items) if recogniser == "rev_kaldi" else items)
                save(folder / "asr/earnings21/aligned_rev_kaldi" / split / name, _aligned(items))
            if corpus == "earnings22":
                save(folder / "timed/earnings22/nonverbatim" / split / name, items[:-1])
        for corpus, versions in (
            ("coraal", ("rev", "amberscript")),
            ("rev16", ("verbatim", "nonverbatim")),
        ):
            items = _spoken(random, 30)
            for version in versions:
                person = "ATL_se0_ag1_f_0" if corpus == "coraal" else ""
                name = f"{person}{number}{'_1' if person else ''}.{version}.jsonl.xz"
                path = folder / "timed" / corpus / split / name
                save(path, _begun_anew(items) if version == "verbatim" else items)
    labels = {",": "COMMA", ".": "PERIOD", "?": "QUESTION", "!": "PERIOD"}
    for name in ("dev2012", "test2011", "test2011asr"):
        words = paragraph(ENGLISH, random, 80).split()
        _write(
            folder / "en/iwslt" / name,
            (f"{word.rstrip(',.?!').lower()}\t{labels.get(word[-1], 'O')}" for word in words),
        )


def _plays(folder: Path, random: Random) -> None:
    """Lines of a play with their sound, where sound can be written: a hum for each word."""
    try:
        import soundfile
    except (ImportError, OSError):
        return
    import numpy as np

    rate = 16_000
    (folder / "audio/bass/opus").mkdir(parents=True)
    for split, scenes in (("train", 6), ("dev", 2), ("test", 2)):
        rows = []
        for number in range(scenes * 4):
            items = _spoken(random, 2)
            keys = ("w", "p", "s", "e")
            words = [{key: item[key] for key in keys} for item in items]
            samples = np.zeros(int((float(str(items[-1]["e"])) + 0.4) * rate), np.float32)
            for item in items:
                first, last = (int(float(str(item[key])) * rate) for key in ("s", "e"))
                at = np.arange(last - first) / rate
                samples[first:last] = 0.3 * np.sin(2 * np.pi * random.uniform(100, 250) * at)
            file = f"{split}-{number}.opus"
            soundfile.write(
                folder / "audio/bass/opus" / file, samples, rate, format="OGG", subtype="OPUS"
            )
            rows.append(
                json.dumps({"file": file, "scene": f"{split}{number // 4}", "words": words})
            )
        _write(folder / "audio/bass" / f"{split}.jsonl.xz", rows)


def _treebanks(folder: Path, random: Random) -> None:
    for language, vocabulary, names in (
        ("en", ENGLISH, ("ewt", "gum")),
        ("pt", PORTUGUESE, ("bosque", "porttinari")),
    ):
        for name in names:
            for split in ("train", "dev", "test"):
                lines: list[str] = []
                for _ in range(40):
                    words = sentence(vocabulary, random)[:-1].replace(",", "").split()
                    for i, word in enumerate(words, 1):
                        tag = (
                            "PROPN" if word[0].isupper() and i > 1 else "VERB" if i == 2 else "NOUN"
                        )
                        lines.append(f"{i}\t{word}\t{word.lower()}\t{tag}" + "\t_" * 6)
                    lines.append("")
                _write(folder / language / "pos" / f"{name}-{split}.conllu.xz", lines)


def _lexica(folder: Path) -> None:
    for language, vocabulary, names in (
        ("en", ENGLISH, ("cldr-names", "first-names", "geonames-places")),
        (
            "pt",
            PORTUGUESE,
            (
                *("acronyms", "cldr-names", "first-names-brazil", "first-names-portugal"),
                *("geonames-places", "municipalities-brazil", "hunspell-pt-pt-cased"),
                "hunspell-pt-br-cased",
            ),
        ),
    ):
        for name in names:
            forms = (f"{form}\t1" for form in vocabulary.names)
            _write(folder / language / "lexica" / f"{name}.tsv.xz", forms)


def _numbers(folder: Path) -> None:
    tables = {
        "cardinal": ("two hundred and fifty four~254", "nineteen~19"),
        "money": ("forty dollars~$40", "two cents~2¢"),
        "time": ("three thirty p m~03:30 p.m.", "ten o'clock~10:00"),
    }
    for kind, lines in tables.items():
        _write(folder / "itn/nemo/en/itn" / f"test_cases_{kind}.txt", lines)
    others = {
        "es": ("doscientos cincuenta y uno~251", "veinte euros~€20"),
        "pt": ("duzentos e cinquenta~250", "vinte reais~R$ 20"),
        "zh": ("一百零一~101", "百分之五~5%"),
    }
    for language, lines in others.items():
        _write(folder / f"itn/nemo/{language}/itn/test_cases_cardinal.txt", lines)
    _write(folder / "itn/wetext/chinese/itn/number.txt", ("一百零一 => 101", "三五千 => 3000~5000"))
    heldout = {
        "es": ("Son 25 euros.", "No hay nadie."),
        "pt": ("São 25%.", "Nada."),
        "zh": ("共35人。", "没有人。"),
    }
    for language, pair in heldout.items():
        _write(folder / language / "heldout" / "numbers.txt.xz", pair * 5)
    sentences = ("It opened in nineteen eighty four~It opened in 1984 .", "We came~We came .")
    _write(folder / "itn/google-tn/test.sentences.txt.xz", sentences * 10)
