"""From a row of the outbox to a message that can be sent."""

import re
import textwrap
from collections.abc import Mapping
from datetime import datetime
from functools import cache

from css_inline import CSSInliner
from django.core.mail import EmailMultiAlternatives
from django.template import Context
from django.template.loader import get_template
from django.utils import timezone, translation

from games.clocks import zone_of
from notifications.emails import context_for, stem_of
from notifications.models import Kind, OutgoingMail
from notifications.selectors import thread_root

LINE_WIDTH = 76
LONGEST_SUBJECT = 160
#: Tells a mail program where the text ends; its blank belongs to it.
SIGNATURE = "-- "

_GAPS = re.compile(r"\n{3,}")


def message_for(mail: OutgoingMail, *, now: datetime) -> EmailMultiAlternatives:
    """Render a mail in its reader's language and time zone; ``now`` dates its link."""
    reader = mail.user
    assert reader is not None
    assert reader.email is not None
    with (
        translation.override(reader.language),
        timezone.override(zone_of(reader.time_zone)),
    ):
        context, stem = context_for(mail, now=now), stem_of(Kind(mail.kind))
        subject = one_line(_plain(f"emails/{stem}.subject.txt", context))
        context["subject"] = subject
        text = tidy(_plain(f"emails/{stem}.txt", context))
        html = _html(f"emails/{stem}.html", context)
    message = EmailMultiAlternatives(
        subject, text, to=[reader.email], headers=headers_of(mail)
    )
    message.attach_alternative(html, "text/html")
    return message


def headers_of(mail: OutgoingMail) -> dict[str, str]:
    """Name the mail, hang it into the game's thread, and keep autoresponders quiet."""
    headers = {
        "Message-ID": mail.message_id,
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if mail.game is not None:
        domain = mail.message_id.rpartition("@")[2].rstrip(">")
        headers["List-ID"] = f"Stone Age by Mail <{mail.game.slug}.{domain}>"
    root = thread_root(mail)
    if root:
        headers |= {"In-Reply-To": root, "References": root}
    return headers


def one_line(text: str) -> str:
    """Return a subject in which no name can begin a header of its own."""
    printable = "".join(c for c in " ".join(text.split()) if c.isprintable())
    return textwrap.shorten(printable, LONGEST_SUBJECT, placeholder="…")


def tidy(text: str) -> str:
    """Wrap long lines, hanging under their bullet, and close up gaps."""
    lines = [_wrapped(line) for line in text.strip().splitlines()]
    return _GAPS.sub("\n\n", "\n".join(lines)) + "\n"


def _wrapped(line: str) -> str:
    if line.rstrip() == SIGNATURE.rstrip():
        return SIGNATURE
    if len(line) <= LINE_WIDTH:
        return line.rstrip()
    body = line.lstrip(" ")
    indent = " " * (len(line) - len(body))
    hanging = indent + ("  " if body.startswith("- ") else "")
    return textwrap.fill(
        body,
        LINE_WIDTH,
        initial_indent=indent,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _plain(name: str, context: Mapping[str, object]) -> str:
    """Render a text template: nothing in it is escaped."""
    template = get_template(name).template  # type: ignore[attr-defined]
    return str(template.render(Context(dict(context), autoescape=False)))


def _html(name: str, context: Mapping[str, object]) -> str:
    return _inliner().inline(get_template(name).render(dict(context)))


@cache
def _inliner() -> CSSInliner:
    """Styles go into the elements; what cannot (dark mode, phones) stays on top."""
    return CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
