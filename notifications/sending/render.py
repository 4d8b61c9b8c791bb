"""Rendering a mail as a message: text, HTML, pictures, calendar and headers."""

import re
import secrets
import textwrap
from base64 import encodebytes
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email.charset import QP, Charset
from email.header import Header
from email.message import Message
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import format_datetime
from functools import cache
from types import MappingProxyType
from typing import Any

from css_inline import CSSInliner
from django.core.mail import EmailMultiAlternatives
from django.template import Context
from django.template.loader import get_template
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from icalendar import Event

from games.links.purposes import NO_MAIL_LINK, UNSUBSCRIBE_LINK
from games.links.tokens import absolute_url
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Seat, User
from games.now import zone_of
from games.presentation.picture import draw_picture, picture_of_map
from games.presentation.text import game_name
from games.transparency.log_proofs import find_entry
from notifications import digests as digest
from notifications.mail_text.body import columns_of
from notifications.mail_text.subjects import subject_of_answer
from notifications.mails.base import MailContext, kind_of
from notifications.mails.blocks.calendar_entry import (
    CANCEL,
    PUBLISH,
    calendar_of,
    withdrawn_entry,
)
from notifications.mails.blocks.calendar_entry import FILENAME as CALENDAR
from notifications.models import Kind, OutgoingMail, Topic
from notifications.models.preferences import known_preferences
from notifications.preferences.services import OF_A_GAME
from notifications.queries import thread_of
from notifications.replies.mails import answer_address


@dataclass(frozen=True)
class CalendarChanges:
    """
    What a mail changes in its reader's calendar. ``brought`` maps outbox rows to the
    end of the entry that the mail adds for them. ``over`` has the rows whose entries it
    replaces or withdraws. ``withdrawal`` is the iCalendar file that withdraws them, or
    b''.
    """

    brought: Mapping[int, datetime] = field(default_factory=dict)
    over: tuple[int, ...] = ()
    withdrawal: bytes = b""


def changes_by(
    tellers: Collection[OutgoingMail], brought: Mapping[int, datetime], now: datetime
) -> CalendarChanges:
    """
    Return the calendar changes of a mail that covers ``tellers``: itself or a digest's
    parts. Entries for decisions that have been made are withdrawn, unless they are over
    anyway.
    """
    over: list[int] = []
    withdrawn: list[Event] = []
    replacing = {mail.seat_id for mail in tellers if mail.pk in brought}
    for mail in {each.seat_id: each for each in tellers}.values():
        if mail.seat is None:
            continue
        is_replaced = mail.seat_id in replacing
        if not is_replaced and _is_awaited(mail.seat, mail.user_id):
            continue
        shown = mails_in_calendar(mail)
        over += [each.pk for each in shown]
        if not is_replaced:
            withdrawn += _withdrawn(mail.seat, shown, now)
    return CalendarChanges(brought, tuple(over), calendar_of(withdrawn, CANCEL))


def _withdrawn(
    seat: Seat, shown: Iterable[OutgoingMail], now: datetime
) -> Iterator[Event]:
    ends = max((each.entry_ends for each in shown if each.entry_ends), default=now)
    if ends > now:
        title = game_name(read_seats(seat.game), seat)
        yield withdrawn_entry(seat, seat.game, ends=ends, title=title, now=now)


def mails_in_calendar(mail: OutgoingMail) -> list[OutgoingMail]:
    """Return the mails whose entries for this mail's seat are still in the calendar."""
    mails = OutgoingMail.objects.filter(
        user=mail.user_id, seat=mail.seat_id, entry_ends__isnull=False
    )
    return list(mails.only("entry_ends"))


def record_calendar_changes(changes: CalendarChanges) -> None:
    for pk, ends in {**dict.fromkeys(changes.over), **changes.brought}.items():
        OutgoingMail.objects.filter(pk=pk).update(entry_ends=ends)


