"""New games: with invited people, or at once against automatic players."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games.accounts import users
from games.decisions.opening import open_session
from games.decisions.salting import begin_when_salted, join_with_salt, seat_bot
from games.decisions.seating import number_namesakes
from games.decisions.session import GameSession
from games.errors import Forbidden, InvalidChoice
from games.lobby.join_links import make_join_link
from games.lobby.setup import (
    LINKED,
    OPEN,
    PLAIN_JOIN,
    PLAIN_TERMS,
    HostJoin,
    TableTerms,
    Wanted,
    check_player_count,
    check_terms,
    clean_players,
)
from games.match.proposals import check_time_control
from games.models import Game, GameSeed, Invitation, Seat, Status, User
from games.models.games import SLUG_ALPHABET, SLUG_LENGTH
from games.sanctions import require_may_begin
from games.signals.bus import publish
from games.signals.games import SeatInvited
from games.store import seeds
from games.store.locked_rows import read_seats
from games.timekeeping.seat_times import with_site_takeback
from stoneage_core import INITIAL, TieBreak, commitment
from stoneage_core.cryptography.beacon import QUICKNET
from stoneage_core.match.clock_changes import SetTimeControl
from stoneage_core.match.commands import MatchCommand
from stoneage_core.match.lifecycle import Cancel, Create, Start
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, Opponent
from stoneage_core.state import Salts
from stoneage_core.time_control import DEFAULT, TimeControl

_VACANCIES = {OPEN: Invitation.OPEN, LINKED: Invitation.LINKED}


@transaction.atomic
def create_game(
    *,
    host: User,
    players: Sequence[Wanted],
    now: datetime,
    start_choice: int | None = None,
    control: TimeControl = DEFAULT,
    terms: TableTerms = PLAIN_TERMS,
    rematch_of: Game | None = None,
    joins: HostJoin = PLAIN_JOIN,
) -> Game:
    """
    Make a game and invite its players, who sit clockwise in the order given.

    Each player is a user, an e-mail address, an opponent, ``OPEN`` or ``LINKED``; the
    host, named either way, joins at once, and so do all where ``joins`` says that all
    have agreed. ``start_choice`` is the number of the seat that starts, or None to draw
    it. Raise InvalidChoice, Forbidden to whom the staff let begin no games with others,
    and AddressNeeded to guests for rated games.
    """
    wanted = clean_players(players)
    if not all(isinstance(who, Opponent) or who == host for who in wanted):
        require_may_begin(host, now)
    if start_choice is not None and start_choice not in range(len(wanted)):
        raise InvalidChoice(_("The start player has to be one of the players."))
    check_time_control(control)
    check_terms(terms, host)
    game = Game.objects.create(
        slug=get_random_string(SLUG_LENGTH, SLUG_ALPHABET),
        host=host,
        seat_count=len(wanted),
        tie_break=terms.tie_break,
        start_choice=start_choice,
        rematch_of=rematch_of,
        audience=terms.audience,
        created_at=now,
    )
    seats = _seats(game, wanted, joins)
    session = _set_table(game, seats, control, terms)
    return _gather_players(session, Start, joins)


@transaction.atomic
def create_game_from(
    *,
    host: User,
    players: Sequence[Wanted],
    tie_break: str,
    start: Callable[[Salts], MatchCommand],
    now: datetime,
) -> Game:
    """
    Make a game of one person and opponents that goes on from a position.

    ``start`` makes the command by which it begins of the salts. Raise InvalidChoice.
    """
    wanted = clean_players(players)
    game = Game.objects.create(
        slug=get_random_string(SLUG_LENGTH, SLUG_ALPHABET),
        host=host,
        seat_count=len(wanted),
        tie_break=tie_break,
        created_at=now,
    )
    session = _set_table(game, _seats(game, wanted), DEFAULT, PLAIN_TERMS)
    return _gather_players(session, start)


@transaction.atomic
def create_practice_game(
    *,
    now: datetime,
    opponents: Sequence[Opponent] = (DEFAULT_OPPONENT,),
    name: str = "",
    language: str = "en",
    time_zone: str = "UTC",
    guest: User | None = None,
) -> Seat:
    """
    Start a game of a visitor without an account against ``opponents``.

    A guest user is made for them unless they are one already; return the guest's seat.
    """
    check_player_count(len(opponents) + 1)
    if guest is None:
        guest = users.create_guest(
            name=name, language=language, time_zone=time_zone, now=now
        )
    game = create_game(host=guest, players=[guest, *opponents], now=now)
    return read_seats(game)[0]


@transaction.atomic
def cancel_game(
    *, game: Game, by: User, now: datetime, source: Source = Source.PAGE
) -> Game:
    """Call a game off before its start; only its host may. Idempotent."""
    session = open_session(game.pk, now=now)
    if session.game.host_id != by.pk:
        raise Forbidden
    if session.game.status != Status.CANCELLED:
        session.decide(Cancel(), None, source)
        session.save()
    return session.game


def _seat(game: Game, number: int, wanted: Wanted, joins: HostJoin) -> Seat:
    """Return the seat, not yet saved, for a wanted player."""
    if isinstance(wanted, str):
        guess = game.host.language if game.host else ""
        wanted = users.user_for_email(email=wanted, now=game.created_at, guess=guess)
    if isinstance(wanted, User):
        user = wanted
        is_joining = joins.all_agreed or user.pk == game.host_id
        invited = Invitation.ACCEPTED if is_joining else Invitation.INVITED
        return Seat(game=game, number=number, user=user, invitation=invited)
    if isinstance(wanted, Opponent):
        accepted = Invitation.ACCEPTED
        return Seat(game=game, number=number, bot=wanted.name, invitation=accepted)
    return Seat(game=game, number=number, invitation=_VACANCIES[wanted])


def _seats(
    game: Game, players: Sequence[Wanted], joins: HostJoin = PLAIN_JOIN
) -> list[Seat]:
    """Return the seats, not yet saved, for wanted players."""
    seats = [_seat(game, number, who, joins) for number, who in enumerate(players)]
    number_namesakes(seats)
    return seats


def _gather_players(
    session: GameSession,
    start: Callable[[Salts], MatchCommand],
    joins: HostJoin = PLAIN_JOIN,
) -> Game:
    """Seat and invite the players of a new game; it starts where all are there."""
    game = session.game
    _join_those_present(session, joins)
    begin_when_salted(session, start)
    session.save()
    for seat in session.seats:
        if seat.invitation == Invitation.INVITED:
            publish(SeatInvited(seat, now=session.now))
    return game


def _set_table(
    game: Game, seats: list[Seat], control: TimeControl, terms: TableTerms
) -> GameSession:
    """Save the seats, seal the dice, open the stream and set the clock."""
    now, secret = game.created_at, seeds.new_seed()
    GameSeed.objects.create(game=game, secret=secret)
    Seat.objects.bulk_create(seats)
    for seat in seats:
        if seat.invitation == Invitation.LINKED:
            make_join_link(seat, now)
    session = GameSession(game, seats, INITIAL, now)
    opening = Create(
        game=game.slug,
        player_count=game.seat_count,
        commitment=commitment(secret),
        tie_break=TieBreak(game.tie_break),
        first_player=game.start_choice,
        beacon=QUICKNET if terms.takes_beacon else None,
        coached=terms.is_coached,
        rated=terms.is_rated,
    )
    session.decide(opening, None, Source.SERVICE)
    session.decide(SetTimeControl(with_site_takeback(control)), None, Source.SERVICE)
    return session


def _join_those_present(session: GameSession, joins: HostJoin) -> None:
    """Let the automatic players join, the host if seated, and who agreed before."""
    for seat in session.seats:
        if seat.is_automatic:
            seat_bot(session, seat)
        elif seat.invitation == Invitation.ACCEPTED:
            is_host = seat.user_id == session.game.host_id
            join_with_salt(session, seat, joins.source, joins.salt if is_host else "")
