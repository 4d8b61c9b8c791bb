"""
Operations to begin games: make them, fill seats, take them and answer invitations.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Literal

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest
from ninja import Body, Path, Router, Status
from pydantic import Field

from games import queries
from games.accounts.users import LONGEST_NAME, clean_name
from games.api.caller import PLAY, Caller, caller_of, game_for, own_seat_of
from games.api.examples import with_example
from games.api.options import wanted_options, with_options
from games.api.problems import PROBLEMS
from games.api.resources import GameResource, game_resource
from games.api.views.games import LARGEST, SeatNumber, Slug
from games.api.views.games import router as games_router
from games.clocks import PRESETS
from games.errors import Refused
from games.history.views.arguments import require_event
from games.history.what_if import create_what_if
from games.limits import INVITATIONS, JOIN_LINKS_TRIED, NEW_GAMES, PRACTICE_GAMES
from games.links.tokens import absolute_url
from games.lobby.new_games import (
    LINKED,
    OPEN,
    Wanted,
    cancel_game,
    create_game,
    hand_over_game,
)
from games.lobby.rematch import agree_to_rematch
from games.models import Game, Seat
from games.models.talk import LONGEST_MESSAGE
from games.presentation.opponents import offered_opponent
from games.seats import invitations
from games.seats import invitations as seats
from games.seats.invitations import find_seat_of_link, remind_seat, unlink_seat
from games.web.pages import game_or_404
from stoneage_core.fields import FEWEST_SEATS, MOST_SEATS
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, Opponent
from stoneage_core.terms import Terms

router = Router(auth=PLAY, tags=["lobby"])

NO_SUCH_SEAT = "This game has no such seat."
NOT_INVITED = "You were not invited to this game."
NO_SUCH_LINK = "This join link does not exist, or no longer works."
NO_ADDRESS = "Give the email address for the invitation."
NO_SUCH_OPPONENT = "There is no bot with this name."

Number = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Text = Annotated[str, Field(max_length=254)]


@with_example(fill="invite", email="bob@example.org")
@dataclass(frozen=True)
class SeatRequest:
    """
    Who gets a seat: ``me``, an invited person (``invite``), any member (``open``),
    anybody with a link (``link``), or a bot (``automatic``).

    ``invite`` needs an ``email``. ``opponent`` is the name of a bot.
    """

    fill: Literal["me", "invite", "open", "link", "automatic"]
    email: Text = ""
    opponent: Text = DEFAULT_OPPONENT.name


@with_example(
    seats=[{"fill": "me"}, {"fill": "open"}, {"fill": "automatic"}], pace="relaxed"
)
@dataclass(frozen=True)
@with_options()
class GameRequest:
    """A new game: its seats clockwise, its pace by name, and its options."""

    # Not a tuple: pydantic would miss items in it that have errors of their own.
    seats: Annotated[
        list[SeatRequest],
        Field(min_length=FEWEST_SEATS, max_length=MOST_SEATS),
    ]
    pace: Literal[tuple(PRESETS)] = "unhurried"  # type: ignore[valid-type]


@with_example(word="I’m ill. Let’s try again next month.")
@dataclass(frozen=True)
class CancelRequest:
    """Cancelling a game, with a ``word`` of a host who plays to the others, if any."""

    word: Annotated[str, Field(max_length=LONGEST_MESSAGE)] = ""


@with_example(seat=1)
@dataclass(frozen=True)
class HostRequest:
    """The player who becomes the host, by their ``seat``."""

    seat: Number


@with_example(name="Alice")
@dataclass(frozen=True)
class RematchRequest:
    """The caller's name, if they have none yet or want another one."""

    name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""


@with_example(at=40, seat=0)
@dataclass(frozen=True)
class WhatIfRequest:
    """The position after event ``at``, the caller's ``seat``, and the others' bot."""

    at: Annotated[int, Field(ge=1, le=LARGEST)]
    seat: Number
    opponent: Text = DEFAULT_OPPONENT.name


@dataclass(frozen=True)
class SeatFilled:
    """The game after a seat was filled. ``link`` is its new join link, if any."""

    game: GameResource
    link: str = ""


