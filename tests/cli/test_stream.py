from __future__ import annotations

import itertools
import json
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from legibly.formats import find_format
from tests.cli.helpers import Cli
from tests.formats.helpers import read, source

WORDS = [
    {
        "text": text,
        "start": i * 0.4 + (2 if i > 2 else 0),
        "end": i * 0.4 + 0.3 + (2 if i > 2 else 0),
        "confidence": 0.9,
    }
    for i, text in enumerate(["yes", "we", "can", "so", "can", "you"])
]
LINES = "".join(json.dumps(word) + "\n" for word in WORDS)


def test_one_line_out_for_each_line_in_and_one_at_the_end(cli: Cli) -> None:
    result = cli("stream", "--max-delay", "1", stdin=LINES)
    assert result.code == 0
    updates = [json.loads(line) for line in result.out.splitlines()]
    assert len(updates) == len(WORDS) + 1
    tokens = [token for update in updates for token in update["committed"]]
    assert [token["text"] + token["after"] for token in tokens] == [
        "Yes",
        "we",
        "can.",
        "So",
        "can",
        "you.",
    ]
    assert [(token["first"], token["last"]) for token in tokens] == [(i, i + 1) for i in range(6)]
    assert tokens[3] == {
        "text": "So",
        "first": 3,
        "last": 4,
        "after": "",
        "kind": "word",
        "start": 3.2,
        "end": 3.5,
        "confidence": 0.9,
    }
    assert updates[1]["provisional"] == "we"
    quiet = cli("stream", "--max-delay", "1", "--no-provisional", stdin=LINES)
    assert all(json.loads(line)["provisional"] == "" for line in quiet.out.splitlines())


def test_messages_that_are_revised(cli: Cli) -> None:
    lines = [
        {"partial": "hello word"},
        {
            "text": "hello world",
            "result": [
                {"word": "hello", "start": 0, "end": 1},
                {"word": "world", "start": 1, "end": 2},
            ],
        },
        {"partial": "how"},
    ]
    result = cli("stream", stdin="".join(json.dumps(line) + "\n" for line in lines))
    updates = [json.loads(line) for line in result.out.splitlines()]
    assert [update["provisional"] for update in updates] == [
        "Hello word",
        "Hello world",
        "Hello world how",
        "",
    ]
    assert " ".join(token["text"] for token in updates[-1]["committed"]) == "Hello world"


def test_rolling_captions(cli: Cli) -> None:
    result = cli("stream", "--to", "vtt", stdin=LINES)
    (kind,) = [find_format("vtt")]
    assert kind.cues is not None
    cues = list(kind.cues(source(result.out)))
    assert [cue.lines for cue in cues] == [("Yes we can.",), ("So can you.",)]
    assert cues[0].start == 0.0
    assert cues[1].start == 3.2
    assert read("vtt", result.out)[0].text == "Yes we can. So can you."


def test_replay(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text(LINES)
    replayed = cli(
        "stream", "--replay", str(tmp_path / "talk.jsonl"), "--rate", "1000", "--max-wait", "5"
    )
    assert replayed.out == cli("stream", "--max-wait", "5", stdin=LINES).out
    assert (
        cli(
            "stream", "--replay", str(tmp_path / "talk.jsonl"), "--rate", "1000", "--to", "terminal"
        ).code
        == 0
    )


def test_bad_lines(cli: Cli) -> None:
    result = cli("stream", stdin=LINES + "{oops\n")
    assert result.code == 1
    assert "<stdin>:7: not valid JSON" in result.err
    # What was heard before is not lost.
    words = [
        token["text"] for line in result.out.splitlines() for token in json.loads(line)["committed"]
    ]
    assert len(words) == 6
    result = cli("stream", "--skip-bad-lines", stdin="[1]\n" + LINES + "{}\n")
    assert result.code == 0
    assert len(result.out.splitlines()) == 9
    assert "2 bad lines skipped" in result.err
    assert cli("stream", "--max-delay", "x", stdin="").code == 2
    assert cli("stream", "--max-wait", "-1", stdin="").code == 2
    assert cli("stream", stdin="").out == '{"committed": [], "provisional": ""}\n'


def test_captions_need_times(cli: Cli) -> None:
    result = cli("stream", "--to", "vtt", stdin='{"text": "hello"}\n')
    assert result.code == 1
    assert "no word has a time, and subtitles need them" in result.err


def test_bad_lines_of_all_kinds_are_skipped(cli: Cli) -> None:
    bad = '{"status": "error", "text": "x", "words": []}\n{"type": "Results", "channel": null}\n'
    result = cli("stream", "--skip-bad-lines", stdin=bad + LINES)
    assert result.code == 0
    assert len(result.out.splitlines()) == 9
    for options in (("--max-wait", "inf"), ("--max-wait", "nan"), ("--max-delay", "²")):
        assert cli("stream", *options, stdin="").code == 2


def test_captions_of_odd_words(cli: Cli) -> None:
    words = [
        {"text": "late.", "start": 10, "end": 11},
        {"text": "early.", "start": 2, "end": 3},
        {"text": "untimed."},
        {"text": "over", "start": 12, "end": 14},
    ]
    result = cli("stream", "--to", "vtt", stdin="".join(json.dumps(word) + "\n" for word in words))
    assert result.code == 0
    kind = find_format("vtt")
    assert kind.cues is not None
    cues = list(kind.cues(source(result.out)))
    assert [" ".join(cue.lines) for cue in cues] == ["Late.", "Early.", "Untimed.", "Over."]
    assert all(cue.end > cue.start for cue in cues)
    assert all(after.start >= before.end - 0.001 for before, after in itertools.pairwise(cues))


def test_the_same_lines_give_the_same_text_as_format(cli: Cli, tmp_path: Path) -> None:
    lines = [
        {"w": "inc", "p": ".", "s": 0.0, "e": 0.5},
        {"w": "we", "s": 0.5, "e": 1.0},
        {"w": "five", "p": " -", "s": 1.0, "e": 1.5},
        *({"w": f"w{i}", "p": "", "s": 2.0 + i, "e": 2.5 + i} for i in range(60)),
    ]
    content = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "talk.jsonl").write_text(content)
    expected = json.loads(cli("format", str(tmp_path / "talk.jsonl"), "--to", "json").out)
    result = cli("stream", "--max-delay", "none", stdin=content)
    tokens = [token for line in result.out.splitlines() for token in json.loads(line)["committed"]]
    assert [(t["text"], t["after"]) for t in tokens] == [
        (t["text"], t["after"]) for t in expected["tokens"]
    ]


