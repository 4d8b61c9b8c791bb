"""The pages of the development mailbox; there is no such page where it is off."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from notifications import mailbox, selectors
from notifications.models import MailboxMessage

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

PAGE_SIZE = 50
#: A mail may bring styles, and nothing that runs or loads; its links open on top.
MAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'self'; form-action 'none'; frame-ancestors 'self'; "
    "sandbox allow-top-navigation-by-user-activation"
)
_ON_TOP = '<head><base target="_top">'


def development_only(view: View[P]) -> View[P]:
    """Answer 404 where MAILBOX is off: it shows all players' mails to anybody."""

    @wraps(view)
    def guarded(
        request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        if not settings.MAILBOX:
            raise Http404(_("There is no mailbox here."))
        return view(request, *args, **kwargs)

    return never_cache(require_safe(guarded))


@development_only
def mailbox_list(request: HttpRequest) -> HttpResponse:
    """All mails, newest first; ``?to=`` shows those to one address."""
    chosen = request.GET.get("to", "").replace("\0", "")  # PostgreSQL takes none
    messages = MailboxMessage.objects.defer("source").order_by("-pk")
    if chosen:
        messages = messages.filter(recipient=chosen)
    context = {
        "page": Paginator(messages, PAGE_SIZE).get_page(request.GET.get("page")),
        "recipients": selectors.mailbox_recipients(),
        "chosen": chosen,
    }
    return render(request, "notifications/mailbox.html", context)


@development_only
def mailbox_message(request: HttpRequest, pk: int) -> HttpResponse:
    """One mail: its HTML in a frame of its own, its text, its headers."""
    message = get_object_or_404(MailboxMessage, pk=pk)
    context = {
        "message": message,
        "has_html": bool(mailbox.body_of(message, "html")),
        "text": mailbox.body_of(message, "plain"),
        "headers": mailbox.parsed(message).items(),
    }
    return render(request, "notifications/message.html", context)


@development_only
@xframe_options_sameorigin
def mailbox_html(request: HttpRequest, pk: int) -> HttpResponse:
    """The HTML part, for the frame: nothing in it can run, load or submit."""
    message = get_object_or_404(MailboxMessage, pk=pk)
    html = mailbox.body_of(message, "html")
    if not html:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    return HttpResponse(
        html.replace("<head>", _ON_TOP, 1),
        headers={"Content-Security-Policy": MAIL_POLICY},
    )


@development_only
def mailbox_source(request: HttpRequest, pk: int) -> HttpResponse:
    """The message exactly as it was sent."""
    message = get_object_or_404(MailboxMessage, pk=pk)
    return HttpResponse(bytes(message.source), content_type="text/plain; charset=utf-8")
