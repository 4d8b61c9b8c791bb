"""A service in mid-life: everything that an upgrade must not lose.

Games of two, three and four that wait at each kind of question, with orders, a taken
back move, an absence, a seat on autopilot and bots; a finished game and an archived
one; a league in mid-season; preferences, programs, webhooks and browsers; emails that
wait, were sent, and fail; cases with an appeal; the log of all games.
"""

import smtplib
from collections.abc import Callable, Sequence
from datetime import timedelta
from unittest.mock import patch

from django.contrib.auth.models import Group
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.test import override_settings

from games.absences import declare_absence
from games.accounts.profiles import show_profile
from games.accounts.programs import PREFIX, make_token
from games.accounts.users import update_user, user_for_email
from games.leagues.entering import enter_league
from games.leagues.hosting import LeagueTerms, create_league
from games.leagues.seasons import start_season
from games.lobby.new_games import create_game, create_practice_game
from games.log import positions
from games.log.archiving import archive_game
from games.models import Game, LeagueGame, Seat, Status, User
from games.models.moderation import ReportKind
from games.models.tokens import Scope
from games.moderation.action import ActionContext, execute
from games.moderation.casework import take_case, write_note
from games.moderation.registry import all_actions
from games.orders import write_orders
from games.seats.invitations import accept_seat
from games.seats.leaving import give_up_seat
from games.seats.offers import offer_to_play
from games.table.submit import submit_command, take_back_decision
from games.talk import spectators
from games.talk.messages import say_at_table
from games.talk.reports import make_appeal, make_report
from games.tasks import sweep_due
from games.watching.following import follow_game
from notifications.models import Topic
from notifications.models.channels import Shape
from notifications.models.preferences import Pace
from notifications.preferences.services import Change, save_preferences
from notifications.sending.send import send_batch
from notifications.webhooks import make_webhook
from stoneage_core import autopilot, awaited
from stoneage_core.opponents.ladder import OPPONENTS
from stoneage_core.state import GameState, Question
from stoneage_core.terms import Terms
from tests.support.play import play_to_the_end
from tests.support.proposals import propose_end
from tests.support.standing_time import StandingTime

#: The token of a program of Dora's.
TOKEN = PREFIX + "t" * 43
HERE = "tests.golden.releases.scene"
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
#: The question at which each game in progress waits, by its number of players.
WAITING = [
    (2, Question.PLACE),
    (2, Question.FEED),
    (3, Question.USE),
    (3, Question.TOOLS),
    (4, Question.DIE),
    (4, Question.USE),
]
NAMES = ("anna", "ben", "carla", "dora", "emil", "fritz", "gina", "hugo", "ida")