def _is_awaited(seat: Seat, user_id: int | None) -> bool:
    return seat.user_id == user_id and seat.deadline_at is not None


#: In columns; a Korean letter takes two.
LINE_WIDTH = 76
LONGEST_SUBJECT = 160
#: The signature separator; mail programs require the trailing space.
SIGNATURE = "-- "

_BULLET = re.compile(r"- |\d+\. ")
_GAPS = re.compile(r"\n{3,}")


def one_line(text: str) -> str:
    """Return the text as a single-line subject, so that no name can inject a header."""
    printable = "".join(c for c in " ".join(text.split()) if c.isprintable())
    return textwrap.shorten(printable, LONGEST_SUBJECT, placeholder="…")


def tidy(text: str) -> str:
    """Wrap long lines, indented below their bullet, and collapse blank lines."""
    lines = [_wrapped(line) for line in text.strip().splitlines()]
    return _GAPS.sub("\n\n", "\n".join(lines)) + "\n"


def _wrapped(line: str) -> str:
    if line.rstrip() == SIGNATURE.rstrip():
        return SIGNATURE
    if 2 * len(line) <= LINE_WIDTH or (columns := columns_of(line)) <= LINE_WIDTH:
        return line.rstrip()  # no letter is wider than two columns
    body = line.lstrip(" ")
    indent = " " * (len(line) - len(body))
    bullet = _BULLET.match(body)
    hanging = indent + " " * (len(bullet[0]) if bullet else 0)
    return textwrap.fill(
        body,
        LINE_WIDTH * len(line) // columns,
        initial_indent=indent,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


#: Longest encoded word that fits into the first line of a Subject header.
LONGEST_WORD = 60
#: In bytes: no line of a mail may be longer (RFC 5322, 2.1.1).
LONGEST_LINE = 998
#: Texts go in seven bits. A server that has to recode others breaks their signature
#: (RFC 6376, 5.3).
SEVEN_BIT = Charset("utf-8")
SEVEN_BIT.body_encoding = QP
#: Its single link fits into the header's first line only if it is not folded.
UNFOLDED = "List-Unsubscribe"


class IllustratedMail(EmailMultiAlternatives):
    """
    Text, HTML with its pictures, and files. ``shown`` maps outbox rows to the game
    version whose choices the mail shows: its own row, or a digest's parts. ``listed``
    says what a digest's numbers stand for, ``calendar_changes`` what the mail does to
    its reader's calendar. ``written_at`` is its date; a mail provider sets its own.
    """

    shown: Mapping[int, int] = MappingProxyType({})
    listed: Sequence[Mapping[str, Any]] = ()
    calendar_changes = CalendarChanges()

    def __init__(self, *args: Any, written_at: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.encoding = SEVEN_BIT
        self.written_at = written_at

    def show(self, png: bytes, *, content_id: str, filename: str) -> None:
        # MIMEImage would first treat the bytes as text, which takes four times as long.
        picture = MIMEBase("image", "png")
        picture.set_payload(encodebytes(png).decode("ascii"))
        picture.add_header("Content-Transfer-Encoding", "base64")
        picture.add_header("Content-ID", f"<{content_id}>")
        picture.add_header("Content-Disposition", "inline", filename=filename)
        self.attach(picture)

    def enclose_calendar(self, calendar: bytes, *, method: str, filename: str) -> None:
        part = MIMEText(calendar.decode(), "calendar", "utf-8")
        part.set_param("method", method)
        part.add_header("Content-Disposition", "attachment", filename=filename)
        self.attach(part)

    def message(self, **options: Any) -> Any:
        message = super().message(**options)
        message.replace_header("Date", format_datetime(self.written_at))
        subject = str(self.subject)
        if not subject.isascii():
            message.replace_header("Subject", _in_short_words(subject))
        if UNFOLDED in message:
            message.replace_header(
                UNFOLDED, _OneLine(message[UNFOLDED], header_name=UNFOLDED)
            )
        pictures = [part for part in _parts(message) if part["Content-ID"]]
        html = next((p for p in message.walk() if _is_html(p)), None)
        if pictures and html is not None:
            _relate(message, html, pictures)
        _bound(message)
        return message


class _OneLine(Header):
    """A header that is never folded: some servers reject an empty first line."""

    def encode(
        self,
        splitchars: str = ";, \t",
        maxlinelen: int | None = None,
        linesep: str = "\n",
    ) -> str:
        return super().encode(splitchars, LONGEST_LINE, linesep)


def _in_short_words(subject: str) -> str:
    """
    Return a subject as encoded words (RFC 2047) that fit below no empty first line. The
    library would put a longer word below an empty first line, which some servers
    reject.
    """
    return Header(subject, "utf-8", maxlinelen=LONGEST_WORD).encode(linesep="")


def _parts(message: Message) -> list[Message]:
    return list(message.get_payload()) if message.is_multipart() else []  # type: ignore[arg-type]


def _is_html(part: Message) -> bool:
    return part.get_content_type() == "text/html"


def _bound(message: Message) -> None:
    """
    Set the boundary of each multipart. No text contains 128 random bits. Without a
    boundary of ours, the library would search the whole mail for each one that it makes
    up.
    """
    for part in message.walk():
        if part.is_multipart():
            part.set_boundary(f"=={secrets.token_hex(16)}==")


def _relate(message: Message, html: Message, pictures: list[Message]) -> None:
    related = MIMEMultipart("related", type="text/html")
    for part in (html, *pictures):
        related.attach(part)
    message.set_payload([p for p in _parts(message) if p not in pictures])
    for body in message.walk():
        if html in _parts(body) and body is not related:
            body.set_payload([related if p is html else p for p in _parts(body)])
            return


def foot_of(mail: OutgoingMail, *, now: datetime) -> dict[str, str]:
    assert mail.user is not None
    # A banned user's links open nothing. Other addresses may be given up by now.
    if not (mail.user.is_active and mail.is_to_primary_address):
        return {}
    foot = {
        "preferences_url": absolute_url("mail_preferences"),
        "stop_url": _stop_url(mail, now),
        "stop_label": "",
        "never_url": "",
    }
    if mail.kind == Kind.DIGEST:
        foot["stop_label"] = _("No more emails with everything together")
    elif mail.topic in OF_A_GAME:
        foot["stop_label"] = _("Stop these emails for this game")
    elif mail.topic == Topic.FOLLOWING:
        foot["stop_label"] = _("No more news of what I follow")
    elif mail.topic == Topic.INVITATIONS:
        foot["stop_label"] = _("No more invitations to this address")
    else:
        foot["stop_url"] = ""
    if kind_of(mail).is_unsolicited(mail):
        foot["never_url"] = NO_MAIL_LINK.url(mail.user, now=now)
    return foot


def _stop_url(mail: OutgoingMail, now: datetime) -> str:
    """Return the link that stops this kind of mail and nothing else, or ''."""
    user, game, seat = mail.user, mail.game, mail.seat
    assert user is not None
    if mail.kind == Kind.DIGEST:
        pace = known_preferences(user).pace
        return UNSUBSCRIBE_LINK.url(user, pace, None, None, now=now)
    if mail.topic not in OF_A_GAME:
        game = seat = None
    elif game is None:
        return ""
    if not mail.topic:
        return ""
    if seat is not None and seat.user_id != user.pk:
        seat = None
    return UNSUBSCRIBE_LINK.url(user, mail.topic, game, seat, now=now)


def unsubscribe_headers(mail: OutgoingMail, *, now: datetime) -> dict[str, str]:
    """
    Return the headers for one-click unsubscribing (RFC 8058).

    One click stops this topic of this game only, or the digest. Empty if this kind of
    mail cannot be turned off.
    """
    assert mail.user is not None
    if not mail.is_to_primary_address:
        return {}
    if stop_url := _stop_url(mail, now):
        page = stop_url
    elif kind_of(mail).is_unsolicited(mail):
        page = NO_MAIL_LINK.url(mail.user, now=now)
    else:
        return {}
    return {
        "List-Unsubscribe": f"<{page}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


#: What Exchange may not answer (MS-OXCMAIL): with confirmations or by programs. "All"
#: would forbid reports of failed delivery (NDR), too, from which we learn of addresses
#: that are gone.
UNWANTED_RESPONSES = "DR, RN, NRN, OOF, AutoReply"
PICTURE = "board.png"
#: In bytes, as sent; an answer that would be heavier goes without its picture.
HEAVIEST_ANSWER = 60_000
#: Name of the calendar file that withdraws an entry.
WITHDRAWAL = "withdrawn.ics"
_INDENTATION = re.compile(r"\n\s+")
#: Our name in feedback reports, after the kind of mail; it may have 5 to 15 letters.
FEEDBACK_SENDER = "stoneage"


def message_for(
    mail: OutgoingMail, *, now: datetime, text_only: bool = False
) -> IllustratedMail:
    """
    Render a mail in its reader's language and time zone. ``now`` dates the mail and its
    links. ``text_only`` leaves out HTML and picture.
    """
    reader = mail.user
    assert reader is not None
    assert mail.address
    with _worded_for(reader):
        stem = kind_of(mail).template
        context = _context(MailContext(mail, now), stem)
        headers = headers_of(mail) | unsubscribe_headers(mail, now=now)
        headers |= proof_headers(mail)
        message = IllustratedMail(
            context["subject"],
            tidy(_plain(f"emails/{stem}.txt", context)),
            from_email=context.get("sender"),
            to=[mail.address],
            written_at=now,
            headers=headers,
            reply_to=list(filter(None, [context["reply_to"]])),
        )
        message.calendar_changes = context["calendar_changes"]
        if calendar := context.get("calendar"):
            message.enclose_calendar(calendar, method=PUBLISH, filename=CALENDAR)
        if withdrawal := message.calendar_changes.withdrawal:
            message.enclose_calendar(withdrawal, method=CANCEL, filename=WITHDRAWAL)
        if not text_only:
            _illustrate(message, mail, context)
    message.shown, message.listed = context["shown"], context.get("listed", ())
    return message


def subject_of(mail: OutgoingMail, *, now: datetime) -> str:
    """Takes queries."""
    assert mail.user is not None
    with _worded_for(mail.user):
        case = MailContext(mail, now)
        subject: str = _context(case, kind_of(mail).template)["subject"]
    return subject


def render_text(case: MailContext) -> tuple[str, str]:
    """Return subject and text of a mail in its reader's language."""
    stem = kind_of(case.mail).template
    with _worded_for(case.reader):
        context = _context(case, stem)
        return context["subject"], tidy(_plain(f"emails/{stem}.txt", context))


@contextmanager
def _worded_for(reader: User) -> Iterator[None]:
    with (
        translation.override(reader.language),
        timezone.override(zone_of(reader.time_zone)),
    ):
        yield


def _context(case: MailContext, stem: str) -> dict[str, Any]:
    mail, now = case.mail, case.now
    own = foot_of(mail, now=now)
    if mail.kind == Kind.DIGEST:
        return _digest_context(mail, stem, own, now)
    context = kind_of(mail).context(case) | own
    shown = {mail.pk: context["state"].version} if "state" in context else {}
    ends = case.seat.deadline_at if context.get("calendar") else None
    context |= {
        "reply_to": answer_address(mail),
        "shown": shown,
        "calendar_changes": changes_by([mail], {mail.pk: ends} if ends else {}, now),
    }
    subject = ""  # an empty subject falls back to the template's
    if not known_preferences(case.reader).individual_subjects:
        subject = one_line(kind_of(mail).shared_subject(case))
        if mail.incoming_id is not None:
            subject = subject_of_answer(subject)
    return context | {"subject": subject or _subject(stem, context)}


def _digest_context(
    mail: OutgoingMail, stem: str, own: Mapping[str, str], now: datetime
) -> dict[str, Any]:
    """Return the context of a digest, shortened until mail programs show it in full."""
    content = digest.gather_content(mail, now)
    for extent in digest.EXTENTS:
        context = {**digest.digest_context(mail, content, extent), **own}
        context["subject"] = _subject(stem, context)
        if len(_html(f"emails/{stem}.html", context).encode()) <= digest.MOST_BYTES:
            break
    parts = list(digest.parts_of(mail))
    return context | {"calendar_changes": changes_by(parts, context["brought"], now)}


def _subject(stem: str, context: Mapping[str, object]) -> str:
    return one_line(_plain(f"emails/{stem}.subject.txt", context))


def _illustrate(
    message: IllustratedMail, mail: OutgoingMail, context: dict[str, Any]
) -> None:
    """Add the HTML, and a picture of the board unless it makes an answer too heavy."""
    name = f"emails/{kind_of(mail).template}.html"
    png = _picture(mail, context)
    content_id = f"board.{mail.message_id.strip('<>')}"  # unique among all mails
    html = _html(name, context | {"picture": content_id} if png else context)
    weight = len(html.encode()) + len(str(message.body).encode()) + len(png) * 4 / 3
    if png and mail.incoming_id is not None and weight >= HEAVIEST_ANSWER:
        html, png = _html(name, context), b""
    if png:
        message.show(png, content_id=content_id, filename=PICTURE)
    message.attach_alternative(html, "text/html")


def _picture(mail: OutgoingMail, context: dict[str, Any]) -> bytes:
    if "map" in context:
        return picture_of_map(context["map"])
    if "board" not in context or not context.get("is_pictured", True):
        return b""
    return draw_picture(context["table"], is_light=mail.incoming_id is not None)


def headers_of(mail: OutgoingMail) -> dict[str, str]:
    headers = {
        "Message-ID": mail.message_id,
        "Auto-Submitted": "auto-generated" if mail.incoming is None else "auto-replied",
        "X-Auto-Response-Suppress": UNWANTED_RESPONSES,
        "Feedback-ID": f"{mail.kind}:::{FEEDBACK_SENDER}",
    }
    if mail.game is not None:
        domain = mail.message_id.rpartition("@")[2].rstrip(">")
        headers["List-ID"] = f"Stone Age by Mail <{mail.game.slug}.{domain}>"
    thread = thread_of(mail)
    if thread:
        headers |= {"In-Reply-To": thread[-1], "References": " ".join(thread)}
    return headers


def proof_headers(mail: OutgoingMail) -> dict[str, str]:
    """
    Return what an email about a game proves, for whoever settles a dispute.

    X-Game-Head has the game, its last event and that event's hash; X-Game-Seal the
    fingerprint of the dice; X-Log-Tree the entry, size and root of the site's log. At
    most one query more than the email itself.
    """
    game = mail.game
    if game is None:
        return {}
    headers = {"X-Game-Head": f"{game.slug} {game.version} {game.head}"}
    if mail.kind == Kind.INVITATION:
        headers["X-Game-Seal"] = positions.state_of(game).commitment
    entry = find_entry(game)
    if entry is not None:
        headers["X-Log-Tree"] = f"{entry.number} {entry.size} {entry.root}"
    return headers


def _plain(name: str, context: Mapping[str, object]) -> str:
    template = get_template(name).template  # type: ignore[attr-defined]
    return str(template.render(Context(dict(context), autoescape=False)))


def _html(name: str, context: Mapping[str, object]) -> str:
    """Render HTML without indentation, because mail programs clip long mails."""
    html = _inliner().inline(get_template(name).render(dict(context)))
    return _INDENTATION.sub("\n", html)


@cache
def _inliner() -> CSSInliner:
    return CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
