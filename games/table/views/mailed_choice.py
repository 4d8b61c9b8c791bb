"""The page that confirms a choice from an email. It never acts itself."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.errors import Refused, refusals
from games.links.purposes import PLAY_LINK
from games.log import positions
from games.log.lookups import require_seen
from games.log.table_rows import read_seats
from games.models import Seat, StoredEvent
from games.presentation.board import board_of
from games.presentation.error_text import error_sentence
from games.presentation.text import names_of
from games.presentation.tribes import tribes_of
from games.table.numbered_choices import ChoiceGroup, NumberedChoice, flat_choices
from games.table.table_page import turn_of
from games.web.decorators import OpenedLink, link_page
from games.web.numbers import read_number
from games.web.pages import http_status_of, render_for
from stoneage_core import GameState, awaited
from stoneage_core.match import decide as rules
from stoneage_core.match.state import Match, Source

MOVED_ON = _("The game has moved on since that email was written.")
ALREADY_PLAYED = _("You’ve already played that turn.")
NO_SUCH_CHOICE = _("That isn’t among your choices now.")

BY_HAND = [source for source in Source if source.is_by_hand]


def confirmation_of(
    seat: Seat, *, version: int, head: str, choice: str, action: str, now: datetime
) -> dict[str, Any]:
    """
    Return the context of the page for a choice in an email.

    The email showed version ``version``, whose hash has the mark ``head``. ``choice``
    is a number from that email, or a command with hyphens. Raise Refused if it is not
    possible now.
    """
    seats, state = read_seats(seat.game), positions.state_of(seat.game)
    own = seats[seat.number]
    require_seen(seat.game, version, head)
    _require_open(own, state, version)
    names = names_of(seats)
    group, found = _find_choice(own, state, version, choice)
    return {
        "turn": turn_of(own, seats, state, action=action, now=now),
        "group": group,
        "choice": found,
        "board": board_of(state, names),
        "tribes": tribes_of(state, names, awaited(state), seat.number)[:1],
    }


def _require_open(seat: Seat, state: GameState, version: int) -> None:
    """Raise Refused as a decision would, or (stale) after another decision."""
    match = Match(state, seat.game.table_state)
    with refusals():
        rules.require_running(match)
        rules.require_not_frozen(match)
        rules.require_seated(match, seat.number)
    since = seat.awaited_version
    if since is None or not since <= version <= state.version:
        has_played = _has_played_since(seat, version)
        raise Refused("stale", ALREADY_PLAYED if has_played else MOVED_ON)


def _has_played_since(seat: Seat, version: int) -> bool:
    """Return whether the player moved after a version and did not take it back."""
    later = StoredEvent.objects.filter(game=seat.game, sequence__gt=version)
    moves = later.moves().filter(decided_by=seat.number, source__in=BY_HAND)
    return moves.exists() and not later.filter(type="DecisionTakenBack").exists()


def _find_choice(
    seat: Seat, state: GameState, version: int, choice: str
) -> tuple[ChoiceGroup, NumberedChoice]:
    """Return a choice of now. Its number refers to the position in the email."""
    number, text = read_number(choice), choice.replace("-", " ")
    if number is not None:
        shown = state
        if version != state.version:
            shown = positions.state_at(seat.game, version)
        numbered = {
            each.number: each.text
            for group in flat_choices(shown, seat.number)
            for each in group.choices
        }
        text = numbered.get(number, "")
    for group in flat_choices(state, seat.number):
        for each in group.choices:
            if each.text == text:
                return group, each
    raise Refused("stale", NO_SUCH_CHOICE)


PAGE, CLOSED = "games/choice.html", "games/choice_closed.html"


@require_safe
@link_page(PLAY_LINK, renew="games:play_renew")
def choice_link(
    request: HttpRequest, link: OpenedLink[Seat], version: int, head: str, choice: str
) -> HttpResponse:
    """Show what a choice would do, with a button that sends it to the turn page."""
    seat, action = link.target, reverse("games:play_link", args=[link.token])
    try:
        context = confirmation_of(
            seat,
            version=version,
            head=head,
            choice=choice,
            action=action,
            now=link.now,
        )
    except Refused as refusal:
        closed = {"sentence": error_sentence(refusal), "action": action}
        return render_for(seat.user, request, CLOSED, closed, http_status_of(refusal))
    return render_for(seat.user, request, PAGE, context)


@require_safe
@never_cache
def choices_link(
    request: HttpRequest, token: str, version: int, head: str
) -> HttpResponse:
    """Redirect to the turn page, which has all choices."""
    return redirect("games:play_link", token=token)
