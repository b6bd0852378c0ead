from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import Cli

TEXT = (
    "Well, we met Bill in London. So is it you? Yes. No, the van, and the iPhone of UNICEF.\n" * 20
)


@pytest.mark.parametrize("smoothing", ["stupid", "none", "katz", "kneser-ney"])
def test_a_model_of_ones_own(cli: Cli, tmp_path: Path, smoothing: str) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    model = str(tmp_path / "model")
    result = cli(
        *(
            "train",
            "ngram",
            str(tmp_path / "text.txt"),
            "-o",
            model,
            "--order",
            "4",
            "--smoothing",
            smoothing,
        ),
        *("--dev", str(tmp_path / "text.txt"), "--arpa", str(tmp_path / "m.arpa"), "--jobs", "1"),
    )
    assert result.code == 0, result.err
    assert "4-grams" in result.err
    assert "perplexity" in result.err
    assert (tmp_path / "m.arpa").read_text().startswith("\\data\\")
    assert not (tmp_path / "model.work").exists()
    formatted = cli(
        "format",
        "-",
        "--model",
        model,
        stdin="well we met bill in london so is it you yes no the van and the iphone of unicef",
    )
    assert (
        formatted.out
        == "Well, we met Bill in London. So is it you? Yes. No, the van, and the iPhone of "
        "UNICEF.\n"
    )


