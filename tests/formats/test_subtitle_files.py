"""SRT, WebVTT, TTML, and other files with cues, tiers and turns."""

from __future__ import annotations

import io

import pytest

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats import find_format
from legibly.transcript import Token, Transcript, Word
from tests.formats.helpers import read, write
from tests.formats.recognisers.test_recognisers import FIXTURES, drawn, load


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("talk.srt", "Hello,[1-] Bill.[-] It[-] is[-] me.[-2.5] 1984[3-4]"),
        (
            "talk.vtt",
            "Hello,[1- Mary Ann] &[- Mary Ann] welcome[-2.5 Mary Ann] Thanks![1-2.5 Bob] "
            "It[3-3.4] was[3.4-3.9] late.[3.9-4.5]",
        ),
        (
            "talk.ttml",
            "Hello,[2- Mary Ann] it[- Mary Ann] is[- Mary Ann] me.[-3.4 Mary Ann] Bye[4-] &[-] "
            "thanks[-4.5]",
        ),
        (
            "talk.trs",
            "boa[0- Ana Sousa] noite.[-1.5 Ana Sousa] os[1.5- Ana Sousa] centros,[- Ana Sousa] "
            "[b][- Ana Sousa] "
            "hoje[-3.2 Ana Sousa] sim[3.2- Ana Sousa] não[-6.5 José Pires]",
        ),
        ("batista.xml", "em[9.7-9.81 Homem] boa[9.82-9.97 Homem] noite.[9.98-10.49 Homem]"),
        ("long.TextGrid", 'he[0-0.5] said[0.5-] "no",[-1.25]'),
        ("short.TextGrid", "hi[0-0.5 Ann] hello[1.2- Bob] there[-2.5 Bob]"),
    ],
)
def test_files_of_the_real_tools(name: str, expected: str) -> None:
    assert drawn(load(name)[0]) == expected


def test_labels_of_transcriber_and_batista() -> None:
    trs, _ = load("talk.trs")
    assert [trs.words[i].labels["gender"] for i in (0, -1)] == ["female", "male"]
    assert [trs.words[i].labels["focus"] for i in (0, -2, -1)] == ["f0", "f1", "fx"]
    assert trs.name == "news"
    xml, _ = load("batista.xml")
    assert xml.words[1].labels == {"segment": 0, "gender": "male", "focus": "F0", "pos": "Nc"}
    assert xml.words[1].confidence == 0.525857


TALK = Transcript(
    [
        Word("hello", 1, 1.5, 0.9, "A"),
        Word("it's", 1.5, 1.8, 0.8, "A"),
        Word("me", 4, 4.5, None, "B & C"),
    ],
    [Token("Hello", 0, 1, after=","), Token("it's", 1, 2), Token("me", 2, 3, after="?")],
    language="en",
    name="talk",
)


def test_written_subtitles() -> None:
    assert write("srt", [TALK]) == (
        "1\n00:00:01,000 --> 00:00:02,000\nHello, it's\n\n2\n00:00:04,000 --> 00:00:05,000\nme?\n\n"
    )
    assert write("vtt", [TALK]) == (
        "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v A>Hello, it's\n\n00:00:04.000 --> "
        "00:00:05.000\n<v B &amp; C>me?\n"
    )
    ttml = write("ttml", [TALK])
    assert '<p begin="00:00:01.000" end="00:00:02.000" ttm:agent="s0">Hello, it\'s</p>' in ttml
    assert '<ttm:name type="full">B &amp; C</ttm:name>' in ttml
    for name in ("vtt", "ttml"):
        (back,) = read(name, write(name, [TALK]))
        assert back.text == "Hello, it's me?"
        assert [word.speaker for word in back.words] == ["A", "A", "B & C"]


def test_other_writers() -> None:
    grid = write("textgrid", [TALK])
    assert 'name = "A - words"' in grid
    assert drawn(read("textgrid", grid)[0]) == "Hello,[1-1.5 A] it's[1.5-1.8 A] me?[4-4.5 B & C]"
    xml = write("xml", [TALK])
    assert '<W start="100" end="150" conf="0.900000" punct=",">Hello</W>' in xml
    assert drawn(read("xml", xml)[0]) == drawn(TALK)
    assert write("csv", [TALK]).splitlines()[1] == 'talk,0,,Hello,",",word,1,1.5,0.9,A,hello'
    assert write("tsv", [TALK]).splitlines()[3] == "talk\t2\t\tme\t?\tword\t4\t4.5\t\tB & C\tme"