# Ninja needs both operations of a path on the same router.
@games_router.post(
    "/games", auth=PLAY, tags=["lobby"], response={201: GameResource} | PROBLEMS
)
def make_game(request: HttpRequest, wanted: Body[GameRequest]) -> Status[GameResource]:
    """Make a game, and invite its players."""
    caller = caller_of(request)
    players = [_wanted(seat, caller) for seat in wanted.seats]
    caller.spend(NEW_GAMES)
    game = create_game(
        host=caller.user,
        players=players,
        terms=Terms(len(players), PRESETS[wanted.pace], **wanted_options(wanted)),
        source=Source.API,
        now=caller.now,
    )
    return Status(HTTPStatus.CREATED, game_resource(game, caller))


@router.post("/games/{slug}/seats/{number}", response={200: SeatFilled} | PROBLEMS)
def fill_seat(
    request: HttpRequest, slug: Slug, number: SeatNumber, wanted: Body[SeatRequest]
) -> SeatFilled:
    """Fill a seat that nobody has accepted in another way. Only the host may."""
    caller, game, link = caller_of(request), game_or_404(slug), ""
    seat, by, now = _seat(game, number), caller.user, caller.now
    match _wanted(wanted, caller):
        case Opponent() as opponent:
            invitations.automate_seat(seat=seat, by=by, now=now, opponent=opponent)
        case str() as email:
            caller.spend(INVITATIONS)
            invitations.invite_to_seat(seat=seat, by=by, email=email, now=now)
        case wish if wish is OPEN:
            invitations.open_seat(seat=seat, by=by, now=now)
        case wish if wish is LINKED:
            code = invitations.link_seat(seat=seat, by=by, now=now).code
            link = absolute_url("games:join", code)
        case _:
            raise Refused("invalid")
    return SeatFilled(game_resource(game_or_404(slug), caller), link)


@router.post("/games/{slug}/accept", response={200: GameResource} | PROBLEMS)
def accept_invitation(request: HttpRequest, slug: Slug) -> GameResource:
    """Accept the invitation of the caller to a game."""
    caller = caller_of(request)
    seat = _invited(game_or_404(slug), caller)
    seats.accept_seat(seat=seat, now=caller.now, source=Source.API)
    return game_resource(game_or_404(slug), caller)


@router.post("/games/{slug}/decline", response={200: GameResource} | PROBLEMS)
def decline_invitation(request: HttpRequest, slug: Slug) -> GameResource:
    """Decline the invitation of the caller to a game."""
    caller = caller_of(request)
    seats.decline_seat(seat=_invited(game_or_404(slug), caller), now=caller.now)
    return game_resource(game_or_404(slug), caller)


@router.post("/games/{slug}/take", response={200: GameResource} | PROBLEMS)
def take_open_seat(request: HttpRequest, slug: Slug) -> GameResource:
    """Take an open seat of a game."""
    caller = caller_of(request)
    seats.take_open_seat(
        game=game_or_404(slug),
        user=caller.user,
        now=caller.now,
        source=Source.API,
    )
    return game_resource(game_or_404(slug), caller)


@router.post("/games/{slug}/cancel", response={200: GameResource} | PROBLEMS)
def cancel_own_game(
    request: HttpRequest, slug: Slug, wanted: Body[CancelRequest]
) -> GameResource:
    """Cancel a game that has not begun. Only the host may do this."""
    caller = caller_of(request)
    cancel_game(
        game=game_or_404(slug),
        by=caller.user,
        word=wanted.word,
        now=caller.now,
        source=Source.API,
    )
    return game_resource(game_or_404(slug), caller)


@router.post("/games/{slug}/hand-over", response={200: GameResource} | PROBLEMS)
def hand_over(
    request: HttpRequest, slug: Slug, wanted: Body[HostRequest]
) -> GameResource:
    """Make another player the host before the start. Only the host may do this."""
    caller = caller_of(request)
    hand_over_game(
        game=game_or_404(slug), by=caller.user, number=wanted.seat, now=caller.now
    )
    return game_resource(game_or_404(slug), caller)


