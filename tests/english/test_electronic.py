from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.grammars.verbalizer import verbalize
from tests.english.helpers import formatted, is_heard_again, readings, ways, winner, written

TABLES = {
    "email": [
        ("a dot b c at g mail dot com", "a.bc@gmail.com"),
        ("john dot smith at gmail dot com", "john.smith@gmail.com"),
        ("john at gmail dot com", "john@gmail.com"),
        ("info at hot mail dot co", "info@hotmail.co"),
        ("a s d f one two three at a b c dot com", "asdf123@abc.com"),
        ("j s m i t h at yahoo dot com", "jsmith@yahoo.com"),
        ("jane dash doe at example dot com", "jane-doe@example.com"),
        ("john underscore smith at example dot co dot uk", "john_smith@example.co.uk"),
        ("john dot smith at n vidia dot com", "john.smith@nvidia.com"),
    ],
    "url": [
        ("kore dot ai", "kore.ai"),
        ("google dot com", "google.com"),
        ("n vidia dot com", "nvidia.com"),
        ("w w w dot nvidia dot com slash jobs", "www.nvidia.com/jobs"),
        ("www dot google dot com", "www.google.com"),
        ("google dot com slash search", "google.com/search"),
        ("b b c dot co dot uk", "bbc.co.uk"),
        ("example dot x y z", "example.xyz"),
        ("h t t p s colon slash slash google dot com", "https://google.com"),
        ("h t t p colon slash slash w w w dot example dot org", "http://www.example.org"),
    ],
    "handle": [
        ("at sign legibly", "@legibly"),
        ("at sign john underscore smith", "@john_smith"),
        ("at sign bob one two", "@bob12"),
    ],
}


@pytest.mark.parametrize(
    ("kind", "spoken", "expected"),
    [(kind, *row) for kind, rows in TABLES.items() for row in rows],
)
def test_addresses_are_put_together(kind: str, spoken: str, expected: str) -> None:
    assert written(spoken, kind) == expected


@pytest.mark.parametrize(
    ("kind", "spoken"),
    [
        ("email", "shoes at amazon dot com"),  # a plain word is a name where the host keeps mail
        ("email", "meet me at amazon dot com"),
        ("email", "john at gmail"),
        ("email", "at gmail dot com"),
        ("email", "john dot smith"),
        ("email", "the at gmail dot com"),
        ("url", "dot com"),
        ("url", "the dot com"),
        ("url", "connect the dots"),
        ("url", "a dot b"),
        ("url", "example dot museum"),
        ("url", "w w w"),
        ("url", "google com"),
        ("url", "look at dot"),
        ("handle", "at sign"),
        ("handle", "at legibly"),
        ("handle", "at sign the"),
    ],
)
def test_what_is_no_address(kind: str, spoken: str) -> None:
    assert written(spoken, kind) is None


