"""A fresh link in place of a seat's old one."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse

from games import links, services
from games.limits import FRESH_LINKS
from games.views.errors import dead_link


def renew(request: HttpRequest, link: links.SeatLink, now: datetime) -> HttpResponse:
    """Mail a fresh link to whom the seat belongs, whoever asks with the old one."""
    if isinstance(link, links.Invalid):
        return dead_link(request, link, renew_url="")
    FRESH_LINKS.spend(link.target.pk, now=now)
    services.link_request(seat=link.target, now=now)
    return dead_link(request, link, renew_url="", sent=True)