class Refusing(BaseEmailBackend):
    """A mail server that takes no mail at present."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        raise smtplib.SMTPServerDisconnected("421 busy, try again later")


def fill(clock: StandingTime) -> None:
    """Fill an empty, migrated database; the clock is moved along."""
    people = {name: person(name, clock) for name in NAMES}
    play_finished_games(people, clock)
    send_all(clock)
    games = [
        game_at(question, list(people.values())[:count], clock)
        for count, question in WAITING
    ]
    let_things_happen(games, people, clock)
    clock.now += 5 * MINUTE
    send_all(clock)
    start_league(list(people.values()), clock)
    choose_preferences(people, games, clock)
    keep_moderators_busy(games, people, clock)
    clock.now += HOUR
    sweep_due()
    with override_settings(EMAIL_BACKEND=f"{HERE}.Refusing"):
        send_all(clock)
    clock.now += MINUTE
    decide(games[0], clock)  # an email that nobody has tried to send


def person(name: str, clock: StandingTime) -> User:
    user = user_for_email(email=f"{name}@club.example", now=clock.now)
    update_user(user=user, name=name.title())
    return User.objects.get(pk=user.pk)


def send_all(clock: StandingTime) -> None:
    while send_batch(now=clock.now):
        pass


def new_game(players: Sequence[User], clock: StandingTime, terms: Terms) -> Game:
    """Let the first of the players host a game that all join."""
    game = create_game(host=players[0], players=players, terms=terms, now=clock.now)
    for seat in game.seats.select_related("game", "user").order_by("number")[1:]:
        game = accept_seat(seat=seat, now=clock.now)
    return game


def decide(game: Game, clock: StandingTime) -> Game:
    """Let the first player who is awaited do what autopilot advises."""
    game = Game.objects.get(pk=game.pk)
    state = positions.state_of(game)
    player = min(awaited(state))
    return submit_command(
        seat=game.seats.select_related("game").get(number=player),
        command=autopilot.choose(state, player),
        expected_version=game.version,
        request_id=None,
        now=clock.now,
    ).game


def decide_until(
    game: Game, is_there: Callable[[GameState], bool], clock: StandingTime
) -> Game:
    while not is_there(positions.state_of(Game.objects.get(pk=game.pk))):
        game = decide(game, clock)
    return Game.objects.get(pk=game.pk)


def game_at(question: Question, players: Sequence[User], clock: StandingTime) -> Game:
    """Return a game whose players are asked this in the second round or later."""
    game = new_game(players, clock, Terms(len(players)))
    return decide_until(
        game,
        lambda state: state.round > 1 and state.question is question,
        clock,
    )


def play_finished_games(people: dict[str, User], clock: StandingTime) -> None:
    """Play two games to their ends, and archive the first."""
    for players in (("anna", "ben"), ("carla", "dora", "emil")):
        terms = Terms(len(players), rated=True)
        game = new_game([people[name] for name in players], clock, terms)
        play_to_the_end(game, now=clock.now)
        clock.now += 5 * DAY
        sweep_due()
    first = Game.objects.filter(status=Status.FINISHED).earliest("pk")
    assert archive_game(game_id=first.pk, now=clock.now)


def let_things_happen(
    games: Sequence[Game], people: dict[str, User], clock: StandingTime
) -> None:
    """Let what can happen around the board happen in the games in progress."""
    one, _hungry, two, three, four, *_ = games
    say_at_table(seat=seat_of(one, "ben", people), text="Good luck!", now=clock.now)
    waiting = waiting_seat(one)
    version = Game.objects.get(pk=one.pk).version
    decide(one, clock)
    take_back_decision(seat=waiting, sequence=version + 1, now=clock.now + MINUTE / 2)
    away = one.seats.exclude(pk=waiting.pk).select_related("game", "user").get()
    declare_absence(seat=away, ends=clock.now + 5 * DAY, now=clock.now + MINUTE)
    clock.now += 2 * MINUTE
    others = [
        *one.seats.exclude(pk=waiting.pk),
        *two.seats.exclude(pk=waiting_seat(two).pk),
    ]
    for seat in others:
        write_orders(seat=seat, text="hut else field else forest 2", now=clock.now)
    give_up_seat(seat=seat_of(three, "carla", people), now=clock.now)
    offer_to_play(
        seat=seat_of(three, "carla", people), user=people["gina"], now=clock.now
    )
    propose_end(seat=seat_of(four, "dora", people), now=clock.now)
    follow_game(user=people["hugo"], game=four, now=clock.now)
    spectators.say(
        game=four, user=people["hugo"], seat=None, text="What a game", now=clock.now
    )
    against = [people["fritz"], OPPONENTS["Ochre"], OPPONENTS["Pebble"]]
    game = create_game(host=people["fritz"], players=against, now=clock.now)
    decide_until(game, lambda state: state.round > 1, clock)
    create_practice_game(now=clock.now, name="Guest")
    create_game(
        host=people["gina"],
        players=[people["gina"], people["hugo"], "stranger@other.example"],
        greeting="Shall we?",
        now=clock.now,
    )


def seat_of(game: Game, name: str, people: dict[str, User]) -> Seat:
    return game.seats.select_related("game", "user").get(user=people[name])


def waiting_seat(game: Game) -> Seat:
    waiting = game.seats.filter(awaited_at__isnull=False).order_by("number")
    return waiting.select_related("game", "user")[0]


def start_league(people: Sequence[User], clock: StandingTime) -> None:
    """Start a league, in which one game has ended."""
    terms = LeagueTerms(pace="a_move_a_day", games_each=2)
    league = create_league(host=people[0], name="The Club", terms=terms, now=clock.now)
    for user in people:
        enter_league(league=league, user=user, now=clock.now)
    start_season(league=league, by=people[0], now=clock.now)
    first = LeagueGame.objects.filter(season__league=league).earliest("pk")
    play_to_the_end(first.game, now=clock.now)


def choose_preferences(
    people: dict[str, User], games: Sequence[Game], clock: StandingTime
) -> None:
    now = clock.now
    update_user(user=people["ben"], language="es", time_zone="Europe/Madrid")
    save_preferences(
        user=people["ben"],
        now=now,
        changes=[Change(Topic.TALK, is_on=False)],
        quiet_from=21 * 60,
        quiet_until=8 * 60,
        pace=Pace.DAILY,
    )
    save_preferences(
        user=people["carla"],
        now=now,
        changes=[Change(Topic.TURNS, is_on=False, game=games[2])],
    )
    show_profile(user=people["anna"], shows_games=True, now=now)
    with patch("secrets.token_urlsafe", return_value=TOKEN.removeprefix(PREFIX)):
        make_token(user=people["dora"], name="board", scopes=[Scope.READ], now=now)
    make_webhook(
        user=people["emil"],
        url="https://hooks.example/stoneage",
        shape=Shape.STANDARD,
        game=None,
        now=now,
    )


def keep_moderators_busy(
    games: Sequence[Game], people: dict[str, User], clock: StandingTime
) -> None:
    """Make an open case, one in hand, a warning, and an appeal against it."""
    staff = person("mona", clock)
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    staff.groups.add(Group.objects.get(name="Moderators"))
    staff = User.objects.get(pk=staff.pk)
    said = say_at_table(
        seat=seat_of(games[4], "ben", people), text="Hurry up, snail", now=clock.now
    )
    make_report(reporter=people["anna"], reason="Rude", message=said, now=clock.now)
    stalling = make_report(
        reporter=people["anna"],
        reason="Slow",
        kind=ReportKind.STALLING,
        game=games[2],
        now=clock.now,
    )
    case = take_case(case=stalling.case, by=staff, now=clock.now)
    write_note(by=staff, text="Seems fine.", subject=case, now=clock.now)
    warned = execute(
        all_actions()["warn"],
        ActionContext(staff, clock.now, people["ben"], {"reason": "Be kind."}),
    )
    make_appeal(act=warned, user=people["ben"], reason="A joke!", now=clock.now)
