from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from legibly.errors import DataError, UsageError
from legibly.speech import forced_alignment
from legibly.speech.audio import read_samples
from legibly.speech.forced_alignment import Timed, time_words
from legibly.transcript import Transcript, Word
from tests.speech.made_speech import RATE, SENTENCES, Said, need_speech, write_speech

OTHER = "Our company sells garden furniture to people who like sitting outside in winter."


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Said]]:
    need_speech()
    path = tmp_path_factory.mktemp("talk") / "talk.wav"
    return path, write_speech(path, SENTENCES)


def timed(path: Path, sentences: Sequence[str]) -> Timed:
    found = time_words(path, Transcript.from_text(" ".join(sentences)))
    check(found, len(read_samples(path, RATE)) / RATE)
    return found


def check(found: Timed, seconds: float) -> None:
    """Times go forward, within the sound."""
    reached = 0.0
    for word in found.transcript.words:
        if word.start is None or word.end is None:
            assert (word.start, word.end) == (None, None)
            continue
        assert reached <= word.start < word.end <= seconds
        reached = word.end


def sentence_times(found: Timed) -> list[tuple[float | None, float | None]]:
    words = found.transcript.words
    return [(words[s.first].start, words[s.last - 1].end) for s in found.transcript.sentences]


def check_sentences(found: Timed, said: Sequence[Said | None]) -> None:
    for (start, end), truth in zip(sentence_times(found), said, strict=True):
        if truth is not None:
            assert start == pytest.approx(truth.start, abs=0.15)
            assert end == pytest.approx(truth.end, abs=0.15)


@pytest.fixture(params=["as a whole", "in pieces"])
def _both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "in pieces":
        monkeypatch.setattr(forced_alignment, "SHORT_SECONDS", 0.0)


@pytest.mark.usefixtures("_both_ways")
def test_sentences_are_where_they_were_said(talk: tuple[Path, list[Said]]) -> None:
    path, said = talk
    found = timed(path, SENTENCES)
    assert (found.found, found.spoken) == (46, 46) == (found.found, len(found.transcript.words))
    check_sentences(found, said)
    plain = Transcript.from_text(" ".join(SENTENCES))
    assert found.transcript.tokens == plain.tokens
    assert found.transcript.text == plain.text


@pytest.mark.usefixtures("_both_ways")
def test_a_number_has_the_time_of_all_that_is_said_of_it(talk: tuple[Path, list[Said]]) -> None:
    words = timed(talk[0], SENTENCES).transcript.words
    dollars = next(word for word in words if word.text == "$25")
    assert dollars.start is not None
    assert dollars.end is not None
    assert dollars.end - dollars.start > 0.6  # twenty five dollars


@pytest.mark.usefixtures("_both_ways")
def test_text_that_is_not_in_the_sound_has_no_times(talk: tuple[Path, list[Said]]) -> None:
    path, said = talk
    found = timed(path, [*SENTENCES[:3], OTHER, *SENTENCES[3:]])
    assert sentence_times(found)[3] == (None, None)
    check_sentences(found, [*said[:3], None, *said[3:]])


@pytest.mark.usefixtures("_both_ways")
def test_sound_that_is_not_in_the_text_costs_nothing_else(
    talk: tuple[Path, list[Said]],
) -> None:
    path, said = talk
    kept = [0, 1, 4, 5]
    found = timed(path, [SENTENCES[i] for i in kept])
    assert found.found >= found.spoken - 2
    check_sentences(found, [said[i] for i in kept])


@pytest.mark.usefixtures("_both_ways")
@pytest.mark.parametrize("text", [OTHER, " ".join([OTHER] * 8), "Furniture."])
def test_text_of_another_talk_has_no_times(talk: tuple[Path, list[Said]], text: str) -> None:
    assert timed(talk[0], [text]).found == 0


def test_text_that_is_longer_than_the_sound(talk: tuple[Path, list[Said]], tmp_path: Path) -> None:
    import soundfile

    path, said = talk
    samples = read_samples(path, RATE)[: int((said[1].end + 0.3) * RATE)]
    soundfile.write(tmp_path / "start.wav", samples, RATE)
    found = timed(tmp_path / "start.wav", SENTENCES)
    check_sentences(found, [*said[:2], *[None] * 4])
    assert found.found == 18


def test_a_long_recording_goes_by_in_pieces(tmp_path: Path) -> None:
    """The same with a minute of other talk in the middle."""
    need_speech()
    path = tmp_path / "long.wav"
    said = write_speech(path, [*SENTENCES, *[OTHER] * 8, *SENTENCES[::-1]])
    heard: list[float] = []
    text = Transcript.from_text(" ".join([*SENTENCES, *SENTENCES[::-1]]))
    found = time_words(path, text, report=heard.append)
    check_sentences(found, [*said[:6], *said[-6:]])
    assert heard == sorted(heard)
    assert heard[-1] == pytest.approx(said[-1].end, abs=1.0)


