"""Numbers of languages that count by hundreds and scales, put together from a language's table of
number words; their text is plain digits.

A table has rows of `digit`, `teen` (10 to 19, or to 29), `tens` (which a digit follows), `round`
(twenty), `hundred`, `hundred open` (which more must follow), `hundred exact`, `thousand`, and
`one scale` and `scale`: the words for one million and for several, with how many noughts they have.
Where the millions are counted by thousands (mil millones), their rows are `one long scale` and
`long scale`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from legibly.grammars.conditions import Unless
from legibly.grammars.phrases import (
    Maybe,
    Phrase,
    Table,
    Usual,
    either,
    silent,
    write,
)
from legibly.languages.tables import PricedRow

Words = Mapping[str, Sequence[PricedRow]]
THOUSAND = 3  # noughts
JOINING = 0.3  # a joiner where there mostly is none, or none where there mostly is one
LONG = 0.4  # "mil milhões", where there is "um bilhão"
ONE_THOUSAND = 5.0  # "un mil" is heard, and not said


class Counting:
    """`tens_joiner` stands between tens and digits, `hundreds_joiner` behind hundreds, and
    `group_joiner` may stand behind thousands and scales, and with `joins_small` mostly does where
    less than a hundred or only hundreds follow.
    """

    def __init__(
        self,
        words: Words,
        *,
        tens_joiner: Phrase,
        hundreds_joiner: Phrase,
        group_joiner: Phrase,
        joins_small: bool = False,
    ) -> None:
        self._words, self._group_joiner = words, group_joiner
        self._joined = Maybe(group_joiner)
        kinds = ("thousand", "scale", "one scale", "long scale", "one long scale")
        self.no_scale = Unless(silent(*(row[0] for kind in kinds for row in words.get(kind, ()))))
        one = [row for row in words["digit"] if row[1] == "1"]
        several = [row for row in words["digit"] if row[1] != "1"]
        self.one, self.several = Table(one), Table(several)
        short = min(len(spoken) for spoken, *_ in one)  # un millón
        self._one_before = Table(
            [(spoken, "1", 0.0 if len(spoken) == short else 0.5) for spoken, *_ in one]
        )
        self.digit = Usual(Table(words["digit"]))
        self.zero = Table(words["zero"])
        self.two_digits = Usual(
            either(
                Table(words["teen"]),
                Table(words["round"]),
                Table(words["tens"]) + tens_joiner + self.digit,
            )
        )
        self.below_hundred = Usual(self.digit | self.two_digits)
        self._two_places = Usual((write("0") + self.digit) | self.two_digits)

        self._joins_small = joins_small
        closed = Table([*words["hundred"], *words["hundred exact"]]) + write("00")
        opened = Table([*words["hundred"], *words["hundred open"]])
        opened_three = opened + hundreds_joiner + self._two_places
        self._three = Usual(closed | opened_three)
        self.hundreds = self._three
        self._small_places = Usual(write("0") + self._two_places | closed)
        self._large_places = Usual(opened_three)
        self.below_thousand = Usual(self.below_hundred | self._three)
        self._three_places = Usual((write("0") + self._two_places) | self._three)
        # The same but for one, before words in the plural.
        self._many = Usual(either(self.several, self.two_digits, self._three))
        self._many_places = Usual(
            either(write("00") + self.several, write("0") + self.two_digits, self._three)
        )

        self._scales = self._known_scales()
        self._rests: dict[int, Phrase] = {}
        self._thousand = silent(*(spoken for spoken, *_ in words["thousand"]))
        self.below_million = Usual(self.below_thousand | self._thousands(self._rest(THOUSAND)))
        before_scale = write("000") | self._last_places(write(""))
        self._before_scale = Usual(before_scale)
        self._long = Usual(self._thousands(self._before_scale))
        # "dois mil e setecentos milhões"
        self.before_scale = Usual(self.below_thousand | self._long)
        self.scaled = Usual(either(*(self._counted(zeros) for zeros in self._scales)))
        self.cardinal = Usual(self.below_million | self.scaled)

    def several_cardinal(self, bare_thousand: float) -> Phrase:
        """The same, but that the word for a thousand alone costs so much."""
        more = self._last_places(self.no_scale)
        bare = write("1") + self._thousand
        one = self.one + write("", cost=ONE_THOUSAND) + self._thousand
        return Usual(
            either(
                self.below_thousand,
                bare + write("000", cost=bare_thousand),
                bare + more,
                (one | (self._many + self._thousand)) + self._rest(THOUSAND),
                self.scaled,
            )
        )

    def _known_scales(self) -> dict[int, list[tuple[Phrase, Phrase, bool]]]:
        """By noughts: the words for one and for several, and whether thousands of them are
        counted.
        """
        found: dict[int, list[tuple[Phrase, Phrase, bool]]] = {}
        for kind in ("scale", "long scale"):
            for zeros in dict.fromkeys(row[1] for row in self._words.get(kind, ())):
                many = [row[0] for row in self._words[kind] if row[1] == zeros]
                one = [row[0] for row in self._words[f"one {kind}"] if row[1] == zeros]
                scale = (silent(*one, *many), silent(*many, *one), kind == "long scale")
                found.setdefault(int(zeros), []).append(scale)
        return dict(sorted(found.items()))

    def _thousands(self, rest: Phrase) -> Phrase:
        """ "mil", "dos mil"; "un mil" is heard."""
        one = write("1") | (self.one + write("", cost=ONE_THOUSAND))
        return either(one + self._thousand, self._many + self._thousand) + rest

    def _counted(self, zeros: int) -> Phrase:
        """So many millions, and what follows."""
        ways: list[Phrase] = []
        for one, several, is_long in self._scales[zeros]:
            ways += [self._one_before + one, self._many + several]
            if is_long:
                other = LONG if zeros + THOUSAND in self._scales else 0.0
                ways.append(write("", cost=other) + self._long + several)
        return either(*ways) + self._rest(zeros)

    def _rest(self, places: int) -> Phrase:
        """What follows a word with so many noughts: as many digits."""
        if places not in self._rests:
            self._rests[places] = Usual(self._make_rest(places))
        return self._rests[places]

    def _make_rest(self, places: int) -> Phrase:
        joiner, upper = self._joined, places - THOUSAND
        if upper == 0:  # "dos mil y tres mil" are two numbers
            return either(write("000"), self._last_places(self.no_scale))
        ways = write("000") + self._rest(upper)
        if upper == THOUSAND:
            one = write("001") + self._thousand
            return ways | (
                joiner + either(one, self._many_places + self._thousand) + self._rest(upper)
            )

        for one, several, _ in self._scales.get(upper, ()):
            group = either(write("00") + self._one_before + one, self._many_places + several)
            ways = ways | (joiner + group + self._rest(upper))
        below = upper - THOUSAND
        for _, several, is_long in self._scales.get(below, ()):
            if is_long:
                ways = ways | (joiner + self._six_places() + several + self._rest(below))
        return ways

    def _last_places(self, end: Phrase) -> Phrase:
        """Below a thousand, with the joiner where it is usual or without; `end` is behind those
        that are joined.
        """
        joiner, rarely = self._group_joiner, write("", cost=JOINING)
        if not self._joins_small:
            return (self._three_places + end) | (joiner + self._three_places + end)
        return either(
            joiner + self._small_places + end,
            rarely + self._small_places + end,
            self._large_places + end,
            rarely + joiner + self._large_places + end,
        )

    def _six_places(self) -> Phrase:
        """Thousands before millions."""
        one = write("001") + self._thousand
        return either(one, self._many_places + self._thousand) + self._before_scale
