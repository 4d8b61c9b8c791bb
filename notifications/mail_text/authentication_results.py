"""Reading Authentication-Results headers (RFC 8601).

Such a header decides who wrote a mail, and a stranger chooses some of the words that a
server quotes in it: the local part of an address may have semicolons, in quotes. So a
header with anything that we cannot read is not read at all. Only two liberties that
large providers take are accepted: values of letters that should be in quotes, as in
"header.b=a/b+c", and properties without a type, as in "action=none".
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

#: In characters; the standard sets no bound.
LONGEST = 4000

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_GAP = r"[ ]*"
#: A value: a word, quoted words, or both, as in '"a; b"@example.org'.
_VALUE = rf'(?:{_QUOTED}|[^\s;"()\\])+'
_OUTSIDE = re.compile(rf"{_QUOTED}|.")
_IN_COMMENT = re.compile(r"\\.|.")
_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?"
_SERVER = re.compile(rf"(?P<server>{_QUOTED}|[^\s;\"()=\\]+)(?: +\d+)? *(?=;)")
_NO_RESULT = re.compile(r"; *none *;? *")
_METHOD = re.compile(
    rf"; *(?P<method>{_NAME})(?:{_GAP}/{_GAP}\d+)?{_GAP}={_GAP}(?P<outcome>{_NAME})"
    r"(?=[ ;]|$) *"
)
_PROPERTY = re.compile(
    rf"(?:(?P<kind>{_NAME}){_GAP}\.{_GAP})?(?P<name>{_NAME}){_GAP}={_GAP}"
    rf"(?P<value>{_VALUE})(?=[ ;]|$) *"
)


@dataclass(frozen=True)
class AuthenticationResult:
    """
    What a server found by one method, such as "dkim": its ``outcome``, such as "pass",
    and the properties that it looked at, as (type, name, value), such as ("header",
    "d", "example.org"). All but the values are in lower case.
    """

    method: str
    outcome: str
    properties: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Verdict:
    """All results in one header. ``server`` is who says so, in lower case."""

    server: str
    results: tuple[AuthenticationResult, ...]


def parse_verdict(header: str) -> Verdict | None:
    """Return what the value of a header says, or None if any of it is unreadable."""
    text = _without_comments(" ".join(header.split())[: LONGEST + 1])
    named = _SERVER.match(text or "")
    if text is None or named is None or len(header) > LONGEST:
        return None
    server, rest = _unquoted(named["server"]).lower(), text[named.end() :]
    if _NO_RESULT.fullmatch(rest):
        return Verdict(server, ())
    results = []
    while rest and rest != ";":
        found = _METHOD.match(rest)
        if found is None:
            return None
        rest = rest[found.end() :]
        properties = []
        while each := _PROPERTY.match(rest):
            kind, name = (each["kind"] or "").lower(), each["name"].lower()
            properties.append((kind, name, _unquoted(each["value"])))
            rest = rest[each.end() :]
        method, outcome = found["method"].lower(), found["outcome"].lower()
        results.append(AuthenticationResult(method, outcome, tuple(properties)))
    return Verdict(server, tuple(results)) if results else None


def topmost_verdict(found: Iterable[str]) -> Verdict | None:
    """
    Return what the last server says, given all headers of a mail, topmost first. It may
    have a program for each method, and each program adds a header on top. So those of
    one name are taken together, until another name or an unreadable header.
    """
    verdicts = map(parse_verdict, found)
    first = next(verdicts, None)
    if first is None:
        return None
    results = list(first.results)
    for verdict in verdicts:
        if verdict is None or verdict.server != first.server:
            break
        results += verdict.results
    return Verdict(first.server, tuple(results))


def _without_comments(text: str) -> str | None:
    """
    Return a header with its comments as blanks, or None if one does not end. A comment
    may have comments in it; quotation marks mean nothing there.
    """
    kept, depth, at = list[str](), 0, 0
    while at < len(text):
        token = (_IN_COMMENT if depth else _OUTSIDE).match(text, at)
        assert token is not None, "each matches any letter"
        at = token.end()
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth < 0:
            return None
        if token[0] == ")":
            kept.append(" ")
        elif not depth:
            kept.append(token[0])
    return None if depth else "".join(kept).strip()


def _unquoted(value: str) -> str:
    return re.sub(_QUOTED, lambda words: re.sub(r"\\(.)", r"\1", words[0][1:-1]), value)
