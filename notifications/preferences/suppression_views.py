"""The page on which recipients block or allow mails that strangers request."""

from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.limits import MAIL_PREFERENCES
from games.links.purposes import NO_MAIL_LINK, Recipient
from games.links.tokens import Valid
from games.now import database_now
from games.presentation.text import mask_address
from games.web.decorators import token_page
from games.web.pages import render_for
from games.web.reader import reading_as
from notifications.preferences import suppression
from notifications.preferences.views import AGAIN, STOP, requested_change


# Possession of the token proves access to the mailbox. Mail programs post without a
# cookie.
@token_page
def no_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Show whether strangers can have us write to the reader; a POST changes it."""
    now = database_now()
    link = NO_MAIL_LINK.parse(token, now=now)
    if not isinstance(link, Valid):
        missing = "notifications/preferences/no_link.html"
        return render(request, missing, status=HTTPStatus.NOT_FOUND)
    with reading_as(link.target.user):
        if request.method == "POST":
            _change(request, link.target, now)
        return _show(request, link.target)


def _change(request: HttpRequest, recipient: Recipient, now: datetime) -> None:
    MAIL_PREFERENCES.spend(recipient.hashes[0], now=now)
    asked = requested_change(request)
    if asked == STOP:
        suppression.suppress(recipient.hashes, now=now)
    elif asked == AGAIN:
        suppression.lift(recipient.hashes)


def _show(request: HttpRequest, recipient: Recipient) -> HttpResponse:
    user = recipient.user
    context = {
        "address": mask_address(user),
        "is_off": suppression.is_suppressed(recipient.hashes),
        "is_done": request.method == "POST",
        "AGAIN": AGAIN,
        "STOP": STOP,
    }
    return render_for(user, request, "notifications/preferences/no_mail.html", context)
