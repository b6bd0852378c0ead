"""What broke a reader or a loader once, by target: seeds for what is like it."""

from __future__ import annotations

import json


def _lines(*rows: object) -> bytes:
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


_NESTED = b"x = " + b"[" * 3000 + b"]" * 3000
_LONG_NUMBER = b"x = " + b"9" * 5000
_LONG_KEY = b".".join([b"a"] * 20_000) + b" = 1"
_TOML = (_NESTED, _LONG_NUMBER, _LONG_KEY)

FINDINGS: dict[str, tuple[bytes, ...]] = {
    "read words": (
        b'{"w":"hi","spk":"\\ud800"}\n',
        b'{"w":"hi","s":1e306,"e":1e307}\n',
        b'{"w":"hi","s":0,"e":1,"channel":"1 0 0 EVIL\\nrec 1 2 1 injected"}\n',
        _lines(
            *(
                {"w": word, "s": i, "e": i + 1, "spk": spk}
                for i, (word, spk) in enumerate([("hello", "phone"), ("yes", "agent")])
            )
        ),
    ),
    "read textgrid": (
        b'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n1e16\n<exists>\n1\n'
        b'"IntervalTier"\n"phone - words"\n0\n1e16\n1\n0\n10000000000000000\n"hi"\n',
    ),
    "read trs": (
        b'<Trans><Episode><Section><Turn startTime="0" endTime="1"><Who nb="'
        + b"9" * 5000
        + b'"/>hi</Turn></Section></Episode></Trans>',
    ),
    "read vtt": (
        b'WEBVTT\n\n00:01.000 --> 00:02.000\n{"a": [1, 2]}\n',
        b"WEBVTT\n\n0:4:6.80 --> 0:4:6.530\nhi\n",
        b"WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\nb\n",
    ),
    "read speechmatics": (
        _lines(
            {
                "format": "2.9",
                "results": [{"type": "odd", "alternatives": [{"content": "hi"}]}, {"type": None}],
            }
        ),
    ),
    "read google": (
        _lines(
            {
                "results": [
                    {"alternatives": [{"transcript": "hi", "words": [{"word": "hi"}]}]},
                    {"alternatives": [{"transcript": "", "words": [{"word": "hi"}] * 2}]},
                ]
            }
        ),
    ),
    "read stm": (b"rec 1 a 0 1 { a / b } c\n", b"rec 1 a 0 1 <M> hi\n"),
    "load manifest": (
        *_TOML,
        b'legibly = true\nname = "x"\nlanguage = "en"\n',
        b'legibly = 1\nname = "x"\nlanguage = "en"\n[[scorers]]\nkind = "os"\n[files]\n',
        b'legibly = 1\nname = "x"\nlanguage = "en"\n[[scorers]]\nkind = "pause"\nweight = '
        + b"9" * 401
        + b"\n[files]\n",
        b'legibly = 1\nname = "x"\nlanguage = "en"\n[files]\n"../outside.npz" = "sha256:00"\n',
    ),
    "load settings": (*_TOML, b"[format]\ndigits-from = [1]\n", b'[format]\nlines = "x"\n'),
    "load stack of grammars": (*_TOML, b"grammar = 5\n", b"[[grammar]]\nkind = 5\n"),
    "load language": (*_TOML, b"names = 5\n", b"[numbers]\narticles = 5\n"),
    "load recipe": (*_TOML, b"text = 5\n", b"[[stages]]\nkind = 5\n"),
    "load counts of numbers": (b"", b"PK\x03\x04", b"\x93NUMPY\x01\x00"),
    "load n-gram model": (b"", b"legibly n-gram model 1\n", b"\x00" * 64),
    "load vocabulary of word pieces": (
        b'{"model": {"vocab": {"a": -1}}, "normalizer": null}',
        b'{"model": 5}',
        b"[" * 100_000,
    ),
    "load network": (b"\x3a\xff\xff\xff\xff\x0f", b"\x08", b"\x3a\x02\x2a\x00"),
}
