"""Shapes of files that real programs write: what each is, and what must be read of it."""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """A file among the examples, or a text that was made up; `expected` is drawn as `text[start-end
    speaker]`.
    """

    what: str
    file: str  # or the name of a format
    expected: str
    content: str = ""


FILES = (
    Shape(
        "Amberscript",
        "amberscript.json",
        "Shall[0.88-1.12 Chair] we[1.12-1.38 Chair] begin?[1.38-1.66 Chair] "
        "Please.[2.1-2.5 Speaker 2]",
    ),
    Shape(
        "the BBC's Kaldi",
        "bbc-kaldi.json",
        "There[13.02-13.17 S0] is.[13.17-13.38 S0]",
    ),
    Shape(
        "ElevenLabs",
        "elevenlabs.json",
        "Good[0.1-0.3 speaker_0] morning.[0.34-0.8 speaker_0] [laughs][0.9-1.4 "
        "speaker_0] Hello.[1.5-1.9 speaker_1]",
    ),
    Shape(
        "a pipeline of Hugging Face",
        "hugging-face.json",
        "Good[0-0.3] morning,[0.3-0.8] all.[0.9-]",
    ),
    Shape(
        "NeMo, with speakers",
        "nemo-diarised.json",
        "hi[0.4-0.6 speaker_0] all[0.6-0.9 speaker_1]",
    ),
    Shape(
        "sherpa-onnx",
        "sherpa-onnx.jsonl",
        "THE[0.04-] YELLOW[0.2-] LAMPS[2.6-]",
    ),
    Shape(
        "IBM Watson",
        "watson.json",
        "several[1-1.51 0] <hesitation>[1.51-1.7 0] tornadoes[1.7-2.15 1]",
    ),
    Shape(
        "youtube-transcript-api",
        "youtube-transcript-api.json",
        "so[0-] here[-] we[-] are[-3.2] [Music][1.6-3.6] in[3.6-] front[-] of[-] "
        "the[-] lamps[-6.1]",
    ),
    Shape(
        "a plain list of words, of a script",
        "word-list.json",
        "hello[0-0.4] there[0.4-0.9]",
    ),
    Shape(
        "an editor of paper edits",
        "paper-edit.json",
        "Hello[0.5-0.9 Host] there.[0.9-1.2 Host] Hi.[2-2.2 Guest]",
    ),
    Shape(
        "OpenAI, nothing but the text",
        "openai-text.json",
        "Good[-] morning,[-] all.[-]",
    ),
    Shape(
        "Rev's editor: spans, not elements",
        "rev-editor.json",
        'They[0.6-0.69 Interviewee] said,[0.7-0.9 Interviewee] "No."[0.99-1.23 '
        "Interviewee] I[- Interviewer] see.[- Interviewer] [inaudible "
        "00:00:49][48.93- Interviewer]",
    ),
    Shape(
        "Rev.com's orders: times of clocks, tags, names of speakers",
        "rev-com.json",
        "This[1.77-2.17 Interviewee 2] <inaudible>.[2.4- Interviewee 2]",
    ),
    Shape(
        "Google: the last result says all words again, behind its own",
        "google-v1-last-segment.json",
        "hi[0-0.4 1] there[0.4-0.9 1] Thank[1-1.3 2] you.[1.3-1.6 2]",
    ),
    Shape(
        "Google: every result says all words again, with speakers in all",
        "google-v1-all-tagged.json",
        "hi[0-0.4 1] there[0.4-0.9 1] Thank[1-1.3 2] you.[1.3-1.6 2]",
    ),
    Shape(
        "Zoom: `Name: text`",
        "zoom.vtt",
        "These[15.56- Pat Doe] next[- Pat Doe] weeks,[-18.55 Pat Doe] so[18.7- Pat "
        "Doe] watch[- Pat Doe] out.[-20.1 Pat Doe] All[20.5- Guest 2] right.[-21 "
        "Guest 2]",
    ),
    Shape(
        "Teams: milliseconds without their noughts",
        "teams.vtt",
        "Good.[246.08-246.53 Speaker 1] Yes.[246.6-247.005 Speaker 2]",
    ),
    Shape(
        "Azure: times on the words as they are shown",
        "azure-display-words.json",
        "Hello[0.1-0.3] world.[0.4-0.7]",
    ),
    Shape(
        "Azure: a phrase that is only a number",
        "azure-number.json",
        "0030.[0-3.9]",
    ),
)