def test_what_is_known_of_words_stays(talk: tuple[Path, list[Said]]) -> None:
    texts = SENTENCES[0].rstrip(".").split()
    words = [Word(text, 90.0, 91.0, 0.5, "Ann", {"a": 1}) for text in texts]
    words.insert(3, Word("[laughter]", 1.0, 2.0))
    found = time_words(talk[0], Transcript(words, name="call", language="en"))
    for word, before in zip(found.transcript.words, words, strict=True):
        assert word._replace(start=None, end=None) == before._replace(start=None, end=None)
    assert found.transcript.words[3].start is None
    assert found.transcript.name == "call"
    assert (found.spoken, found.found) == (9, 9)


@pytest.mark.parametrize(
    "text",
    ["😀 hello", "a" * 10_000, "zzyx " * 100, "w1 (w2) </s> <sil> w1(2) ++x++", "北京 hello \\ %"],
)
def test_odd_words_do_no_harm(talk: tuple[Path, list[Said]], text: str) -> None:
    words = [Word(part) for part in [*text.split(), *SENTENCES[0].split()]]
    found = time_words(talk[0], Transcript(words))
    check(found, talk[1][-1].end + 1)


@pytest.mark.parametrize("text", ["", "😀", "[laughter]", "—"])
def test_without_a_word_to_say(talk: tuple[Path, list[Said]], text: str) -> None:
    with pytest.raises(DataError, match="no words in the text that can be said"):
        time_words(talk[0], Transcript([Word(part) for part in text.split()]))


@pytest.mark.parametrize("seconds", [0.0001, 0.05, 0.1, 3.0])
@pytest.mark.parametrize("loudness", [0.0, 0.1])
def test_no_words_in_silence_or_noise(tmp_path: Path, seconds: float, loudness: float) -> None:
    soundfile = pytest.importorskip("soundfile")
    pytest.importorskip("pocketsphinx")
    noise = np.random.default_rng(1).normal(0, 1, max(1, int(seconds * RATE)))
    soundfile.write(tmp_path / "x.wav", np.clip(noise * loudness, -1, 1), RATE)
    for text in ("hello", SENTENCES[0]):
        found = time_words(tmp_path / "x.wav", Transcript.from_text(text))
        assert found.found == 0
        assert found.remarks == (() if loudness else ("silent throughout",))


def test_there_is_no_acoustic_model_for_other_languages(tmp_path: Path) -> None:
    expected = "no acoustic model for Spanish, only for English; name one .* --acoustic-model"
    for text, named in ((Transcript([Word("hola")]), "es"), (Transcript([], language="es"), None)):
        with pytest.raises(UsageError, match=expected):
            time_words(tmp_path / "x.wav", text, language=named)


def test_words_that_nobody_can_say_are_told(
    talk: tuple[Path, list[Said]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # no espeak-ng
    found = timed(talk[0], SENTENCES)
    assert found.unpronounced == ("Aurelivia",)
    assert found.spoken == 46
    unsaid = [word for word in found.transcript.words if word.start is None]
    assert "Aurelivia" in [word.text for word in unsaid]
    assert len(unsaid) < 5
    check_sentences(found, [*talk[1][:4], None, talk[1][5]])


def test_too_many_words(talk: tuple[Path, list[Said]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forced_alignment, "MAX_SPOKEN_WORDS", 3)
    with pytest.raises(DataError, match="48 words; expected at most 3 in one sound"):
        time_words(talk[0], Transcript.from_text(" ".join(SENTENCES)))


def test_clips_of_read_speech(corpora: Path) -> None:
    """Word ends as the Montreal Forced Aligner has them."""
    need_speech()
    if not (corpora / "audio" / "ljspeech-sample").is_dir():
        pytest.skip("needs the sound of LJSpeech in ../shared/data/audio")
    from benchmarks.bench_alignment import measured, rows_of, words_of

    rows = [
        row
        for path in sorted((corpora / "timed" / "ljspeech").glob("*/LJ001.jsonl.xz"))
        for row in rows_of(path)
    ]
    for name in ("LJ001-0002", "LJ001-0016", "LJ001-0027"):
        path = corpora / "audio" / "ljspeech-sample" / f"{name}.flac"
        found = measured(path, words_of([row for row in rows if row["clip"] == name]), 1.0)
        assert found.found == found.words
        assert np.median(np.abs(found.ends)) < 0.03
        assert np.quantile(np.abs(found.ends), 0.9) < 0.08
