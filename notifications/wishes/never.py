"""The page on which whoever gets our mails says: never again; and takes it back."""

from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import links
from games.clocks import database_now
from games.limits import MAIL_WISHES
from games.links import Recipient
from games.text import mask_address
from games.web.decorators import link_page
from games.web.pages import render_for
from games.web.reader import reading_as
from notifications.wishes import unasked
from notifications.wishes.views import AGAIN, STOP, asked_of


# The token says that its holder reads the mails of an address; a mail program, which
# may post by itself, has no cookie.
@link_page
def no_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Show whether strangers can have us write to the reader; a POST changes it."""
    now = database_now()
    link = links.parse_no_mail(token, now=now)
    if not isinstance(link, links.Valid):
        missing = "notifications/wishes/no_link.html"
        return render(request, missing, status=HTTPStatus.NOT_FOUND)
    with reading_as(link.target.user):
        if request.method == "POST":
            _change(request, link.target, now)
        return _show(request, link.target)


def _change(request: HttpRequest, recipient: Recipient, now: datetime) -> None:
    MAIL_WISHES.spend(recipient.hashes[0], now=now)
    asked = asked_of(request)
    if asked == STOP:
        unasked.suppress(recipient.hashes, now=now)
    elif asked == AGAIN:
        unasked.lift(recipient.hashes)


def _show(request: HttpRequest, recipient: Recipient) -> HttpResponse:
    user = recipient.user
    context = {
        "address": mask_address(user),
        "is_off": unasked.is_suppressed(recipient.hashes),
        "is_done": request.method == "POST",
        "AGAIN": AGAIN,
        "STOP": STOP,
    }
    return render_for(user, request, "notifications/wishes/no_mail.html", context)
