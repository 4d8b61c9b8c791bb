"""New games: with invited people, or at once against bots."""

from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from typing import Final

from django.db import transaction
from django.db.models import Max, Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games.accounts import users
from games.accounts.users import clean_email, clean_greeting
from games.clocks import with_site_takeback
from games.decisions.seating import number_namesakes
from games.decisions.session import (
    GameSession,
    Provenance,
    join_bot,
    join_player,
    open_session,
    start_when_full,
)
from games.errors import NO_PERSON, Refused
from games.lobby.options import require_offered, with_witnessed_beacon
from games.log import seeds
from games.log.table_rows import read_seats
from games.models import Game, GameSeed, Invitation, League, Seat, User
from games.models.games import (
    LONGEST_GREETING,
    SLUG_ALPHABET,
    SLUG_LENGTH,
    columns_of_terms,
)
from games.sanctions import require_may_begin
from games.seats.invitations import (
    expect_answers,
    make_join_link,
    require_inviting,
)
from games.signals import HostingPassed, SeatInvited, publish
from games.talk.messages import say_with_news
from stoneage_core import INITIAL, commitment
from stoneage_core.events.seats import GameCancelled
from stoneage_core.events.setup import GameCreated, PositionSetUp
from stoneage_core.match.commands import CommandOrFact
from stoneage_core.match.lifecycle import Start
from stoneage_core.match.state import Source
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, Opponent
from stoneage_core.rules_versions import RULES_VERSION
from stoneage_core.terms import Terms


class Vacancy(Enum):
    OPEN = "open"  # for every member
    LINKED = "linked"  # for anybody who has the link that the host passes on


OPEN: Final = Vacancy.OPEN
LINKED: Final = Vacancy.LINKED


#: How many are offered. For other people the host enters an address.
MOST_COMPANIONS = 6
#: Who gets a seat: a user, an email address, a bot, or nobody in particular.
Wanted = User | str | Opponent | Vacancy


def clean_players(players: Sequence[Wanted]) -> list[Wanted]:
    """Raise Refused (invalid)."""
    cleaned = [
        clean_email(wanted) if isinstance(wanted, str) else wanted for wanted in players
    ]
    people = [_identity(wanted) for wanted in cleaned if isinstance(wanted, User | str)]
    if len(set(people)) < len(people):
        raise Refused("invalid", _("Every player needs an address of their own."))
    if all(isinstance(wanted, Opponent) for wanted in cleaned):
        raise Refused("invalid", NO_PERSON)
    return cleaned


def _identity(person: User | str) -> str:
    return person if isinstance(person, str) else person.email or f"guest {person.pk}"


def companions_of(user: User) -> list[User]:
    """Leaves out people without an address or a name."""
    games = Seat.objects.filter(user=user).accepted()
    together = Q(
        seats__game__in=games.values("game"),
        seats__invitation=Invitation.ACCEPTED,
    )
    people = User.objects.filter(together, is_active=True, email__isnull=False)
    people = people.exclude(pk=user.pk).exclude(name="")
    latest = people.annotate(latest=Max("seats__game_id", filter=together))
    return list(latest.order_by("-latest", "pk")[:MOST_COMPANIONS])


_VACANCIES = {OPEN: Invitation.OPEN, LINKED: Invitation.LINKED}


@transaction.atomic
def create_game(
    *,
    host: User,
    players: Sequence[Wanted],
    now: datetime,
    terms: Terms | None = None,
    rematch_of: Game | None = None,
    source: Provenance = Source.PAGE,
    greeting: str = "",
    league: League | None = None,
) -> Game:
    """
    Make a game and invite its players, who sit clockwise in the order given. Each
    player is a user, an email address, an opponent, ``OPEN`` or ``LINKED``. The host,
    given as user or address, joins at once, with ``source``. If that is the service,
    all players have agreed beforehand and join at once; that is so in a ``league``.
    ``greeting`` is the host's personal line in the invitations. Raise Refused
    (invalid), (forbidden) if the host is barred from starting games with others, and
    (address_needed) if a guest asks for a rated game.
    """
    wanted = clean_players(players)
    if not all(isinstance(who, Opponent) or who == host for who in wanted):
        require_may_begin(host, now)
    terms = terms or Terms(len(wanted))
    if terms.player_count != len(wanted):
        raise Refused("invalid")
    require_offered(terms, host)
    people = sum(not isinstance(who, Opponent) for who in wanted)
    terms = with_witnessed_beacon(terms, people=people)
    game = _create_row(host, terms, now, rematch_of, greeting, league=league)
    session = _set_table(game, _seats(game, wanted, source))
    return _gather_players(session, source, Start())


