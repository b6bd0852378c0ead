"""`legibly time`"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from legibly.cli import switches
from legibly.errors import DataError, UsageError
from legibly.transcript import Transcript, Word, join_parts, join_recordings

if TYPE_CHECKING:
    from legibly.formats.transcripts import InputOptions
    from legibly.speech.forced_alignment import Timed
    from legibly.speech.sphinx import AcousticModel

FEW_FOUND = 0.3  # of the words: below this it is probably not the same talk
JUDGED_WORDS = 400  # that tell which language a text is in
LONGEST_READABLE_CHARACTERS = 40  # of a word that tells something of its language
SHOWN_WORDS = 5  # of those that nobody knows to pronounce


@click.command("time")
@click.argument("sound", metavar="SOUND")
@click.argument("text", metavar="TEXT|-")
@switches.output_options
@switches.input_options
@click.option("--language", metavar="CODE", help="Language of the text (default: English).")
@click.option(
    "--channel",
    type=click.IntRange(min=1),
    metavar="N",
    help="Channel of the sound, from 1 on (default: all together).",
)
@click.option(
    "--spread",
    is_flag=True,
    help="Give words that were not found times between their neighbours, and the label "
    "interpolated.",
)
@click.option(
    "--acoustic-model",
    metavar="FOLDER",
    help="Acoustic model of CMU Sphinx for 16 kHz (default: pocketsphinx's English one).",
)
@click.option("--dictionary", metavar="FILE", help="Dictionary of that model: a word, its phones.")
def command(
    sound: str,
    text: str,
    output: str | None,
    to_format: str | None,
    from_format: str | None,
    encoding: str | None,
    skip_bad_lines: bool,
    language: str | None,
    channel: int | None,
    spread: bool,
    acoustic_model: str | None,
    dictionary: str | None,
) -> int:
    """Find when each word of a text is heard in its sound.

    The text keeps its words, marks, capitals, numbers and speakers; words that are not heard have
    no times. Needs pip install 'legibly[speech]', and the program espeak-ng for words that are in
    no dictionary.

    \b
    Examples:
      legibly time talk.wav talk.txt -o talk.json
      legibly time talk.mp3 talk.txt -o talk.srt
      legibly time call.flac call.stm --channel 2 --spread -o call.ctm
    """
    from legibly.cli.progress import sound_bar
    from legibly.formats.transcripts import InputOptions, write
    from legibly.speech.audio import stated_seconds
    from legibly.speech.forced_alignment import time_words

    to_format = switches.chosen_format(output, to_format)
    model = _own_model(acoustic_model, dictionary)
    reading = InputOptions(from_format, encoding, language, skip_bad_lines)
    transcript = _read_one(text, reading)
    if model is None:
        _refuse_other_language(text, transcript, language)

    with sound_bar(f"listening to {sound}", stated_seconds(sound)) as report:
        timed = time_words(
            sound,
            transcript,
            language=language,
            channel=channel,
            acoustic_model=model,
            report=report,
        )
    _say_what_came_of_it(timed, sound, text, spread)
    done = timed.transcript
    if done.name is None:
        done = replace(done, name=Path(sound).stem)
    write(_spread_out(done) if spread else done, output or "-", to_format)
    return 0


def _own_model(folder: str | None, dictionary: str | None) -> AcousticModel | None:
    from legibly.speech.sphinx import AcousticModel

    if folder is None and dictionary is None:
        return None
    if folder is None or dictionary is None:
        raise UsageError("--acoustic-model and --dictionary go together; name both")
    return AcousticModel.of(folder, dictionary)


def _read_one(text: str, reading: InputOptions) -> Transcript:
    """The paragraphs of a text are one recording; recordings with names of their own are not."""
    from legibly.cli.running import report
    from legibly.files.source import open_source
    from legibly.formats.transcripts import parts_of

    with open_source(
        text,
        encoding=reading.encoding,
        language=reading.language,
        skip_bad_lines=reading.skip_bad_lines,
    ) as source:
        recordings = list(join_recordings(parts_of(source, reading.from_format)))
        report(source)
    if not any(recording.words for recording in recordings):
        raise DataError(f"{text}: no words in it; expected what is said in the sound")
    names = {recording.name for recording in recordings}
    if len(names) > 1:
        raise DataError(
            f"{text}: holds {len(recordings)} recordings; expected the one of the sound"
        )
    return join_parts(recordings)


def _refuse_other_language(text: str, transcript: Transcript, language: str | None) -> None:
    from legibly.languages import DEFAULT_LANGUAGE
    from legibly.languages.profiles import profiles
    from legibly.speech.forced_alignment import model_for

    code = language or transcript.language or DEFAULT_LANGUAGE
    model_for(code)
    known = profiles()
    some = (word.text for word in transcript.words[:JUDGED_WORDS])
    other = known.plainly_other(" ".join(filter(_is_readable, some)), code)
    if other is not None:
        raise UsageError(
            f"{text}: reads like {known.names[other]}, and the acoustic model is for English; "
            "name one of CMU Sphinx with --acoustic-model FOLDER --dictionary FILE"
        )


def _is_readable(word: str) -> bool:
    return len(word) <= LONGEST_READABLE_CHARACTERS


def _say_what_came_of_it(timed: Timed, sound: str, text: str, spread: bool) -> None:
    from legibly.speech.pronunciation import ESPEAK_PROGRAM, INSTALL_ESPEAK, espeak_is_there

    for remark in timed.remarks:
        click.echo(f"{sound}: {remark}", err=True)
    if timed.unpronounced:
        count, words = (
            len(timed.unpronounced),
            ", ".join(word[:30] for word in timed.unpronounced[:SHOWN_WORDS]),
        )
        more = ", ..." if count > SHOWN_WORDS else ""
        todo = (
            ""
            if espeak_is_there()
            else f"; {ESPEAK_PROGRAM} says words that are in no dictionary: {INSTALL_ESPEAK}"
        )
        click.echo(f"{text}: no pronunciation of {words}{more} ({count} in all){todo}", err=True)
    if not timed.found:
        raise DataError(
            f"{sound}: no word of {text} was found in it ({timed.spoken} were looked for); is it "
            "the same talk?"
        )
    if timed.found < timed.spoken:
        todo = "" if spread else "; --spread gives them times between their neighbours"
        doubt = "; is it the same talk?" if timed.found < FEW_FOUND * timed.spoken else todo
        click.echo(
            f"{sound}: {timed.spoken - timed.found} of {timed.spoken} words were not found in it "
            f"and have no times{doubt}",
            err=True,
        )


def _spread_out(transcript: Transcript) -> Transcript:
    from legibly.metrics.projection import INTERPOLATED
    from legibly.word_times import fill_times

    starts, ends = fill_times(transcript.words)
    words: list[Word] = [
        word
        if word.start is not None
        else word._replace(
            start=round(start, 3), end=round(end, 3), labels={**word.labels, INTERPOLATED: True}
        )
        for word, start, end in zip(transcript.words, starts, ends, strict=True)
    ]
    return replace(transcript, words=words)
