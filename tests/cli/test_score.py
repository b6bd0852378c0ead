from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.helpers import Cli


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "ref.txt").write_text("Hello, Bill. Is it you? Yes.\n")
    (tmp_path / "hyp.txt").write_text("hello Bill. is it you. Yes.\n")
    (tmp_path / "hyp.ctm").write_text(
        "".join(
            f"c 1 {i}.0 0.5 {w}\n"
            for i, w in enumerate(["hello", "bill", "is", "it", "you", "yes"])
        )
    )
    for side in ("a", "b"):
        (tmp_path / side).mkdir()
        for name in ("one", "two"):
            (tmp_path / side / f"{name}.txt").write_text("Yes. No.\n")
    return tmp_path


def test_a_table_for_people(cli: Cli, files: Path) -> None:
    result = cli("score", "ref.txt", "hyp.txt")
    assert result.code == 0
    assert result.err == (
        "legibly: no intervals (±): they are drawn from pieces of 100 words, and there is one\n"
    )
    assert "all marks" in result.out
    assert cli("score", "ref.txt", "hyp.txt", "--bootstrap", "0").err == ""
    assert "signature marks:iwslt" in result.out


def test_json_keeps_its_contract(cli: Cli, files: Path) -> None:
    document = json.loads(cli("score", "ref.txt", "hyp.txt", "--json").out)
    overall = document["marks"]["overall"]
    assert {k: overall[k] for k in ("correct", "substituted", "deleted", "inserted")} == {
        **{"correct": 2, "substituted": 1, "deleted": 1, "inserted": 0},
    }
    assert overall["precision"] == pytest.approx(2 / 3)
    assert overall["recall"] == pytest.approx(0.5)
    assert overall["ser"] == pytest.approx(0.5)
    assert document["marks"]["?"]["deleted"] == 1
    assert document["case"]["f1"] == pytest.approx(2 * 2 / 6)
    assert document["wer_without_marks"] == 0
    assert document["wer"] == pytest.approx(2 / 10)
    assert document["numbers"]["total"] == 0
    assert document["signature"].startswith("marks:iwslt")


def test_formats_may_differ_and_folders_are_paired_by_name(cli: Cli, files: Path) -> None:
    assert json.loads(cli("score", "ref.txt", "hyp.ctm", "--json").out)["wer_without_marks"] == 0
    (files / "b" / "two.txt").rename(files / "b" / "two.txt.gz")
    document = json.loads(cli("score", "a", "b", "--json", "--by", "file").out)
    assert document["marks"]["overall"]["correct"] == 4
    assert list(document["by"]) == ["one", "two"]


def test_label_files(cli: Cli, files: Path) -> None:
    (files / "test2011").write_text("i\tO\n'm\tO\na\tCOMMA\nfish\tPERIOD\nyes\tQUESTION\n")
    (files / "out").write_text("i\tO\n'm\tO\na\tCOMMA\nfish\tCOMMA\nyes\tQUESTION\n")
    document = json.loads(cli("score", "test2011", "out", "--json").out)
    assert document["marks"]["overall"]["correct"] == 2
    result = cli("convert", "test2011", "--to", "labels")
    assert result.out == (files / "test2011").read_text()
    (files / "bad.labels").write_text("word\tO\nword\tDASH\n")
    assert (
        "bad.labels:2: 'word\\tDASH' is not a word and a label"
        in cli("score", "bad.labels", "out").err
    )


def test_two_hypotheses(cli: Cli, files: Path) -> None:
    result = cli("score", "ref.txt", "hyp.txt", "--against", "hyp.ctm")
    assert "== hyp.txt" in result.out
    assert "second minus first" in result.out
    document = json.loads(cli("score", "ref.txt", "hyp.txt", "--against", "hyp.ctm", "--json").out)
    assert document["against"]["marks"]["overall"]["correct"] == 0


