"""Decoding text whose charset is missing or wrong.

UTF-8 and the East Asian charsets reject most bytes that are not theirs, so a text that
they decode is in them. A charset of single bytes, such as Latin-1, decodes anything and
proves nothing. So these come last.
"""

import codecs
import re
from collections.abc import Iterable

#: Charsets that contain the named ones.
_WIDER = {
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859_1": "cp1252",
    "ascii": "utf_8",
}
#: Codecs that are no charsets of mails, and are slow or strict.
_ODD = frozenset({"punycode", "idna", "unicode_escape", "raw_unicode_escape"})
#: What programs without Unicode write, by the language of their user.
_USUAL = {"ko": "cp949"}
_WESTERN = "cp1252"
#: In bytes. The HTML standard wants it within 1,024; mail programs are laxer.
_META_WITHIN = 4096
_META = re.compile(
    rb"""<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE
)


def decode(octets: bytes, *, declared: str, is_html: bool, language: str) -> str:
    """
    Return the text of a part. Its header has the charset ``declared``, or ''. After
    that come UTF-8, the charset in a ``<meta>`` of HTML, and the usual one of
    ``language``. A text that is in none of them is decoded line by line, because a
    server may have added a footer in another charset.
    """
    meta = _META.search(octets[:_META_WITHIN]) if is_html else None
    usual = _USUAL.get(language, _WESTERN)
    named = (declared, "utf-8", meta[1].decode("ascii") if meta else "", usual)
    tried = sorted(dict.fromkeys(filter(None, map(_codec, named))), key=_decodes_any)
    strict = [codec for codec in tried if not _decodes_any(codec)]
    whole = _decoded(octets, strict)
    if whole is not None:
        return whole
    lines = octets.splitlines(keepends=True)
    found = ((_decoded(line, tried), line) for line in lines)
    return "".join(
        line.decode(usual, "replace") if text is None else text for text, line in found
    )


def _codec(charset: str) -> str:
    """Return the name of the codec to use for a charset, or '' if it has none."""
    try:
        found = codecs.lookup(charset).name.replace("-", "_")
    except (LookupError, ValueError):
        return ""
    return "" if found in _ODD else _WIDER.get(found, found)


def _decodes_any(codec: str) -> bool:
    """Return whether a charset has single bytes only: others need more after this."""
    return _decoded(b"\xe9", [codec]) is not None


def _decoded(octets: bytes, codecs_tried: Iterable[str]) -> str | None:
    for codec in codecs_tried:
        try:
            return octets.decode(codec)
        except (LookupError, ValueError):  # not a charset, or bytes of another one
            continue
    return None
