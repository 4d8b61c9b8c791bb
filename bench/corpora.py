"""``python -m bench.corpora DIRECTORY``: parse replies from other projects' test
corpora.

The directory has any tree of ``.eml``, ``.txt`` (only a body) and ``.html`` files. The
text that the writer typed is in a file of the same name in ``trimmed/`` beside it, or
in ``NAME_reply_text``; otherwise we use what our parser finds. It is replaced by a
move, in each of five languages. For each directory the program prints how often a move
planted in quoted text was played, the move was lost, and the answer reported more than
the move ("done in part").
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import NamedTuple

import django
from django.utils import translation

from games.command_language.spelling import spell_command
from notifications.mail_text.body import body_text, html_to_text
from notifications.mail_text.parse import message_of
from notifications.mail_text.quote_stripping import own_paragraphs
from notifications.replies.lines import lines_of, may_be_command
from notifications.replies.parse import parse_line
from notifications.replies.vocabulary import Play

LANGUAGES = ("en", "es", "pt-br", "ko", "it")
#: The move of the reply's writer, and the one planted in quoted text.
MOVE, PLANTED = "forest 3", "hut"
TODAY = date(2026, 11, 20)
#: Beginnings of other people's text: a mark, a rule, an introduction, an address.
_OTHERS = re.compile(r"\s*(?:>|[-_=]{3,}|.*[:：]\s*$|.*@)")  # noqa: RUF001
ENDINGS = (".eml", ".txt", ".html")


@dataclass(frozen=True)
class ForeignMail:
    """The lines of a mail, and which of them its writer typed."""

    path: Path
    lines: tuple[str, ...]
    typed: range
    is_wrapped: bool

    def with_move(self, move: str) -> list[str]:
        """Return the lines with a move in place of the typed text."""
        return [*self.lines[: self.typed.start], move, *self.lines[self.typed.stop :]]

    def with_plants(self, move: str, planted: str) -> Iterator[list[str]]:
        """
        Yield variants with one more line in the quoted text.

        The line is quoted like the lines around it, because an unmarked line between
        quoted ones is an answer to them. Lines above the first sign of a quote may be
        the writer's own and are left alone.
        """
        lines = self.with_move(move)
        is_quoted = [bool(_OTHERS.match(line)) for line in lines]
        if not any(is_quoted[self.typed.start + 1 :]):
            return
        first = is_quoted.index(True, self.typed.start + 1)
        for at in range(first, len(lines)):
            if lines[at].strip():
                around = "".join(line.lstrip()[:1] for line in lines[at : at + 2])
                mark = "> " if ">" in around else ""
                yield [*lines[: at + 1], f"{mark}{planted}", *lines[at + 1 :]]


class ReadLine(NamedTuple):
    """The move in a line, or ''; and whether the answer leaves the line out."""

    move: str
    is_skipped: bool = False


@dataclass
class CorpusTally:
    """The number of mails and variants of a directory, and which were misread."""

    mails: int = 0
    replies: int = 0
    plants: int = 0
    quoted: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    in_part: list[str] = field(default_factory=list)


def read_mails(directory: Path) -> Iterator[ForeignMail]:
    """Yield the mails whose typed text is known and in one piece."""
    for path in sorted(directory.rglob("*")):
        if path.suffix in ENDINGS and path.parent.name not in ("trimmed", "elided"):
            text, is_wrapped = _text_of(path)
            typed = _typed_in(path, text, is_wrapped)
            if typed is not None:
                yield ForeignMail(path, tuple(text.splitlines()), typed, is_wrapped)


def try_mail(mail: ForeignMail, tally: CorpusTally) -> None:
    """Parse a mail's variants in each language, and count the results."""
    tally.mails += 1
    for language in LANGUAGES:
        with translation.override(language):
            move, planted = spell_command(MOVE), spell_command(PLANTED)
            results = _read(mail, mail.with_move(move), language)
            tally.replies += 1
            _count(mail, results, tally)
            for lines in mail.with_plants(move, planted):
                tally.plants += 1
                if PLANTED in _moves(_read(mail, lines, language)):
                    tally.quoted.append(mail.path.name)


