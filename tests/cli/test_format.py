from __future__ import annotations

import gzip
import json
import lzma
import os
from pathlib import Path

import pytest

from tests.cli.helpers import Cli

CTM = """;; a comment
call 1 0.00 0.30 hi 0.9
call 1 0.30 0.30 london 0.8
call 1 1.60 0.30 it's 0.7
call 1 1.90 0.30 me 0.6
"""


def test_a_file_to_stdout(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "call.ctm").write_text(CTM)
    result = cli("format", "call.ctm")
    assert (result.code, result.out, result.err) == (0, "Hi London. It's me.\n", "")


def test_stdin_is_guessed_too(cli: Cli) -> None:
    assert cli("format", "-", stdin=CTM).out == "Hi London. It's me.\n"
    assert cli("format", stdin="hello london").out == "Hello London.\n"
    assert cli("format", "-", stdin=gzip.compress(CTM.encode())).out == "Hi London. It's me.\n"


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        (["--to", "sentences"], "Hi London.\nIt's me.\n"),
        (["--no-punctuation"], "Hi London it's me\n"),
        (["--no-case"], "hi london. it's me.\n"),
        (["--marks", ","], "Hi London it's me\n"),
        (
            ["--from", "text", "--no-punctuation", "--no-case"],
            ";;a comment call 1 0.00 0.30 hi 0.9",
        ),
    ],
)
def test_switches(cli: Cli, switches: list[str], expected: str) -> None:
    assert cli("format", "-", *switches, stdin=CTM).out.startswith(expected)


def test_the_output_is_written_whole_in_the_format_of_its_ending(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "call.ctm").write_text(CTM)
    assert cli("format", "call.ctm", "-o", "call.json").code == 0
    document = json.loads((tmp_path / "call.json").read_text())
    assert document["tokens"][1] == {
        **{"text": "London", "first": 1, "last": 2, "after": ".", "kind": "word"},
        **{"start": 0.3, "end": 0.6, "confidence": 0.8, "mark_confidence": 0.9},
    }
    assert cli("format", "call.json", "-o", "again.ctm", "--redo").code == 0
    assert (tmp_path / "again.ctm").read_text().splitlines()[1] == "call 1 0.300 0.300 London. 0.8"


def test_a_folder_to_a_folder(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "a.ctm").write_text(CTM)
    (tmp_path / "in" / "deep" / "b.txt.gz").write_bytes(gzip.compress(b"hello london"))
    (tmp_path / "in" / "photo.jpg").write_bytes(b"\xff\xd8")
    result = cli("format", "in", "-o", "out")
    assert (result.code, result.err) == (0, "in: 1 files with other endings left out\n")
    assert (tmp_path / "out" / "a.txt").read_text() == "Hi London. It's me.\n"
    assert (tmp_path / "out" / "deep" / "b.txt").read_text() == "Hello London.\n"


def test_one_bad_file_does_not_stop_the_others(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.ctm").write_text("call 1 x 0.3 hi\n")
    (tmp_path / "in" / "b.ctm").write_text(CTM)
    result = cli("format", "in", "-o", "out", "--to", "markdown")
    assert result.code == 1
    assert "a.ctm:1: start 'x' is not a number" in result.err
    assert "the others were written" in result.err
    assert os.listdir(tmp_path / "out") == ["b.md"]


def test_outputs_may_not_meet(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_text(CTM)
    (tmp_path / "a.txt").write_text("hi")
    result = cli("format", "a.ctm", "a.txt", "-o", "out/")
    assert result.code == 2
    assert "would both be written to out/a.txt" in result.err


def test_lines_answer_lines(cli: Cli, tmp_path: Path) -> None:
    lines = ["hello london", "", "  ", "yes. it is", "[laughter]", "你好", "so\u2028be\u0085it"]
    (tmp_path / "lines.txt").write_bytes("\r\n".join(lines).encode())
    result = cli("format", "--lines", "lines.txt")
    assert result.out.split("\n") == [
        "Hello London.",
        "",
        "",
        "Yes. It is.",
        "[laughter]",
        "你好。",
        "So be it.",
        "",
    ]
    assert cli("format", "--lines", "lines.txt", "-o", "out.txt").code == 0
    assert (tmp_path / "out.txt").read_text() == result.out


def test_lines_take_one_file_and_write_text(cli: Cli, tmp_path: Path) -> None:
    assert cli("format", "--lines", "-", "--to", "json", stdin="a").code == 2
    (tmp_path / "empty").mkdir()
    assert cli("format", "--lines", "empty").code == 2


def test_a_long_line_is_formatted_in_parts_and_answers_as_one(cli: Cli) -> None:
    long = "so london " * 20_000
    answers = cli("format", "--lines", "-", stdin=f"yes\n{long}\nno").out.split("\n")
    assert (answers[0], answers[2]) == ("Yes.", "No.")
    assert answers[1] == "So London " + "so London " * 19_998 + "so London."


def test_bad_lines_are_skipped_and_counted(cli: Cli) -> None:
    bad = CTM + "call 1 9 abc what\ncall 1 9.5 0.2 ok nan\n"
    result = cli("format", "-", stdin=bad)
    assert (result.code, result.out) == (1, "")
    assert result.err == (
        "legibly: <stdin>:6: duration 'abc' is not a number (field 4 of 5); fix the line or pass "
        "--skip-bad-lines\n"
    )
    result = cli("format", "-", "--skip-bad-lines", stdin=bad)
    assert (result.code, result.out) == (0, "Hi London. It's me. OK.\n")
    assert (
        result.err
        == "<stdin>: 1 bad lines skipped\n<stdin>: confidence is not a number, left out\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.ctm"], "legibly: none.ctm: no such file or folder"),
        (["-", "--model", "klingon"], "legibly: unknown model 'klingon'"),
        (["-", "--language", "eng"], "legibly: unknown language 'eng'; did you mean 'en'?"),
        (
            ["-", "--language", "pt"],
            "legibly: no model for Portuguese (pt) is installed",
        ),
        (
            ["-", "--language", "pt", "--model", "en"],
            "legibly: model 'en' is for 'en', not for 'pt'",
        ),
        (["-", "-o", ""], "legibly: -o is empty"),
        (["-", "--encoding", "hex"], "legibly: unknown encoding 'hex'"),
        (["-", "--to", "docx"], "legibly: unknown format 'docx'"),
        (["-", "--from", "docx"], "legibly: unknown format 'docx'"),
        (["-", "--marks", "%"], "legibly: unknown mark '%'"),
        (["-", "--digits-from", "-3"], "legibly: digits_from is -3; expected a number, 0 or more"),
        (["-", "-o", "x.docx"], "legibly: x.docx: cannot tell a format from the ending '.docx'"),
        (["-", "-o", "/proc/none/x.txt"], "legibly: /proc/none: cannot be made"),
        (["-", "--lexicon", "none"], "legibly: none: cannot be opened"),
        (["-", "--fillers", "lose"], "Usage:"),
        (["--nonsense"], "Usage:"),
    ],
)
def test_wrong_usage_is_said_in_a_line(cli: Cli, arguments: list[str], message: str) -> None:
    result = cli("format", *arguments, stdin="hello")
    assert result.code == 2
    assert result.err.startswith(message)
    assert "Traceback" not in result.err
    assert result.out == ""