def test_a_reader_that_leaves_is_no_failure() -> None:
    command = [sys.executable, "-m", "legibly", "format", "-", "--model", "en-baseline"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        with suppress(BrokenPipeError):  # it may have left before it has read all
            process.stdin.write(b"hello there\n\n" * 20_000)
            process.stdin.close()
        assert process.wait(30) == 0


def _started(*options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "legibly", "stream", "--model", "en-baseline", *options]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def test_an_open_input_is_no_trap() -> None:
    """Errors, Ctrl-C and a consumer that leaves, while the input stays open."""
    with _started("--max-wait", "1") as process:
        assert process.stdin is not None
        process.stdin.write(b'{"text": "a"}\n{oops\n')
        process.stdin.flush()
        assert process.wait(20) == 1
    with _started("--max-wait", "0.3") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"text": "hello"}\n')
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["committed"] == []
        ticked = json.loads(process.stdout.readline())
        assert ticked["tick"] is True
        assert ticked["committed"][0]["text"] == "Hello"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert json.loads(process.stdout.readline()) == {"committed": [], "provisional": ""}
    with _started() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(b'{"text": "hello"}\n' * 10)
        process.stdin.flush()
        assert process.wait(20) == 0


def test_plain_words_are_read_as_they_come(cli: Cli) -> None:
    text = 'yes we can\n\n[noise] so it is\n"so on"\n'
    result = cli("stream", "--max-delay", "1", stdin=text)
    updates = [json.loads(line) for line in result.out.splitlines()]
    assert len(updates) == 5
    assert updates[1] == {"committed": [], "provisional": "can"}
    tokens = [token for update in updates for token in update["committed"]]
    written = [token.get("before", "") + token["text"] + token["after"] for token in tokens]
    assert " ".join(written) == 'Yes we can [noise] so it is "so on".'
    # Brackets alone do not make JSON.
    assert cli("stream", stdin="[laughter] yes\n").code == 0
    assert cli("stream", stdin="[1]\n").code == 1
    assert cli("stream", stdin="yes \xff\n".encode("latin-1")).code == 1


def test_numbers_are_held(cli: Cli) -> None:
    text = "\n".join("it is four hundred and twelve thousand dollars for now".split())
    for options, expected in (((), "412,000"), (("--hold-numbers",), "$412,000")):
        result = cli("stream", "--model", "en", *options, stdin=text)
        updates = [json.loads(line) for line in result.out.splitlines()]
        assert len(updates) == 11
        assert expected in [token["text"] for update in updates for token in update["committed"]]


def test_the_terminal_shows_speakers_and_ends_its_line(cli: Cli) -> None:
    words = [
        {"w": text, "spk": name} for text, name in (("hi", "Ann"), ("you", "Ann"), ("ok", "B"))
    ]
    lines = "".join(json.dumps(word) + "\n" for word in words)
    assert cli("stream", "--to", "terminal", stdin=lines).out == "Ann: Hi you.\nB: OK.\n"


def test_the_terminal_shows_paragraphs_that_were_said(cli: Cli) -> None:
    text = "dear sir comma new paragraph we met period"
    result = cli("stream", "--spoken-marks", "--to", "terminal", stdin=text)
    assert result.out == "Dear sir,\n\nWe met.\n"