@pytest.mark.parametrize(
    ("spoken", "kind", "expected"),
    [
        ("one two seven dot zero dot zero dot one", "ip", "127.0.0.1"),
        ("version one dot two", "pattern", "version 1.2"),
        ("a at b dot com", "email", "a@b.com"),
        ("john dot smith at gmail dot com", "email", "john.smith@gmail.com"),
        ("w w w", "letters", "WWW"),
        ("h t t p", "letters", "HTTP"),
        ("a t and t", "acronym", "AT&T"),
        ("three p m", "time", "3 PM"),
        ("x y z dot com", "url", "xyz.com"),
        ("point dot com", "url", "point.com"),
    ],
)
def test_the_likelier_reading_wins(spoken: str, kind: str, expected: str) -> None:
    assert winner(spoken) == (kind, expected)


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("shoes at amazon dot com", "Shoes at amazon.com"),
        ("meet me at amazon dot com", "Meet me at amazon.com"),
        ("write to john dot smith at example dot org now", "Write to john.smith@example.org now"),
        ("visit example dot com and example dot org", "Visit example.com and example.org"),
        ("google dot com is down", "google.com is down"),  # small at the start, too
        ("the dot com boom", "The dot com boom"),
        ("connect the dots", "Connect the dots"),
        ("it is at dot", "It is at dot"),
        ("look at sign", "Look at sign"),
        ("the at sign", "The at sign"),
        ("a dot b", "A dot b"),
        ("dash", "Dash"),
    ],
)
def test_addresses_in_sentences(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected


def test_a_letter_o_is_rather_a_letter_than_a_nought() -> None:
    found = readings("j o e at gmail dot com", kind="email")
    assert [text for _, text in found] == ["joe@gmail.com", "j0e@gmail.com"]


# --- properties
# ------------------------------------------------------------------------------


NAMES = st.text("bcdfghjklmnpqrstvwxyz", min_size=3, max_size=8)  # letters, and no words
ENDS = st.sampled_from(["com", "org", "net", "de", "co.uk"])


def dots(text: str) -> str:
    return text.replace(".", " dot ")


@given(NAMES, NAMES, NAMES, ENDS)
def test_names_with_a_dot_are_addresses_of_any_host(
    first: str, last: str, host: str, end: str
) -> None:
    spoken = f"{first} dot {last} at {host} dot {dots(end)}"
    assert written(spoken, "email") == f"{first}.{last}@{host}.{end}"


@given(NAMES, ENDS)
def test_a_word_and_an_ending_are_a_site(host: str, end: str) -> None:
    assert written(f"{host} dot {dots(end)}", "url") == f"{host}.{end}"
    assert written(f"w w w dot {host} dot {dots(end)}", "url") == f"www.{host}.{end}"


@given(NAMES, st.sampled_from(["_", "-", "."]), NAMES, NAMES, ENDS)
def test_what_is_said_of_mail_is_heard_again(
    first: str, sign: str, last: str, host: str, end: str
) -> None:
    assert is_heard_again(f"{first}{sign}{last}@{host}.{end}", "email")


@given(st.sampled_from(["", "www.", "http://", "https://"]), NAMES, ENDS)
def test_what_is_said_of_sites_is_heard_again(before: str, host: str, end: str) -> None:
    assert is_heard_again(f"{before}{host}.{end}", "url")


@given(NAMES)
def test_what_is_said_of_handles_is_heard_again(name: str) -> None:
    assert is_heard_again(f"@{name}", "handle")


# --- the way back
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("john.smith@gmail.com", "john dot smith at gmail dot com"),
        ("a_b@c.org", "a underscore b at c dot org"),
        ("a-b@c.com", "a dash b at c dot com"),
        ("asdf123@abc.com", "a s d f one two three at abc dot com"),
        ("www.nvidia.com/jobs", "w w w dot nvidia dot com slash jobs"),
        ("https://google.com", "h t t p s colon slash slash google dot com"),
        ("@legibly", "at sign legibly"),
        ("@Legibly", "at sign legibly"),
        ("(a.bc@gmail.com)", "(a dot bc at gmail dot com)"),
    ],
)
def test_addresses_are_said(text: str, spoken: str) -> None:
    assert verbalize(text) == spoken


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("john@gmail", "email"),
        ("@gmail.com", "email"),
        ("john smith@gmail.com", "email"),
        ("google", "url"),
        ("google.museum", "url"),
        ("ftp://google.com", "url"),
        ("3.14", "url"),
        ("legibly", "handle"),
        ("@", "handle"),
        ("@a b", "handle"),
    ],
)
def test_what_is_not_said_as_an_address(text: str, kind: str) -> None:
    assert ways(text, kind) == []


# --- wrong today
# ------------------------------------------------------------------------------


def test_a_scheme_opens_an_address() -> None:
    assert formatted("http colon slash slash example dot com") == "http://example.com"


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("bob one two three at hotmail dot com", "bob123@hotmail.com"),  # Bob 123@hotmail.com
        ("jane one at example dot com", "jane1@example.com"),
    ],
)
def test_an_address_is_found_whatever_its_first_word(spoken: str, expected: str) -> None:
    assert formatted(spoken) == expected


def test_a_host_may_have_a_dash() -> None:
    assert "my-site.com" in [text for _, text in readings("my dash site dot com")]


def test_a_site_with_a_dash_is_said() -> None:
    assert verbalize("www.a-b.com") == "w w w dot a dash b dot com"
