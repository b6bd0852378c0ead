from __future__ import annotations

import json
from pathlib import Path

from tests.cli.helpers import Cli
from tests.formats.recognisers.test_recognisers import FIXTURES

WHISPER = str(FIXTURES / "whisper.json")


def test_subtitles_from_a_recogniser(cli: Cli, tmp_path: Path) -> None:
    done = cli("convert", WHISPER, "-o", str(tmp_path / "talk.srt"))
    assert done.code == 0
    assert (
        "srt cannot hold confidences, times of words (only those of cues or segments): left out"
        in done.err
    )
    assert (tmp_path / "talk.srt").read_text() == (
        "1\n00:00:00,000 --> 00:00:03,400\nHi, Bill. It's Tracy at 3.30 p.m.\n\n"
    )
    done = cli("format", WHISPER, "--to", "vtt", "--line-width", "12", "--max-lines", "1")
    assert all(len(line) <= 12 for line in done.out.splitlines() if "-->" not in line)
    assert done.err == (
        "whisper: has its marks and capitals already, left as they are (--redo restores all anew)\n"
        "vtt cannot hold confidences, times of words (only those of cues or segments): left out\n"
    )


def test_minutes_with_names(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "talk.rttm").write_text(
        "SPEAKER whisper 1 0 1.2 <NA> <NA> S0 <NA> <NA>\nSPEAKER whisper 1 1.2 3 <NA> <NA> S1 "
        "<NA> <NA>\n"
    )
    rttm = str(tmp_path / "talk.rttm")
    done = cli("convert", WHISPER, "--speakers", rttm, "--names", "S0=Chair", "--to", "markdown")
    assert done.out == "**Chair:** Hi, Bill.\n\n**S1:** It's Tracy at 3.30 p.m.\n"
    assert cli("convert", WHISPER, "--names", "Chair").code == 2


def test_check(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "talk.srt"
    path.write_text(
        "1\n00:00:00,000 --> 00:00:00,500\nHi\n\n"
        "2\n00:00:00,400 --> 00:00:09,000\nThis line is much too long to be read by anybody at "
        "all\n\n"
    )
    done = cli("check", str(path))
    assert done.code == 1
    assert f"{path}: cue 1 at 0.000 s: too short 0.5, allowed 1: Hi" in done.out
    assert done.out.splitlines()[-1] == "2 cues: 1 too short, 1 line width, 1 too long, 1 overlap"
    report = json.loads(cli("check", str(path), "--json", "--preset", "netflix").out)
    assert report["cues"] == 2
    assert report["counts"]["overlap"] == 1
    cli("convert", WHISPER, "-o", str(path))
    assert cli("check", str(path)).out == "1 cues: all within the rules\n"
    assert cli("check", WHISPER).code == 2
    assert cli("check", str(path), "--preset", "x").code == 2


def test_no_times_no_subtitles(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello there")
    done = cli("format", str(tmp_path / "a.txt"), "-o", str(tmp_path / "a.vtt"))
    assert done.code == 1
    assert (
        "no word has a time, and subtitles need them; choose another format with --to" in done.err
    )
    assert not (tmp_path / "a.vtt").exists()