def test_half_credit_is_in_the_signature(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("Is it so? Yes.\n")
    (tmp_path / "hyp.txt").write_text("Is it so. Yes.\n")
    sides = (str(tmp_path / "ref.txt"), str(tmp_path / "hyp.txt"))
    found = json.loads(cli("score", *sides, "--json", "--half-credit").out)
    assert found["marks"]["overall"]["f1"] == 0.75
    assert found["marks"]["overall"]["substituted"] == 1
    assert found["signature"].endswith("|credit:half")
    assert "credit" not in cli("score", *sides).out


def test_breakdown_for_people(cli: Cli, files: Path) -> None:
    assert "-- file one" in cli("score", "a", "b", "--by", "file").out


def test_a_page_side_by_side(cli: Cli, files: Path) -> None:
    (files / "hyp.txt").write_text("hello bill is it A&B. yep. Extra.\n")
    assert cli("score", "ref.txt", "hyp.txt", "--html", "diff.html").code == 0
    page = (files / "diff.html").read_text()
    for kind in ("case", "sub", "ins", "msub", "mdel"):
        assert f'<b class="{kind}' in page or f' {kind}">' in page, kind
    assert "A&amp;B" in page
    assert "src=" not in page
    assert "http" not in page


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["none", "hyp.txt"], 2, "none: no such file or folder"),
        (["ref.txt", "a"], 2, "ref.txt: is a file, but a is a folder"),
        (["ref.txt", "hyp.txt", "--convention", "x"], 2, "unknown convention 'x'"),
        (["ref.txt", "hyp.ctm", "--by-time"], 1, "the reference has no times"),
        (["a", "c"], 1, "a/one.txt: no partner in c; add it, or pass --allow-missing"),
        (["a", "d", "--allow-missing"], 1, "a: no file has a partner in d"),
        (["a", "e"], 2, "have the same name; which of them is meant?"),
    ],
)
def test_what_cannot_be_scored(
    cli: Cli, files: Path, arguments: list[str], code: int, message: str
) -> None:
    for folder in "cde":
        (files / folder).mkdir()
    (files / "c" / "two.txt").write_text("Yes.")
    (files / "e" / "two.txt").write_text("Yes.")
    (files / "e" / "two.ctm").write_text("")
    result = cli("score", *arguments)
    assert (result.code, result.out) == (code, "")
    assert message in result.err


def test_missing_partners_are_allowed_when_asked(cli: Cli, files: Path) -> None:
    (files / "b" / "one.txt").unlink()
    assert (
        json.loads(cli("score", "a", "b", "--allow-missing", "--json").out)["marks"]["overall"][
            "correct"
        ]
        == 2
    )


def test_different_texts_are_warned_about(cli: Cli, files: Path) -> None:
    (files / "other.txt").write_text("completely different words altogether my friend")
    result = cli("score", "ref.txt", "other.txt")
    assert result.code == 0
    assert "fewer than 30 % of the words match; is it the same text?" in result.err


def test_files_without_partners_are_mentioned(cli: Cli, files: Path) -> None:
    (files / "b" / "three.txt").write_text("Yes.")
    result = cli("score", "a", "b")
    assert result.code == 0
    assert "1 files of b have no partner in a and were left out" in result.err


def test_recordings_are_paired_by_name(cli: Cli, files: Path) -> None:
    (files / "r.ctm").write_text("x 1 0.0 1.0 yes\ny 1 0.0 1.0 no\n")
    (files / "h.ctm").write_text("y 1 0.0 1.0 no\nx 1 0.0 1.0 yes\n")
    assert json.loads(cli("score", "r.ctm", "h.ctm", "--json").out)["wer_without_marks"] == 0
    (files / "more.ctm").write_text("z 1 0.0 1.0 hm\ny 1 0.0 1.0 no\nx 1 0.0 1.0 yes\n")
    words = json.loads(cli("score", "r.ctm", "more.ctm", "--json").out)["words"]
    assert (words["correct"], words["inserted"]) == (2, 1)


def test_align_prints_the_alignment(cli: Cli, files: Path) -> None:
    result = cli("align", "ref.txt", "hyp.ctm")
    assert result.out.splitlines()[0] == "=\tHello\thello\t,\t"
    assert cli("align", "ref.txt", "hyp.ctm", "-o", "x.tsv").code == 0
    assert (files / "x.tsv").read_text() == result.out


def test_align_projects_and_retimes(cli: Cli, files: Path) -> None:
    assert cli("align", "ref.txt", "hyp.ctm", "--project", "--to", "ctm").out.startswith(
        "c 1 0.000 0.500 Hello,\n"
    )
    assert cli("align", "ref.txt", "hyp.ctm", "--retime", "-o", "out.json").code == 0
    assert json.loads((files / "out.json").read_text())["words"][1]["start"] == 1.0
    assert cli("align", "ref.txt", "hyp.ctm", "--project", "--retime").code == 2


def test_agree_is_pairwise(cli: Cli, files: Path) -> None:
    result = cli("agree", "ref.txt", "hyp.txt", "hyp.ctm")
    assert len(result.out.splitlines()) == 1 + 6 + 1
    document = json.loads(cli("agree", "ref.txt", "hyp.txt", "--json").out)
    there, back = document[0]["marks"]["overall"], document[1]["marks"]["overall"]
    assert (there["precision"], there["recall"]) == (back["recall"], back["precision"])
    assert cli("agree", "ref.txt").code == 2