def test_subtitles_need_times_and_one_recording() -> None:
    untimed = Transcript([Word("hello")], name="talk")
    for name in ("srt", "vtt", "textgrid"):
        with pytest.raises(
            DataError,
            match=r"talk: no word has a time, and .* them; choose another format with --to",
        ):
            write(name, [untimed])
        with pytest.raises(DataError, match="holds one recording, here are several"):
            write(name, [TALK, TALK])
    assert write("ttml", [TALK, TALK]).count("<div xml:id=") == 2
    assert len(read("ttml", write("ttml", [TALK, TALK]))) == 2


BOMB = """<?xml version="1.0"?>
<!DOCTYPE tt [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="1s">&b;</p></div></body></tt>"""
EXTERNAL = BOMB.replace('"ha"', 'SYSTEM "file:///etc/passwd"')


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("ttml", BOMB, "talk.x:2: the XML declares entities, which are not read"),
        ("ttml", EXTERNAL, "declares entities"),
        ("trs", BOMB, "declares entities"),
        ("ttml", "<tt><body>", "talk.x:1: not valid XML"),
        ("ttml", "", "not valid XML"),
        ("ttml", "<html/>", "the root element is 'html'; expected tt"),
        ("trs", "<html/>", "expected Trans"),
        ("xml", "<html/>", "no TranscriptSegment in 'html'"),
        ("xml", "<a>" * 200, "nested more than 100 deep"),
        ("vtt", "hello\n", "talk.x:1: found 'hello'; expected WEBVTT"),
        (
            "vtt",
            "WEBVTT\n\n00:01 --> soon\nhi\n",
            "talk.x:3: found '00:01 --> soon'; expected times like",
        ),
        ("srt", "1\n00:00:01,000 --> never\nhi\n", "talk.x:2: found"),
        ("srt", "just some text\n", "found 'just some text' and no cue"),
        ("textgrid", "hello", "no TextGrid in its head"),
        (
            "textgrid",
            'File type = "ooTextFile"\nObject class = "TextGrid"\n0\n1\n<exists>\n2\n',
            "not a whole TextGrid",
        ),
        ("nlp", "a|b\n", "talk.x:1: found 'a'; expected a line like token"),
        ("nlp", "token|speaker|ts\nhi|1\n", "talk.x:2: 2 fields; expected 3: token"),
        (
            "textgrid",
            'File type = "ooTextFile"\nObject class = "TextGrid"\n0\n1\n<exists>\n1\n'
            '"IntervalTier"\n"words"\n0\n1\n1\n0\n1e12\n"hi"\n',
            "not a whole TextGrid .a time of 0 to 1e12",
        ),
        ("srt", "1\n277778:00:00,000 --> 277778:00:01,000\nhi\n", "expected times like"),
        ("slf", "N=1 L=0\nI=0 t=x\n", "talk.x:2: found 'I=0 t=x'"),
        ("slf", "VERSION=1.0\n", "no nodes"),
        ("slf", "I=0\nI=1\nJ=0 S=0 E=1 W=a\nJ=1 S=1 E=0 W=b\n", "goes in a circle"),
        ("slf", "I=0\nJ=0 S=0 E=7 W=a\n", "to 7, which is not there"),
    ],
)
def test_bad_files(name: str, content: str, message: str) -> None:
    with pytest.raises(DataError, match=message) as caught:
        read(name, content)
    assert "\n" not in str(caught.value)


def test_mixed_line_ends_and_odd_cues() -> None:
    (transcript,) = read(
        "srt", "1\r\n00:00:01.0 --> 00:00:02.0\r\nhi\n\n\n7\n0:00:03,5 --> 0:00:03,2\nback\n"
    )
    assert drawn(transcript) == "hi[1-2] back[3.5-3.5]"
    (transcript,) = read("vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n- Yes -\n\nlost words\n")
    assert transcript.text == "-Yes -"
    assert drawn(transcript) == "-Yes-[1-2]"


