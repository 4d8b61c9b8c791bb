"""Links that a host passes on. The first person to use one takes its seat."""

from datetime import datetime

import segno
from django.utils.crypto import get_random_string
from django.utils.safestring import SafeString, mark_safe

from games.links.tokens import absolute_url
from games.models import Game, Invitation, Seat
from games.models.games import SLUG_ALPHABET
from games.models.seats import CODE_LENGTH, JoinLink


def make_join_link(seat: Seat, now: datetime) -> JoinLink:
    """Store a link to a seat that has none. The game must be locked or new."""
    code = get_random_string(CODE_LENGTH, SLUG_ALPHABET)
    return JoinLink.objects.create(seat=seat, code=code, made_at=now)


def drop_join_link(seat: Seat) -> None:
    JoinLink.objects.filter(seat=seat).delete()


def opens_seat(code: str, seat: Seat) -> bool:
    """Return whether this code opens the seat (one query)."""
    is_waiting = bool(code) and seat.invitation == Invitation.LINKED
    return is_waiting and JoinLink.objects.filter(seat=seat, code=code).exists()


def find_seat_of_link(code: str) -> Seat | None:
    """Return the seat of a link, even if somebody has taken it, or None."""
    links = JoinLink.objects.select_related("seat__game__host", "seat__user")
    link = links.filter(code=code).first()
    return None if link is None else link.seat


def join_link_rows(game: Game) -> list[tuple[int, str, SafeString]]:
    """
    Return number, link and QR code of each seat of a game that waits for its link. They
    are sorted by number. Link and code are '' if there is no link. Takes a query.
    """
    seats = Seat.objects.filter(game=game, invitation=Invitation.LINKED)
    rows = seats.order_by("number").values_list("number", "join_link__code")
    urls = (
        (number, absolute_url("games:join", code) if code else "")
        for number, code in rows
    )
    return [(number, url, qr_of(url) if url else SafeString()) for number, url in urls]


def qr_of(url: str) -> SafeString:
    """
    Return the QR code of a URL as an SVG, dark on light in every theme. It is hidden
    from screen readers, so the text around it must say what it is.
    """
    drawing = segno.make(url, error="m", micro=False).svg_inline(
        border=3,
        dark="#000",
        light="#fff",
        omitsize=True,
        svgclass="qr",
        lineclass=None,
    )
    return mark_safe(drawing.replace("<svg ", '<svg aria-hidden="true" ', 1))
