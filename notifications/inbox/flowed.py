"""Text whose program marks the line ends that are its own (RFC 3676). Pure."""

import re
from email.message import Message

_DEPTH = re.compile(r">*")
#: Ends in a space, and goes on all the same nowhere.
_SIGNATURE = "-- "


def is_flowed(part: Message) -> bool:
    """Whether the line ends of a part are to be read that way."""
    return _parameter(part, "format") == "flowed"


def text_of(part: Message, text: str) -> str:
    """Return the text of a part, each line as long as it was before it was sent."""
    ends_in_nothing = _parameter(part, "delsp") == "yes"
    lines: list[list[str]] = []
    open_depth = -1
    for line in text.splitlines():
        depth, words = _parted(line)
        if depth != open_depth or words == _SIGNATURE or not words.strip():
            lines.append(["> " * depth])
        goes_on = words.endswith(" ") and words != _SIGNATURE and bool(words.strip())
        lines[-1].append(words[:-1] if goes_on and ends_in_nothing else words)
        open_depth = depth if goes_on else -1
    return "\n".join("".join(pieces) for pieces in lines)


def _parted(line: str) -> tuple[int, str]:
    """Return how often a line is quoted, and what it says."""
    match = _DEPTH.match(line)
    depth = match.end() if match else 0
    return depth, line[depth:].removeprefix(" ")


def _parameter(part: Message, name: str) -> str:
    try:
        return str(part.get_param(name, "")).casefold()
    except Exception:  # a Content-Type that no parser reads
        return ""
