"""Reading headers that anybody may have written: bounded, and never raising.

The standard library's parsers take quadratic time on some headers and fail on others.
So each header is cut before parsing, and one that cannot be parsed counts as missing.
"""

import re
import unicodedata
from email import policy
from email.headerregistry import AddressHeader
from email.message import Message
from email.utils import parsedate_tz
from typing import Any

LONGEST_HEADER = 4000
MOST_HEADERS = 500
#: For an address header; quoted strings in it are parsed in quadratic time.
LONGEST_SENDER = 1000

#: In characters.
LONGEST_DATE = 100
#: In seconds; the farthest zone is fourteen hours ahead.
LARGEST_OFFSET = 14 * 60 * 60

_POLICY = policy.default
_ID = re.compile(r"<[^<>\s]{1,250}>")
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_ADDRESS = rf"(?!\S*=\?){_ATOM}(?:\.{_ATOM})*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*"
#: A name with or without quotes, or the address repeated; no separators or control
#: characters.
_NAME = r'[^"@<>:;()\\\x00-\x1f\x7f-\x9f]*'
_COMMON = re.compile(
    rf"""(?P<name>"{_NAME}"|{_NAME}|(["']?){_ADDRESS}\2) ?<(?P<address>{_ADDRESS})>"""
)
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def storable_text(text: str) -> str:
    """Return text that every database can store: no NUL, no lone surrogates."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def raw(message: Message, name: str) -> list[str]:
    """Return the raw headers of a name, topmost first, each cut to a bound."""
    wanted = name.lower()
    found = [value for key, value in message.raw_items() if key.lower() == wanted]
    return [_unescaped(str(value)[:LONGEST_HEADER]) for value in found[:MOST_HEADERS]]


def has(message: Message, name: str) -> bool:
    return bool(raw(message, name))


def is_whole(message: Message, name: str) -> bool:
    """Return whether no header of this name exceeds the bound."""
    found = (value for key, value in message.raw_items() if key.lower() == name.lower())
    return all(len(str(value)) <= LONGEST_HEADER for value in found)


def line(message: Message, name: str) -> str:
    """Return the topmost header of a name, decoded, as one printable line, or ''."""
    values = raw(message, name)
    parsed = _parsed(name, values[0]) if values else None
    text = storable_text(str(parsed if parsed is not None else "".join(values[:1])))
    return " ".join(_UNPRINTABLE.sub(" ", text).split())


def ids(message: Message, name: str) -> list[str]:
    return [name for value in raw(message, name)[:1] for name in _ID.findall(value)]


def utc_offset(message: Message) -> int | None:
    """Return the minutes by which the Date header is ahead of UTC, or None."""
    values = raw(message, "Date")
    try:
        parsed = parsedate_tz(values[0][:LONGEST_DATE]) if values else None
    except Exception:  # the parser fails in many ways
        return None
    if parsed is None or parsed[9] is None or abs(parsed[9]) > LARGEST_OFFSET:
        return None
    return int(parsed[9] // 60)


def only_address(message: Message, name: str) -> str:
    """
    Return the single address in a header, or '' if there is any doubt. Doubtful are
    repeated headers, two addresses, a group, an overlong header, or a name that looks
    like an address. Common mistakes in the name before the address are accepted.
    """
    values = raw(message, name)
    if len(values) != 1 or not is_whole(message, name):
        return ""  # the cut part may have further addresses
    if len(values[0]) > LONGEST_SENDER:
        return ""
    # Always parse as "From": the library does not know all address headers.
    parsed = _parsed("From", values[0])
    if not isinstance(parsed, AddressHeader) or _is_dubious(parsed):
        return _forgiven(_unfolded(values[0]))
    if len(parsed.groups) != 1 or parsed.groups[0].display_name is not None:
        return ""
    (address,) = parsed.addresses if len(parsed.addresses) == 1 else (None,)
    # The address must occur literally, not assembled from encoded or quoted pieces.
    if address is None or not address.domain or address.addr_spec not in values[0]:
        return ""
    return storable_text(address.addr_spec)


def display_name(message: Message, name: str) -> str:
    address = only_address(message, name)
    if not address:
        return ""
    value = _unfolded(raw(message, name)[0])
    parsed = _parsed("From", value)
    found = parsed.addresses if isinstance(parsed, AddressHeader) else ()
    if len(found) == 1 and found[0].display_name and "=?" not in value:
        return storable_text(found[0].display_name)
    called = _decoded(value.rpartition("<")[0])
    return "" if called.lower() == address.lower() else called


def _forgiven(value: str) -> str:
    """Return the one address at the end of a malformed header, or ''."""
    match = _COMMON.fullmatch(value)
    if match is None:
        return ""
    address, called = match["address"], _decoded(match["name"])
    if "=?" in match["name"] and not called:
        return ""  # encoded in a way that we cannot read
    is_odd = "@" in unicodedata.normalize("NFKC", called)
    return "" if is_odd and called.lower() != address.lower() else address


def _decoded(called: str) -> str:
    """Return a name without quotes and without gaps between encoded words."""
    bare = called.strip().strip("\"'").strip()
    return " ".join(storable_text(str(_parsed("Subject", bare) or "")).split())


def _unfolded(value: str) -> str:
    return re.sub(r"(?:\r?\n)?[ \t]+", " ", value).strip(" ")


def _unescaped(value: str) -> str:
    """Decode raw bytes in a header as UTF-8, which most of them are."""
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _is_dubious(parsed: Any) -> bool:
    """Return whether there are defects besides an obsolete dot in a name."""
    return any(
        type(defect).__name__ != "ObsoleteHeaderDefect" for defect in parsed.defects
    )


def _parsed(name: str, value: str) -> object:
    try:
        header = _POLICY.header_fetch_parse(name, value)
        str(header)
    except Exception:  # the parser fails in many ways
        return None
    return header