def test_damaged_models_are_refused(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    model = tmp_path / "model"
    assert (
        cli(
            "train",
            "ngram",
            str(tmp_path / "text.txt"),
            "-o",
            str(model),
            "--order",
            "2",
            "--symbols",
            "two",
        ).code
        == 0
    )
    assert cli("lm", "check", str(model)).out.endswith("whole\n")
    (model / "ngram.lm").write_bytes(b"LEGIBLM1 no")
    assert cli("lm", "check", str(model)).code == 1
    result = cli("format", "-", "--model", str(model), stdin="hello")
    assert result.code == 1
    assert "Traceback" not in result.err


def test_arpa_in_and_out_and_mixing(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(TEXT)
    (tmp_path / "two.txt").write_text(
        "We met the van of Bill, and so is it. Yes, you met it.\n" * 20
    )
    for name in ("one", "two"):
        options = ("--order", "3", "--smoothing", "kneser-ney", "--symbols", "two", "--jobs", "1")
        assert (
            cli(
                "train",
                "ngram",
                str(tmp_path / f"{name}.txt"),
                "-o",
                str(tmp_path / name),
                *options,
            ).code
            == 0
        )
    one, two, both = (str(tmp_path / name) for name in ("one", "two", "both"))
    result = cli("lm", "mix", one, two, "--dev", str(tmp_path / "two.txt"), "-o", both)
    assert result.code == 0, result.err
    assert "together: perplexity" in result.out
    arpa = str(tmp_path / "both.arpa.gz")
    assert cli("lm", "export", both, "-o", arpa).code == 0
    assert cli("lm", "import", arpa, "-o", str(tmp_path / "again")).code == 0
    answers = [
        cli("lm", "perplexity", name, str(tmp_path / "one.txt")).out
        for name in (both, arpa, str(tmp_path / "again"))
    ]
    numbers = [float(answer.split()[1]) for answer in answers]
    assert numbers[0] == pytest.approx(numbers[1], rel=1e-3)
    assert numbers[0] == pytest.approx(numbers[2], rel=1e-3)
    formatted = cli(
        "format",
        "-",
        "--model",
        str(tmp_path / "again"),
        stdin="we met the van of bill and so is it",
    )
    assert formatted.out == "We met the van of Bill, and so is it.\n"
    assert cli("lm", "mix", one, "--dev", str(tmp_path / "two.txt")).code == 2
    assert cli("lm", "perplexity", "en-baseline", str(tmp_path / "one.txt")).code == 2


@pytest.mark.parametrize("events", ["single", "cascaded"])
@pytest.mark.parametrize(
    "switches", [(), ("--copied", "none"), ("--copied", "start"), ("--viterbi",)]
)
def test_hidden_events_as_a_model(
    cli: Cli, tmp_path: Path, events: str, switches: tuple[str, ...]
) -> None:
    (tmp_path / "text.txt").write_text(
        "Is it you? Yes, it is me. We met Bill in London. Did we? No, we did not.\n" * 20
    )
    model = str(tmp_path / "model")
    trained = cli(
        *(
            "train",
            "ngram",
            str(tmp_path / "text.txt"),
            "-o",
            model,
            "--order",
            "3",
        ),
        *("--events", events, *switches),
    )
    assert trained.code == 0, trained.err
    formatted = cli(
        "format", "-", "--model", model, stdin="is it you yes it is me we met bill in london"
    )
    assert formatted.out == "Is it you? Yes, it is me. We met Bill in London.\n"


def test_what_a_hidden_event_model_is_told_beside(cli: Cli, tmp_path: Path) -> None:
    text, model, arpa = (str(tmp_path / name) for name in ("text.txt", "model", "m.arpa"))
    Path(text).write_text(TEXT)
    told = ("--events", "single", "--order", "2", "--min-count", "30", "--quantise")
    result = cli("train", "ngram", text, "-o", model, *told, "--arpa", arpa, "--dev", text)
    assert result.code == 0, result.err
    assert f"{text}: perplexity" in result.err
    unigrams = Path(arpa).read_text().partition("\\2-grams")[0]
    assert "\tso" not in unigrams  # it occurs twenty times
    assert "\t?" in unigrams
    assert cli("format", "-", "--model", model, stdin="is it you").out.startswith("Is it you")


@pytest.mark.parametrize(
    ("switches", "said"),
    [
        (("--events", "single", "--symbols", "two"), "--symbols: says nothing with --events"),
        (("--events", "single", "--classes", "A"), "--classes: says nothing with --events"),
        (("--events", "single", "--no-case", "--jobs", "1"), "--case, --jobs: says nothing"),
        (("--events", "single", "--smoothing", "stupid"), "its scores are no chances"),
        (("--events", "cascaded", "--arpa", "m.arpa"), "a cascade is two models"),
        (("--copied", "start", "--viterbi"), "--copied, --viterbi: says nothing without --events"),
    ],
)
def test_switches_that_say_nothing_are_refused(
    cli: Cli, tmp_path: Path, switches: tuple[str, ...], said: str
) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    model = tmp_path / "model"
    result = cli("train", "ngram", str(tmp_path / "text.txt"), "-o", str(model), *switches)
    assert (result.code, said in result.err) == (2, True), result.err
    assert not model.exists()


def test_a_capitaliser_as_a_model(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    model = str(tmp_path / "model")
    assert (
        cli(
            "train",
            "ngram",
            str(tmp_path / "text.txt"),
            "-o",
            model,
            "--symbols",
            "none",
            "--order",
            "2",
        ).code
        == 0
    )
    formatted = cli("format", "-", "--model", model, stdin="we met bill and the iphone of unicef")
    assert formatted.out == "We met Bill and the iPhone of UNICEF\n"


def test_rescoring_lattices_and_lists(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    model = str(tmp_path / "model")
    assert cli("train", "ngram", str(tmp_path / "text.txt"), "-o", model, "--order", "3").code == 0
    slf = "VERSION=1.0\nN=4 L=4\nI=0 t=0.0\nI=1 t=0.3\nI=2 t=0.6\nI=3 t=0.9\n" + (
        "J=0 S=0 E=1 W=we a=-1\nJ=1 S=1 E=2 W=net a=-1\nJ=2 S=1 E=2 W=met a=-1.5\nJ=3 S=2 E=3 "
        "W=bill a=-1\n"
    )
    (tmp_path / "u.slf").write_text(slf)
    assert cli("format", str(tmp_path / "u.slf"), "--model", model).out == "We net Bill.\n"
    assert cli("rescore", str(tmp_path / "u.slf"), "--model", model).out == "We met Bill.\n"
    assert (
        cli("rescore", str(tmp_path / "u.slf"), "--model", model, "--weight", "100").out
        == "We net Bill.\n"
    )
    assert cli("rescore", str(tmp_path / "u.slf"), "--model", "en-baseline").out == "We net bill.\n"
    out = tmp_path / "u.ctm"
    assert cli("rescore", str(tmp_path / "u.slf"), "--model", model, "-o", str(out)).code == 0
    assert "met" in out.read_text()


def test_classes_and_spaces(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("We met Bill at 3:30 PM. You owe me 330, Bill.\n" * 20)
    model = str(tmp_path / "model")
    arguments = (
        "train",
        "ngram",
        str(tmp_path / "text.txt"),
        "-o",
        model,
        "--order",
        "5",
        "--symbols",
        "two",
        "--spaces",
    )
    assert cli(*arguments).code == 2
    assert cli(*arguments, "--classes", "A").code == 0
    lines = "we met bill at three thirty p m\nyou owe me three thirty bill\n"
    formatted = cli("format", "--lines", "-", "--model", model, "--beam", "20", stdin=lines)
    assert formatted.out == "We met Bill at 3:30 PM.\nYou owe me 330, Bill.\n"
