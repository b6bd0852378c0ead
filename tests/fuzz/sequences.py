"""Random texts, and whether all ways to format one agree on it."""

from __future__ import annotations

from random import Random

from legibly.formatting.formatter import Formatter
from legibly.transcript import Token, Transcript

SPEECH = (
    "so we met bill in london and nasa called him is that true i asked well he said it is what a "
    "shame um mcdonald's o'brien new york city please thank you the a an and but"
).split()
NUMBERS = (
    "one two three four five six seven eight nine zero oh ten eleven twelve twenty thirty fifty "
    "hundred thousand million point and half quarter double first second third fifth"
).split()
UNITS = (
    "dollars cents percent p m a o'clock to past may july of euros kilometers at dot com slash "
    "street mister doctor b c x y"
).split()
ODD = "[laughter] <noise> é 世界 naïve ß ２ - -- ' 5 3:30 $4 u.s. a. hello, end. what?".split()


def random_text(random: Random, *, odd: bool = True) -> list[str]:
    kinds = [SPEECH, NUMBERS, UNITS, *([ODD] if odd else [])]
    weights = [random.random() for _ in kinds]
    if odd:
        weights[-1] *= 0.1
    count = random.choice((1, 2, 5, 20, 60))
    return [random.choice(random.choices(kinds, weights)[0]) for _ in range(count)]


def stream_text(formatter: Formatter, heard: Transcript) -> str:
    return live(formatter, heard, max_delay=None).text


def live(formatter: Formatter, heard: Transcript, max_delay: int | None = 4) -> Transcript:
    """What a stream gives out, a token at a time."""
    stream = formatter.stream(max_delay=max_delay)
    tokens: list[Token] = []
    for token in heard.tokens:
        words = heard.words[token.first : token.last]
        part = Transcript(words, (token.shifted(-token.first),))
        tokens += stream.push_tokens(part).committed
    tokens += stream.close().committed
    return Transcript(heard.words, tuple(tokens))


def check_words(written: Transcript, heard: Transcript) -> None:
    assert written.words == heard.words
    reached = 0
    for token in written.tokens:
        assert token.first == reached
        reached = token.last
    assert reached == len(heard.words)


def agree(formatter: Formatter, count: int, seed: int) -> int:
    """How many words were formatted: alone, twice, in a batch, as a stream that looks at all, and
    some as a live one.
    """
    random = Random(seed)
    texts = [" ".join(random_text(random)) for _ in range(count)]
    heard = [Transcript.from_text(text) for text in texts]
    together = list(formatter.each(heard))
    for i, (text, transcript, other) in enumerate(zip(texts, heard, together, strict=True)):
        written = formatter(transcript)
        check_words(written, transcript)
        assert written.text == formatter(transcript).text == other.text, text
        if transcript.words:
            assert written.text == stream_text(formatter, transcript), text
        if transcript.words and i % 4 == 0:
            check_words(live(formatter, transcript), transcript)
    return sum(len(transcript.words) for transcript in heard)