@transaction.atomic
def create_game_from(
    *,
    host: User,
    players: Sequence[Wanted],
    terms: Terms,
    start: PositionSetUp,
    now: datetime,
) -> Game:
    """Raise Refused (invalid)."""
    wanted = clean_players(players)
    game = _create_row(host, terms, now)
    session = _set_table(game, _seats(game, wanted, Source.PAGE))
    return _gather_players(session, Source.PAGE, start)


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
    """Unless ``guest`` is given, make a guest user. Return the guest's seat."""
    if guest is None:
        guest = users.create_guest(
            name=name, language=language, time_zone=time_zone, now=now
        )
    game = create_game(host=guest, players=[guest, *opponents], now=now)
    return read_seats(game)[0]


@transaction.atomic
def cancel_game(
    *,
    game: Game,
    by: User,
    now: datetime,
    word: str = "",
    source: Source = Source.PAGE,
) -> Game:
    """
    Only its host may do this. Idempotent.

    A host who plays can add a ``word``. It is table talk, and the email to those who
    joined quotes it. Raise Refused like ``say_with_news``.
    """
    session = open_session(game.pk, now=now)
    if session.game.host_id != by.pk:
        raise Refused("forbidden")
    if not session.game.is_cancelled:
        own = next((seat for seat in session.seats if seat.user_id == by.pk), None)
        if own is not None:
            say_with_news(seat=own, text=word, now=session.moment)
        session.decide(GameCancelled(), None, source)
        session.save()
    return session.game


def possible_hosts(game: Game) -> list[Seat]:
    """Return the seats of the people to whom the host can hand over hosting."""
    seats = game.seats.accepted().filter(user__email__isnull=False)
    return list(seats.exclude(user=game.host_id).in_order())


@transaction.atomic
def hand_over_game(*, game: Game, by: User, number: int, now: datetime) -> Game:
    """
    Make the player of a seat the host before the start. Only the host may do this.

    Raise Refused: (forbidden) for others, (invalid) if nobody with an address has
    joined there, and like ``require_inviting``.
    """
    session = open_session(game.pk, now=now)
    if session.game.host_id != by.pk:
        raise Refused("forbidden")
    require_inviting(session)
    seats = [seat for seat in possible_hosts(session.game) if seat.number == number]
    if not seats:
        raise Refused("invalid", _("Choose someone who has joined."))
    session.game.host = seats[0].user
    session.game.save(update_fields=["host"])
    publish(HostingPassed(seats[0], by, now=now))
    return session.game


def _create_row(
    host: User,
    terms: Terms,
    now: datetime,
    rematch_of: Game | None = None,
    greeting: str = "",
    *,
    league: League | None = None,
) -> Game:
    terms = replace(terms, control=with_site_takeback(terms.control))
    return Game.objects.create(
        slug=get_random_string(SLUG_LENGTH, SLUG_ALPHABET),
        host=host,
        rematch_of=rematch_of,
        league=league,
        greeting=clean_greeting(greeting, LONGEST_GREETING),
        created_at=now,
        **columns_of_terms(terms),
    )


def _seat(game: Game, number: int, wanted: Wanted, source: Provenance) -> Seat:
    if isinstance(wanted, str):
        guess = game.host.language if game.host else ""
        wanted = users.user_for_email(email=wanted, now=game.created_at, guess=guess)
    if isinstance(wanted, User):
        user = wanted
        is_joining = source is Source.SERVICE or user.pk == game.host_id
        invited = Invitation.ACCEPTED if is_joining else Invitation.INVITED
        return Seat(game=game, number=number, user=user, invitation=invited)
    if isinstance(wanted, Opponent):
        accepted = Invitation.ACCEPTED
        return Seat(game=game, number=number, bot=wanted.name, invitation=accepted)
    return Seat(game=game, number=number, invitation=_VACANCIES[wanted])


def _seats(game: Game, players: Sequence[Wanted], source: Provenance) -> list[Seat]:
    seats = [_seat(game, number, who, source) for number, who in enumerate(players)]
    number_namesakes(seats)
    return seats


def _gather_players(
    session: GameSession, source: Provenance, start: CommandOrFact
) -> Game:
    for seat in session.seats:
        if seat.is_automatic:
            join_bot(session, seat)
        elif seat.has_joined:
            join_player(session, seat, source)
    start_when_full(session, start)
    session.save()
    if session.game.is_inviting:
        expect_answers(session.game, session.now)
    for seat in session.seats:
        if seat.is_invited:
            publish(SeatInvited(seat, now=session.now))
    return session.game


def _set_table(game: Game, seats: list[Seat]) -> GameSession:
    now, secret = game.created_at, seeds.new_seed()
    GameSeed.objects.create(game=game, secret=secret)
    Seat.objects.bulk_create(seats)
    for seat in seats:
        if seat.invitation == Invitation.LINKED:
            make_join_link(seat, now)
    session = GameSession(game, seats, INITIAL, now)
    opening = GameCreated(game.slug, commitment(secret), RULES_VERSION, game.terms)
    session.decide(opening, None, Source.SERVICE)
    return session