CUE = "WEBVTT\n\n00:01.000 --> 00:02.000\n"
GRID = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n3\n<exists>\n1\n"IntervalTier"\n'
TEXTS = (
    Shape(
        "WebVTT: times that follow a cue without a blank line",
        "vtt",
        "hi[1-2] you[3-4]",
        f"{CUE}hi\n00:03.000 --> 00:04.000 align:start\nyou\n",
    ),
    Shape(
        "WebVTT: readings over words (ruby)",
        "vtt",
        "base[1-] x[-2]",
        f"{CUE}<ruby>base<rt>anno</rt></ruby> x\n",
    ),
    Shape(
        "TTML: readings over words (ruby)",
        "ttml",
        "base[1-2]",
        '<tt><body><div><p begin="1s" end="2s"><span ruby="base">base</span><span ruby="text">anno'
        "</span></p></div></body></tt>",
    ),
    Shape(
        "SRT: names before the text",
        "srt",
        "hi[1-1.5 JOHN] yes[2-2.5 MARY] and[3-3.5 JOHN]",
        "1\n00:00:01,000 --> 00:00:01,500\nJOHN: hi\n\n2\n00:00:02,000 --> 00:00:02,500\n"
        "MARY: yes\n\n3\n00:00:03,000 --> 00:00:03,500\nJOHN: and\n",
    ),
    Shape(
        "SRT: names before a full-width colon",
        "srt",
        "hi[1-1.5 小明] yes[2-2.5 主持人]",
        "1\n00:00:01,000 --> 00:00:01,500\n小明：hi\n\n"
        "2\n00:00:02,000 --> 00:00:02,500\n主持人：yes\n",
    ),
    Shape(
        "TextGrid: labels of silence",
        "textgrid",
        "hi[0-1] you[2-3]",
        f'{GRID}"words"\n0\n3\n3\n0\n1\n"hi"\n1\n2\n"sp"\n2\n3\n"you"\n',
    ),
    Shape(
        "TextGrid: a speaker called phone",
        "textgrid",
        "hi[0-1 phone] you[1-3 phone]",
        f'{GRID}"phone - words"\n0\n3\n2\n0\n1\n"hi"\n1\n3\n"you"\n',
    ),
    Shape("STM: a label of one letter", "stm", "hello[0-1 spk]", "rec 1 spk 0.0 1.0 <M> hello\n"),
    Shape(
        "Whisper: a word of marks only",
        "whisper",
        "...[0.2-0.5]",
        '{"text": "...", "segments": [{"start": 0, "end": 1, "text": "...", "words": [{"word": '
        '" ...", "start": 0.2, "end": 0.5}]}]}',
    ),
    Shape(
        "Vosk: the program's log among its results",
        "vosk",
        "hi[-] you[-]",
        'LOG (VoskAPI:x.cc:1) Decoding\n{"text": "hi"}\nLOG (x) y\n{"text": "you"}\n',
    ),
    Shape(
        "Speechmatics, the first version",
        "speechmatics",
        "Hi.[0.5-0.9 M1]",
        '{"format": "1.0", "speakers": [{"name": "M1", "time": "0.4", "duration": "1"}], "words": '
        '[{"name": "Hi", "time": "0.5", "duration": "0.4"}, {"name": ".", "time": "0.9", '
        '"duration": "0"}]}',
    ),
    Shape(
        "a plain list of words without times",
        "recogniser",
        "hi[-] you[-]",
        '{"words": [{"word": "hi"}, {"word": "you"}]}',
    ),
)
