"""What XML can do to a reader that is not careful, in each kind of XML that is read."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator

from legibly.errors import LegiblyError
from legibly.files.source import Source
from legibly.formats import formats

SECRET = "root:"  # of /etc/passwd
SLOW = 5.0  # seconds
BODIES = {
    "ttml": '<tt><body><div><p begin="0s" end="1s">{}</p></div></body></tt>',
    "trs": '<Trans><Episode><Section><Turn startTime="0" endTime="1">{}</Turn></Section></Episode>'
    "</Trans>",
    "xml": "<Transcript><TranscriptSegment><TranscriptWList><TranscriptW>{}</TranscriptW>"
    "</TranscriptWList></TranscriptSegment></Transcript>",
}
LAUGHS = '<!ENTITY a0 "ha">' + "".join(
    f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12)
)
MANY_ATTRIBUTES = " ".join(f'a{i}="1"' for i in range(100_000))
ATTACKS = (
    ("a billion laughs", f"<!DOCTYPE x [{LAUGHS}]>", "&a11;"),
    ("one large entity", f'<!DOCTYPE x [<!ENTITY a "{"ha " * 100_000}">]>', "&a;" * 1_000),
    ("an entity in a file", '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>', "&a;"),
    ("an entity in the net", '<!DOCTYPE x [<!ENTITY a SYSTEM "http://127.0.0.1:9/">]>', "&a;"),
    ("a parameter entity", '<!DOCTYPE x [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]>', "hi"),
    ("a document type elsewhere", '<!DOCTYPE x SYSTEM "file:///etc/passwd">', "hi"),
    ("an unknown entity", "", "&nonsense;"),
    ("100,000 elements deep", "", "<b>" * 100_000 + "hi" + "</b>" * 100_000),
    ("200,000 elements", "", "<b/>" * 200_000),
    ("an element of 1,000,000 letters", "", f"<{'b' * 1_000_000}/>"),
    ("100,000 attributes", "", f"<b {MANY_ATTRIBUTES}/>"),
    ("another file's text", "", '<xi:include href="/etc/passwd" parse="text" xmlns:xi="xi"/>'),
    ("a style that runs", '<?xml-stylesheet href="file:///etc/passwd"?>', "hi"),
)


def attacks() -> Iterator[tuple[str, str, str]]:
    """The format, what is tried, and the document."""
    for name, body in BODIES.items():
        for what, head, inner in ATTACKS:
            yield name, what, head + body.format(inner)


def attack(name: str, content: str) -> tuple[bool, str | None]:
    """Whether it is read, and what went wrong."""
    reader = formats()[name].read
    assert reader is not None
    begin = time.process_time()
    try:
        found = list(reader(Source("talk.x", io.BytesIO(content.encode()))))
    except LegiblyError as error:
        message = str(error)
        wrong = None if "\n" not in message and len(message) < 1000 else message[:100]
        return False, wrong
    except Exception as error:
        return True, f"{type(error).__name__}: {str(error)[:100]}"
    if any(SECRET in part.text for part in found):
        return True, "another file was read"
    taken = time.process_time() - begin
    return True, f"took {taken:.1f} s" if taken > SLOW else None


def check_xml() -> tuple[int, int, list[str]]:
    """How many are read, how many refused, and what failed."""
    read, refused, failures = 0, 0, []
    for name, what, content in attacks():
        was_read, wrong = attack(name, content)
        read, refused = read + was_read, refused + (not was_read)
        if wrong:
            failures.append(f"{name}, {what}: {wrong}")
    return read, refused, failures