def table_of(tallies: dict[str, CorpusTally]) -> str:
    """Return a line for each directory, followed by the mails that were misread."""
    heads = ("mails", "replies", "lost", "in part", "plants", "QUOTED PLAYED")
    rows = [f"{'':28}" + "".join(f"{head:>15}" for head in heads)]
    for name, tally in tallies.items():
        cells = (
            *(tally.mails, tally.replies, len(tally.lost), len(tally.in_part)),
            *(tally.plants, len(tally.quoted)),
        )
        rows.append(f"{name[:28]:28}" + "".join(f"{cell:>15}" for cell in cells))
        for what in ("quoted", "lost", "in_part"):
            for each in dict.fromkeys(getattr(tally, what)):
                rows.append(f"    {what}: {each}")
    return "\n".join(rows)


def _text_of(path: Path) -> tuple[str, bool]:
    """Return the text of a mail, and whether its lines may have been wrapped."""
    source = path.read_bytes()
    if path.suffix == ".eml":
        return body_text(message_of(source))
    text = source.decode("utf-8", "replace").replace("\r\n", "\n")
    return (html_to_text(text), False) if path.suffix == ".html" else (text, True)


def _typed_in(path: Path, text: str, is_wrapped: bool) -> range | None:
    """Return the range of the typed lines, or None if it is not contiguous."""
    known = [
        path.parent.parent / "trimmed" / path.name,
        path.with_name(f"{path.stem}_reply_text"),
    ]
    for file in known:
        if file.exists():
            typed = file.read_text("utf-8", "replace").splitlines()
            break
    else:
        paragraphs = own_paragraphs(text, is_wrapped=is_wrapped)
        typed = [line for paragraph in paragraphs for line in paragraph]
    wanted = [line.strip() for line in typed if line.strip()]
    lines = [line.strip() for line in text.splitlines()]
    if not wanted or wanted[0] not in lines:
        return None
    start = lines.index(wanted[0])
    stop, left = start, list(wanted)
    while left and stop < len(lines):
        if lines[stop] and lines[stop] != left.pop(0):
            return None
        stop += 1
    return None if left else range(start, stop)


def _read(mail: ForeignMail, lines: Sequence[str], language: str) -> list[ReadLine]:
    """Parse a reply as the service does, if both moves are legal."""
    paragraphs = own_paragraphs("\n".join(lines), is_wrapped=mail.is_wrapped)
    results: list[ReadLine] = []
    for line in lines_of(paragraphs, language):
        results.append(_read_line(line, results, language))
    return results


def _read_line(line: str, before: Sequence[ReadLine], language: str) -> ReadLine:
    """Parse a line: skip it after a move; after a failed line play nothing."""
    is_beneath = any(each.move for each in before)
    if is_beneath and not may_be_command(line, language):
        return ReadLine("", is_skipped=True)
    intent = parse_line(line, language, today=TODAY)
    is_over = not all(each.move for each in before)
    return ReadLine(intent.text if isinstance(intent, Play) and not is_over else "")


def _moves(results: Sequence[ReadLine]) -> list[str]:
    return [each.move for each in results if each.move]


def _count(mail: ForeignMail, results: Sequence[ReadLine], tally: CorpusTally) -> None:
    if _moves(results) != [MOVE]:
        tally.lost.append(mail.path.name)
    elif not all(each.move or each.is_skipped for each in results):
        tally.in_part.append(mail.path.name)


def main(directory: Path) -> int:
    """Try each directory in one, or only that; return 1 if quoted text was played."""
    tallies = {}
    inner = sorted(path for path in directory.iterdir() if path.is_dir())
    for corpus in inner or [directory]:
        tally = tallies[corpus.name] = CorpusTally()
        for mail in read_mails(corpus):
            try_mail(mail, tally)
    print(table_of(tallies))
    return int(any(tally.quoted for tally in tallies.values()))


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("Name a directory with mails; see the docstring.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.exit(main(Path(sys.argv[1])))