@pytest.mark.parametrize(
    "content", [b"\x89PNG\r\n\x1a\n\x00\x00", b"caf\xe9 au lait", b"\xff\xfea\x00b", b"x" * 200_000]
)
def test_wrong_data_is_said_in_a_line(cli: Cli, content: bytes) -> None:
    result = cli("format", "-", stdin=content)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("legibly: <stdin>")
    assert result.err.count("\n") == 1


def test_utf16_and_latin1_are_read_when_said(cli: Cli) -> None:
    result = cli("format", "-", stdin="olá london".encode("utf-16"))
    assert (result.out, result.err) == (
        "Olá London.\n",
        "<stdin>: read as UTF-16, by its byte order mark\n",
    )
    assert (
        cli("format", "-", "--encoding", "latin-1", stdin="olá".encode("latin-1")).out == "Olá.\n"
    )


def test_empty_input_is_empty_output(cli: Cli) -> None:
    for to in ("text", "ctm", "words", "sentences"):
        assert cli("format", "-", "--to", to, stdin="").out == ""


def test_settings_come_from_a_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "legibly.toml").write_text(
        'fillers = "drop"\n[format]\nto = "sentences"\ncase = false\n'
    )
    assert cli("format", "-", stdin="um hello. there").out == "hello.\nthere.\n"
    assert (
        cli("format", "-", "--case", "--to", "text", stdin="um hello. there").out
        == "Hello. There.\n"
    )
    # An ending says more than a setting.
    assert cli("format", "-", "-o", "x.json", stdin="um hello").code == 0
    assert (tmp_path / "x.json").read_text().startswith("{")
    (tmp_path / "other.toml").write_text("[format]\npunctuation = false\n")
    assert cli("--config", "other.toml", "format", "-", stdin="um hello").out == "Um hello\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "[format]\nmodle = 'en'\n",
            "legibly.toml: [format] unknown setting 'modle'; did you mean 'model'?",
        ),
        ("[format", "legibly.toml: not valid TOML"),
        ("format = 1", "legibly.toml: 'format' is 1; expected a table [format]"),
        ("[format]\nmarks = 5", "legibly.toml: marks is 5; expected a string"),
        ("[format]\nlexicon = 5", "legibly.toml: lexicon is 5; expected a string"),
    ],
)
def test_wrong_settings_are_said_in_a_line(
    cli: Cli, tmp_path: Path, content: str, message: str
) -> None:
    (tmp_path / "legibly.toml").write_text(content)
    result = cli("format", "-", stdin="hello")
    assert result.code == 1
    assert result.err.startswith(f"legibly: {message}")


def test_a_settings_file_that_is_not_there(cli: Cli) -> None:
    assert cli("--config", "none.toml", "format", "-", stdin="a").code == 2


def test_the_users_own_spellings_and_rules(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "lexicon").write_text("SuSE\n")
    (tmp_path / "rules").write_text("p m\tPM\n")
    result = cli(
        "format", "-", "--lexicon", "lexicon", "--rules", "rules", stdin="suse at three p m"
    )
    assert result.out == "SuSE at three PM.\n"


def test_a_folder_of_the_models_name_is_not_in_the_way(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    assert cli("format", "-", "--language", "en-US", stdin="hi").out == "Hi.\n"


def test_real_calls_lose_nothing(cli: Cli, corpora: Path) -> None:
    path = sorted((corpora / "asr/earnings21/rev_kaldi/dev").glob("*.xz"))[0]
    result = cli("format", path, "--to", "json")
    document = json.loads(result.out)
    with lzma.open(path, "rt") as lines:
        assert [word["text"] for word in document["words"]] == [
            json.loads(line)["w"] for line in lines
        ]