def test_cues_as_they_stand() -> None:
    for name in ("srt", "vtt", "ttml"):
        kind = find_format(name)
        assert kind.cues is not None
        (path,) = FIXTURES.glob(f"talk.{name}")
        found = list(kind.cues(Source(str(path), io.BytesIO(path.read_bytes()))))
        assert len(found) == 2
        assert found[0].lines[0].lstrip("<i>").startswith("Hello")


def text_of(name: str, content: str | bytes) -> str:
    return " | ".join(drawn(item) for item in read(name, content))


TT = '<tt xmlns="http://www.w3.org/ns/ttml"><body>{}</body></tt>'


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        # Captions of YouTube: a line of one space, times inside, and lines that come again.
        (
            "vtt",
            "WEBVTT\n\n00:00:00.300 --> 00:00:02.000\n \nhello<00:00:01.000><c> there</c>\n\n"
            "00:00:02.000 --> 00:00:02.010\nhello there\n \n\n00:00:02.010 --> "
            "00:00:04.000\nhello there\nyou\n",
            "hello[0.3-1] there[1-2] you[2.01-4]",
        ),
        (
            "vtt",
            "WEBVTT\n\n00:01.000 --> 00:02.000\n<b>H</b>ello un<i>believ</i>able\n",
            "Hello[1-] unbelievable[-2]",
        ),
        ("vtt", "WEBVTT\r\r00:01.000 --> 00:02.000\rhi\r", "hi[1-2]"),
        ("srt", "1\r00:00:01,000 --> 00:00:02,000\rhi\r\r", "hi[1-2]"),
        (
            "ttml",
            TT.format('<div><p begin="0s" end="1s">the<span>re</span> is</p></div>'),
            "there[0-] is[-1]",
        ),
        (
            "ttml",
            TT.format(
                '<div><p><span begin="10s" end="12s">Good</span> <span begin="12s" '
                'end="13s">day</span></p></div>'
                '<div><p begin="20s" dur="1s">sir</p></div>'
            ),
            "Good[10-12] day[12-13] sir[20-21]",
        ),
        ("ttml", TT.format('<div><p begin="2t" end="3t">hi</p></div>'), "hi[2-3]"),
        ("ttml", TT.format('<div><p begin="9999999h" end="2s">hi</p></div>'), "hi[0-2]"),
        (
            "ttml",
            TT.format('<div><p begin="30f" end="2s">hi</p></div>').replace(
                "<tt ", '<tt frameRate="NaN" '
            ),
            "hi[1-2]",
        ),
        (
            "trs",
            '<!DOCTYPE Trans SYSTEM "trans-14.dtd"><Trans><Turn startTime="0" '
            'endTime="1">caf&eacute;</Turn></Trans>',
            "café[0-1]",
        ),
        ("slf", "I=0 t=0\nI=1 t=1\nJ=0 S=0 E=1 W=\\'cause a=-1 l=0\n", "'cause[0-1]"),
    ],
)
def test_what_real_files_have_in_them(name: str, content: str, expected: str) -> None:
    assert text_of(name, content) == expected


def test_labels_of_textgrids_are_left_alone() -> None:
    label = 'see item [3] of 5 lists [noise]: yes\n! two ""three""'
    grid = write(
        "textgrid",
        [Transcript([Word("x", 0, 1, speaker="Ortega"), Word("y", 1, 2, speaker="Telephone")])],
    )
    (transcript,) = read("textgrid", grid.replace('text = "x"', f'text = "{label}"'))
    assert transcript.text == 'see item [3] of 5 lists [noise]: yes! two "three" y'
    assert transcript.words[-1].speaker == "Telephone"


def test_xml_of_other_kinds_and_encodings() -> None:
    from legibly.formats import guess_format

    assert guess_format("a.xml", TT).name == "ttml"
    assert guess_format("a.xml", "<Trans>").name == "trs"
    assert guess_format("a.xml", "<TranscriptSegment>").name == "xml"
    latin = TT.format('<div><p begin="0s" end="1s">caf\u00e9</p></div>').encode("latin-1")
    assert read("ttml", latin, encoding="latin-1")[0].text == "café"
    with pytest.raises(DataError, match="not valid XML"):
        read("ttml", latin)
    with pytest.raises(DataError, match="&nonsense; means nothing here"):
        read("trs", '<!DOCTYPE Trans SYSTEM "x"><Trans><Turn>&nonsense;</Turn></Trans>')