@router.post(
    "/games/{slug}/seats/{number}/remind", response={200: GameResource} | PROBLEMS
)
def remind_invited(
    request: HttpRequest, slug: Slug, number: SeatNumber
) -> GameResource:
    """Email an invitation once more, at most once a day. Only the host may do this."""
    caller, game = caller_of(request), game_or_404(slug)
    remind_seat(seat=_seat(game, number), by=caller.user, now=caller.now)
    return game_resource(game, caller)


@router.delete(
    "/games/{slug}/seats/{number}/link", response={200: GameResource} | PROBLEMS
)
def remove_link(request: HttpRequest, slug: Slug, number: SeatNumber) -> GameResource:
    """Make the join link of a seat invalid. Only the host may do this. Idempotent."""
    caller, game = caller_of(request), game_or_404(slug)
    unlink_seat(seat=_seat(game, number), by=caller.user, now=caller.now)
    return game_resource(game_or_404(slug), caller)


@router.post("/games/{slug}/rematch", response={200: GameResource} | PROBLEMS)
def agree(
    request: HttpRequest, slug: Slug, wanted: Body[RematchRequest]
) -> GameResource:
    """Ask for a rematch of a finished game, or agree to it. Return the new game."""
    caller = caller_of(request)
    own = agree_to_rematch(
        seat=own_seat_of(caller, slug),
        name=clean_name(wanted.name),
        now=caller.now,
        source=Source.API,
    )
    return game_resource(game_or_404(own.game.slug), caller)


@router.post("/games/{slug}/what-if", response={201: GameResource} | PROBLEMS)
def play_on(
    request: HttpRequest, slug: Slug, wanted: Body[WhatIfRequest]
) -> Status[GameResource]:
    """Make a game against bots from a position of a game that is over for good."""
    caller = caller_of(request)
    game = game_for(caller, slug)
    caller.spend(PRACTICE_GAMES)
    require_event(game, wanted.at)
    seat = create_what_if(
        source=game,
        sequence=wanted.at,
        number=wanted.seat,
        opponent=_opponent(wanted.opponent),
        player=caller.user,
        now=caller.now,
    )
    return Status(HTTPStatus.CREATED, game_resource(seat.game, caller))


@router.post("/join/{code}", response={200: GameResource} | PROBLEMS)
def take_linked_seat(
    request: HttpRequest,
    code: Annotated[str, Path(pattern="^[a-z0-9]{1,40}$")],
) -> GameResource:
    """Take the seat of a join link."""
    caller = caller_of(request)
    seat = find_seat_of_link(code)
    if seat is None:
        caller.spend(JOIN_LINKS_TRIED)
        raise Refused("not_there", NO_SUCH_LINK)
    seats.take_seat(
        seat=seat,
        user=caller.user,
        now=caller.now,
        code=code,
        source=Source.API,
    )
    return game_resource(game_or_404(seat.game.slug), caller)


def _wanted(seat: SeatRequest, caller: Caller) -> Wanted:
    """Return who is wanted. Raise Refused (invalid) for a bad address or bot."""
    match seat.fill:
        case "me":
            return caller.user
        case "invite":
            try:
                validate_email(seat.email)
            except ValidationError as error:
                raise Refused("invalid", NO_ADDRESS) from error
            return seat.email
        case "open":
            return OPEN
        case "link":
            return LINKED
    return _opponent(seat.opponent)


def _opponent(name: str) -> Opponent:
    opponent = offered_opponent(name)
    if opponent is None:
        raise Refused("invalid", NO_SUCH_OPPONENT)
    return opponent


def _seat(game: Game, number: int) -> Seat:
    seat = game.seats.filter(number=number).first()
    if seat is None:
        raise Refused("not_there", NO_SUCH_SEAT)
    return seat


def _invited(game: Game, caller: Caller) -> Seat:
    seat = queries.seat_for(game, caller.user)
    if seat is None:
        raise Refused("forbidden", NOT_INVITED)
    return seat
