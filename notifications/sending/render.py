"""Rendering an outbox row into a message."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any

from css_inline import CSSInliner
from django.template import Context
from django.template.loader import get_template
from django.utils import timezone, translation

from games.models import User
from games.now import zone_of
from games.presentation.picture import draw_picture, picture_of_map
from notifications.digest import mail as digest
from notifications.digest import queue
from notifications.mails.base import kind_of
from notifications.mails.blocks.calendar_entry import CANCEL, PUBLISH
from notifications.mails.blocks.calendar_entry import FILENAME as CALENDAR
from notifications.mails.context import MailContext
from notifications.models import Kind, OutgoingMail
from notifications.preferences.services import known_preferences
from notifications.queries import thread_of
from notifications.replies.mails import answer_address
from notifications.sending import unsubscribe
from notifications.sending.calendars import changes_by
from notifications.sending.illustrated import IllustratedMail
from notifications.sending.plain_text import one_line, tidy

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
    Render a mail in its reader's language and time zone.

    ``now`` dates the mail and its links. ``text_only`` leaves out HTML and picture.
    """
    reader = mail.user
    assert reader is not None
    assert mail.address
    with _worded_for(reader):
        stem = kind_of(mail).template
        context = _context(mail, stem, now)
        headers = headers_of(mail) | unsubscribe.unsubscribe_headers(mail, now=now)
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
    """Return a mail's subject in its reader's language. Takes queries."""
    assert mail.user is not None
    with _worded_for(mail.user):
        subject: str = _context(mail, kind_of(mail).template, now)["subject"]
    return subject


@contextmanager
def _worded_for(reader: User) -> Iterator[None]:
    with (
        translation.override(reader.language),
        timezone.override(zone_of(reader.time_zone)),
    ):
        yield


def _context(mail: OutgoingMail, stem: str, now: datetime) -> dict[str, Any]:
    own = unsubscribe.foot_of(mail, now=now)
    if mail.kind == Kind.DIGEST:
        return _digest_context(mail, stem, own, now)
    case = MailContext(mail, now)
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
    parts = list(queue.parts_of(mail))
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
    """Return the headers for identity, thread and autoresponders."""
    headers = {
        "Message-ID": mail.message_id,
        "Auto-Submitted": "auto-generated" if mail.incoming is None else "auto-replied",
        "X-Auto-Response-Suppress": "All",
        "Feedback-ID": f"{mail.kind}:::{FEEDBACK_SENDER}",
    }
    if mail.game is not None:
        domain = mail.message_id.rpartition("@")[2].rstrip(">")
        headers["List-ID"] = f"Stone Age by Mail <{mail.game.slug}.{domain}>"
    thread = thread_of(mail)
    if thread:
        headers |= {"In-Reply-To": thread[-1], "References": " ".join(thread)}
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
    """Return the CSS inliner; it leaves in the head what cannot be inlined."""
    return CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
