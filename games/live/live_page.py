"""What a live page needs to notice that somebody moved, and the next game to go to."""

import json
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac

from games import queries
from games.models import Game, Seat, Status, User
from games.presentation.text import game_name
from stoneage_core.time_control import HOUR

#: The polling interval in seconds, for live games and for all others.
OFTEN, SELDOM = 3, 10
#: The name of the htmx event that tells the script what the page shows.
EVENT = "live"


@dataclass(frozen=True)
class LivePage:
    """
    Where a page of a game or a league polls for changes since ``version``, and how
    often. The version of a league is a text.

    ``every`` is in seconds, or 0 if nothing happens any more or the reader may not
    know. ``seat`` is the number of the reader's seat, None for a spectator.
    ``is_awaited`` says whether the reader has to decide.
    """

    url: str
    version: int | str
    every: int
    seat: int | None
    is_awaited: bool


def live_page(game: Game, version: int, reader: Seat | None = None) -> LivePage:
    """Return what the page of a game that shows ``version`` needs. Without queries."""
    where = {"slug": game.slug, "version": version}
    if reader is not None and not game.is_watchable:
        where["key"] = live_key(game.slug)
    url = reverse("games:since", kwargs=where)
    is_secret = reader is None and not game.is_watchable
    if is_secret or game.status == Status.CANCELLED:
        every = 0
    elif game.status == Status.FINISHED:
        every = SELDOM  # people still talk
    else:
        # Short time controls are for people who play at the same time.
        every = OFTEN if game.time_control.allowance(None) <= HOUR else SELDOM
    return LivePage(
        url=url.removesuffix(f"{version}/"),
        version=version,
        every=every,
        seat=None if reader is None else reader.number,
        is_awaited=reader is not None and reader.is_awaited,
    )


def live_key(slug: str) -> str:
    """Return the key with which players' pages may poll a closed game."""
    return salted_hmac("live page", slug).hexdigest()[:32]


def trigger_page_event(response: HttpResponse, live: LivePage, said: str) -> None:
    """
    Trigger an event in the browser when htmx has put the response in place. It carries
    what the response shows; ``said`` is what the others did in the meantime, for people
    who cannot see it.
    """
    shown = {"version": live.version, "awaited": live.is_awaited, "said": said}
    response["HX-Trigger-After-Settle"] = json.dumps({EVENT: shown})


def next_game(
    browser: AbstractBaseUser | AnonymousUser, seat: Seat
) -> dict[str, Any] | None:
    """
    Return where a seat's player has to decide next, or None (three queries).

    An emailed link gives access to one seat and reveals nothing about its owner's other
    games, so this is only for the owner signed in.
    """
    if not isinstance(browser, User) or browser.pk != seat.user_id:
        return None
    waiting = queries.awaiting_seats(browser, besides=seat.game_id)
    if not waiting:
        return None
    first, *others = waiting
    return {
        "url": reverse("games:play", args=[first.game.slug]),
        "name": game_name(list(first.game.seats.all()), first),
        "deadline": first.deadline_at,
        "others": len(others),
    }
