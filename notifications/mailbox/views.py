"""Views of the development mailbox, which replaces a mail server."""

from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from functools import wraps
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refused
from games.now import database_now
from games.presentation.dates import duration_in_words
from games.presentation.error_text import error_sentence
from games.presentation.text import clean_line
from notifications import queries
from notifications.inbox.store import RevokedRecipient, receive_mail
from notifications.mail_text import headers
from notifications.mailbox import backend
from notifications.models import Channel, IncomingMail, MailboxMessage
from notifications.replies.reply_address import digest_at, seat_at

#: In characters.
LONGEST = 4000


def address_for(message: MailboxMessage) -> str:
    named = headers.only_address(backend.parsed(message), "Reply-To")
    return named if seat_at(named) or digest_at(named) else ""


def reply(message: MailboxMessage, text: str, *, now: datetime) -> list[IncomingMail]:
    address = address_for(message)
    if not address:
        raise RevokedRecipient
    if not text:
        raise Refused("invalid", _("Write something first: one thing per line."))
    answer = compose_answer(message, text, address, now)
    return receive_mail(
        answer.as_bytes(policy=SMTP),
        channel=Channel.MAILBOX,
        recipients=[address],
        sender=message.recipient,
        is_trusted=True,  # the page shows everybody's mails anyway
        now=now,
    )


def compose_answer(
    message: MailboxMessage, text: str, address: str, now: datetime
) -> EmailMessage:
    original = backend.parsed(message)
    answer = EmailMessage(policy=SMTP)
    answer["From"] = message.recipient
    answer["To"] = address
    subject = headers.line(original, "Subject")
    is_reply = subject.lower().startswith("re:")
    answer["Subject"] = subject if is_reply else f"Re: {subject}"
    answer["Date"] = format_datetime(now)
    answer["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    named = headers.ids(original, "Message-ID")
    if named:
        thread = dict.fromkeys([*headers.ids(original, "References"), *named])
        answer["In-Reply-To"] = named[0]
        answer["References"] = " ".join(thread)
    date = f"{message.received_at:%a, %d %b %Y at %H:%M}"
    quote = [f"On {date}, {message.sender} wrote:"]
    for line in backend.body_part_of(message, "plain").splitlines():
        quote.append(f"> {line}".rstrip())
    quoted = "\n".join(quote)
    answer.set_content(f"{headers.storable_text(text)}\n\n{quoted}\n")
    return answer


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

PAGE_SIZE = 50
#: A mail may have styles, but run and load nothing; its links open in the top window.
MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'self'; form-action 'none'; frame-ancestors 'self'; "
    "sandbox allow-top-navigation-by-user-activation"
)
_ON_TOP = '<head><base target="_top">'
#: Headers that proxies add, besides those that begin with X-Forwarded-.
_OF_PROXIES = {"Forwarded", "Via", "X-Real-Ip"}
_OF_PROXIES_TOO = "X-Forwarded-"


ONLY_HERE = gettext_lazy(
    "The mailbox holds everyone’s emails, and the keys in them, so it opens only "
    "on the machine that the service runs on, without a proxy in between."
)


def development_only(view: View[P]) -> View[P]:
    """Decorate a GET view: 404 without MAILBOX, 403 from other machines."""
    return require_safe(development_action(view))


def development_action(view: View[P]) -> View[P]:
    """Decorate a view that changes something, like ``development_only``."""

    @wraps(view)
    def guarded(
        request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        if not settings.MAILBOX:
            raise Http404(_("There’s no mailbox here."))
        # A browser asks to keep its connection alive, and proxies do not pass that on.
        # This finds proxies that add no header, such as nginx by default.
        is_kept_alive = "keep-alive" in request.headers.get("Connection", "").lower()
        is_by_proxy = not is_kept_alive or any(
            name in _OF_PROXIES or name.startswith(_OF_PROXIES_TOO)
            for name in request.headers
        )
        if is_by_proxy or not _is_loopback(request.META.get("REMOTE_ADDR", "")):
            raise Refused("forbidden", ONLY_HERE)
        return view(request, *args, **kwargs)

    return never_cache(guarded)


@development_only
def mailbox_list(request: HttpRequest) -> HttpResponse:
    """Show all mails, newest first; ``?to=`` selects an address."""
    chosen = clean_line(request.GET.get("to", ""))
    arrived = MailboxMessage.objects.defer("source").order_by("-pk")
    if chosen:
        arrived = arrived.filter(recipient=chosen)
    context = {
        "page": Paginator(arrived, PAGE_SIZE).get_page(request.GET.get("page")),
        "recipients": queries.mailbox_recipients(),
        "chosen": chosen,
        "undo": settings.UNDO_SECONDS and duration_in_words(settings.UNDO_SECONDS),
    }
    return render(request, "notifications/mailbox.html", context)


@development_only
def mailbox_message(request: HttpRequest, pk: int) -> HttpResponse:
    message = get_object_or_404(MailboxMessage, pk=pk)
    context = {
        "message": message,
        "has_html": bool(backend.body_part_of(message, "html")),
        "text": backend.body_part_of(message, "plain"),
        "headers": backend.parsed(message).items(),
        "is_answered": bool(address_for(message)),
        "longest": LONGEST,
        "receive_at": settings.RECEIVE_AT,
    }
    return render(request, "notifications/message.html", context)


@development_action
@require_POST
def mailbox_reply(request: HttpRequest, pk: int) -> HttpResponse:
    message = get_object_or_404(MailboxMessage, pk=pk)
    text = request.POST.get("text", "").strip()[:LONGEST]
    try:
        reply(message, text, now=database_now())
    except Refused as refused:
        messages.error(request, error_sentence(refused))
        return redirect("mailbox_message", pk)
    sentence = _(
        "Your reply is on its way. You’ll see here in a moment what came of it."
    )
    messages.success(request, sentence)
    return redirect(f"{reverse('mailbox')}?{urlencode({'to': message.recipient})}")


@development_only
@xframe_options_sameorigin
def mailbox_html(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the HTML part for the frame, which cannot run or load anything."""
    message = get_object_or_404(MailboxMessage, pk=pk)
    html = backend.html_of(message)
    if not html:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    return HttpResponse(
        html.replace("<head>", _ON_TOP, 1),
        headers={"Content-Security-Policy": MAIL_POLICY},
    )


@development_only
def mailbox_source(request: HttpRequest, pk: int) -> HttpResponse:
    message = get_object_or_404(MailboxMessage, pk=pk)
    return HttpResponse(bytes(message.source), content_type="text/plain; charset=utf-8")


def _is_loopback(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:  # a Unix socket has no address: a proxy is behind it
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        return found.ipv4_mapped.is_loopback
    return found.is_loopback
