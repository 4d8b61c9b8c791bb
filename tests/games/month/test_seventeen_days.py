"""Seventeen days at three tables whose people do not always come.

``LETTERS=folder pytest tests/games/month/test_seventeen_days.py`` writes every email
that each of them got into a folder. To tell more, add a chapter to ``CHAPTERS``.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.absences import declare_absence
from games.clocks import PRESETS
from games.history.stream_check import check_stream
from games.links.purposes import NO_MAIL_LINK
from games.lobby.new_games import cancel_game, create_game, hand_over_game
from games.models import Game, SeatOffer, User
from games.orders import write_orders
from games.presentation.dates import long_moment_in_words
from games.presentation.text import say
from games.seats.invitations import accept_seat
from games.seats.leaving import ask_to_take_seat, give_up_seat
from games.seats.offers import accept_offer, return_to_seat
from games.table.votes import cast_vote, decide_own
from games.web.reader import reading_as
from notifications.models import Kind
from stoneage_core.events.clocks import TurnTimedOut
from stoneage_core.match.more_time import AskForTime, GiveTime
from stoneage_core.terms import Terms
from stoneage_core.wording.sentences import describe_event
from tests.games.moderation.doing import do_action
from tests.games.month.weeks import DAY, HOUR, START, Weeks, seat_at, words_of
from tests.support.mail_album import write_letters
from tests.support.mails import kind_of
from tests.support.people import person
from tests.support.proposals import propose_end

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@dataclass
class Story:
    """
    Ana, Bea, Caio and Dae play at ``daily`` (a move a day); Bea, Dae and Ana at
    ``lunch`` (Lunch break). Ana hosts ``waiting``, where Bea has joined and Caio has
    not answered. Eva plays nowhere yet.
    """

    weeks: Weeks
    moderator: User
    ana: User
    bea: User
    caio: User
    dae: User
    eva: User
    daily: Game
    lunch: Game
    waiting: Game

    @property
    def players(self) -> set[User]:
        return {self.ana, self.bea, self.caio, self.dae}


@pytest.fixture
def story(weeks: Weeks, moderator: User) -> Iterator[Story]:
    ana, bea = _speaking("ana", "en", "UTC"), _speaking("bea", "es", "Europe/Madrid")
    caio = _speaking("caio", "pt-br", "America/Sao_Paulo")
    dae, eva = _speaking("dae", "ko", "Asia/Seoul"), _speaking("eva", "en", "UTC")
    waiting = create_game(host=ana, players=[ana, bea, caio], now=START)
    accept_seat(seat=seat_at(waiting, bea), now=START)
    daily = _table_of([ana, bea, caio, dae], "a_move_a_day")
    lunch = _table_of([bea, dae, ana], "lunch_break")
    yield Story(weeks, moderator, ana, bea, caio, dae, eva, daily, lunch, waiting)
    if folder := os.environ.get("LETTERS"):
        write_letters(Path(folder), weeks.letters)


def _speaking(name: str, language: str, zone: str) -> User:
    user = person(name)
    user.language, user.time_zone = language, zone
    user.save()
    return user


def _table_of(people: list[User], pace: str) -> Game:
    """Return a game whose first person hosts and begins, and all have joined."""
    terms = Terms(len(people), PRESETS[pace], first_player=0)
    game = create_game(host=people[0], players=people, terms=terms, now=START)
    for user in people[1:]:
        game = accept_seat(seat=seat_at(game, user), now=START)
    return game


def beas_orders_decide_when_her_time_runs_out(story: Story) -> None:
    """The others read that it was her orders."""
    weeks, own = story.weeks, seat_at(story.daily, story.bea)
    write_orders(seat=own, text="field, hut", now=weeks.now, at_deadline=True)
    weeks.here = story.players - {story.bea}
    weeks.until(weeks.day(2))
    timed_out = story.daily.events.filter(type="TurnTimedOut").earliest("sequence")
    assert (timed_out.decided_by, timed_out.source) == (own.number, "orders")
    with reading_as(story.caio):
        event = TurnTimedOut(own.number, by_orders=True)
        sentence = say(describe_event(event), ["Ana", "Bea"])
    assert sentence in words_of(weeks.letters_to(story.caio, START))


def nobody_answers_an_invitation(story: Story) -> None:
    """After three days the host and the player who has joined are told, once."""
    weeks = story.weeks
    weeks.here = story.players
    weeks.until(weeks.day(4.5))
    told = [
        one
        for one in weeks.letters
        if kind_of(one.message) == Kind.INVITATION_UNANSWERED
    ]
    assert sorted(one.to for one in told) == [story.ana.email, story.bea.email]


def a_clock_does_not_end_the_game(story: Story) -> None:
    """Ana, Bea and Caio want to end it; Dae is away, and autopilot takes the seat."""
    weeks, since = story.weeks, story.weeks.now
    weeks.here = story.players - {story.dae}
    propose_end(seat=seat_at(story.daily, story.ana), now=since)
    for user in (story.bea, story.caio):
        own = seat_at(story.daily, user)
        cast_vote(seat=own, proposal=1, agrees=True, now=since)
    while not seat_at(story.daily, story.dae).is_on_autopilot:
        weeks.until(weeks.now + HOUR)
        assert weeks.now < since + 6 * DAY
    weeks.until(weeks.now + 6 * HOUR)
    story.daily.refresh_from_db()
    assert story.daily.is_active
    kinds = weeks.kinds_to(story.dae, since)
    assert Kind.PROPOSAL_MADE in kinds
    assert Kind.TIME_RAN_OUT in kinds
    assert Kind.AUTOPILOT_SEATED in kinds


def a_missed_turn_leaves_time_for_the_next(story: Story) -> None:
    """At the lunch table the seat is not lost in the morning after the first miss."""
    number = seat_at(story.lunch, story.dae).number
    events = story.lunch.events.filter(type="TurnTimedOut", decided_by=number)
    first = events.earliest("sequence")
    weeks = story.weeks
    weeks.until(max(weeks.now, first.recorded_at + 2 * DAY))
    for later in events.exclude(pk=first.pk)[:1]:
        assert later.recorded_at - first.recorded_at >= 12 * HOUR


def dae_comes_back_and_votes(story: Story) -> None:
    """One no is enough, and everybody learns who voted how."""
    weeks, since = story.weeks, story.weeks.now
    for game in (story.daily, story.lunch):
        return_to_seat(seat=seat_at(game, story.dae), user=story.dae, now=since)
    own = seat_at(story.daily, story.dae)
    cast_vote(seat=own, proposal=1, agrees=False, now=since)
    weeks.here = story.players
    weeks.until(since + 6 * HOUR)
    settled = story.daily.events.get(type="ProposalSettled")
    assert '"outcome":"rejected"' in settled.data
    assert Kind.PROPOSAL_SETTLED in weeks.kinds_to(story.caio, since)


def eva_plays_on_for_bea(story: Story) -> None:
    """Bea asks her; the seat is Eva's when she says yes, and the others are told."""
    weeks, since = story.weeks, story.weeks.now
    own = seat_at(story.lunch, story.bea)
    offer = ask_to_take_seat(seat=own, email=str(story.eva.email), now=since)
    weeks.until(since + 3 * HOUR)
    assert weeks.kinds_to(story.eva, since) == [Kind.SEAT_OFFER]
    offer = SeatOffer.objects.get(pk=offer.pk)
    accept_offer(offer=offer, user=story.eva, now=weeks.now)
    weeks.here = story.players | {story.eva}
    weeks.until(weeks.now + 3 * HOUR)
    for user in (story.ana, story.bea, story.dae):
        assert weeks.kinds_to(user, since).count(Kind.SEAT_TAKEN) == 1


def the_moderators_pause_a_table(story: Story) -> None:
    """Their email says until when, in the reader's language and time zone."""
    weeks, since = story.weeks, story.weeks.now
    until = since + 2 * DAY
    do_action("pause", by=story.moderator, game=story.daily, until=until, now=since)
    weeks.until(since + 2 * HOUR)
    for user in story.players:
        with reading_as(user):
            ends = long_moment_in_words(until)
        assert ends in words_of(weeks.letters_to(user, since))
    weeks.until(until + 3 * HOUR)


def ana_leaves_with_a_word(story: Story) -> None:
    """Autopilot plays for her, and Bea is the host of the game that waits."""
    weeks, since = story.weeks, story.weeks.now
    word = "The baby is here. It was lovely to play with you!"
    give_up_seat(seat=seat_at(story.daily, story.ana), word=word, now=since)
    own = seat_at(story.waiting, story.bea)
    hand_over_game(game=story.waiting, by=story.ana, number=own.number, now=since)
    weeks.here.discard(story.ana)
    weeks.until(since + 12 * HOUR)
    assert seat_at(story.daily, story.ana).is_on_autopilot
    for user in (story.bea, story.caio, story.dae):
        assert word in words_of(weeks.letters_to(user, since))
    assert Kind.HOSTING_PASSED in weeks.kinds_to(story.bea, since)


def bea_cancels_the_game_that_never_began(story: Story) -> None:
    """Caio wants no emails from us by now, and gets none."""
    weeks, since = story.weeks, story.weeks.now
    never = urlsplit(NO_MAIL_LINK.url(story.caio, now=since)).path
    assert Client().post(never, {"do": "stop"}).status_code == 200
    word = "Perhaps in spring."
    cancel_game(game=story.waiting, by=story.bea, word=word, now=since)
    weeks.until(max(since + DAY, weeks.day(17)))
    assert word in words_of(weeks.letters_to(story.ana, since))
    assert Kind.GAME_CANCELLED not in weeks.kinds_to(story.caio, since)


def caio_goes_away_and_comes_back(story: Story) -> None:
    """The others are told once when he goes, and once when he is back."""
    weeks, since = story.weeks, story.weeks.now
    own = seat_at(story.daily, story.caio)
    declare_absence(seat=own, ends=since + DAY, now=since)
    weeks.here = story.players - {story.caio}
    weeks.until(since + 20 * HOUR)
    assert Kind.ABSENCE_DECLARED in weeks.kinds_to(story.ana, since)
    assert Kind.ABSENCE_OVER not in weeks.kinds_to(story.ana, since)
    weeks.here = story.players
    weeks.until(since + 30 * HOUR)
    for user in (story.ana, story.bea):
        kinds = weeks.kinds_to(user, since)
        assert kinds.count(Kind.ABSENCE_DECLARED) == 1
        assert kinds.count(Kind.ABSENCE_OVER) == 1
    own.refresh_from_db()
    assert not own.is_on_autopilot


def somebody_gets_more_time(story: Story) -> None:
    """Whose turn it is asks, and another player gives it by one press."""
    weeks, since = story.weeks, story.weeks.now
    asked = story.daily.seats.filter(awaited_at__isnull=False).earliest("number")
    asking = seat_at(story.daily, asked.user)
    giving = story.daily.seats.exclude(pk=asking.pk).earliest("number")
    giving = seat_at(story.daily, giving.user)
    decide_own(seat=asking, command=AskForTime(), now=since)
    weeks.deliver()
    assert Kind.TIME_ASKED in weeks.kinds_to(giving.user, since)
    decide_own(seat=giving, command=GiveTime(asking.number), now=since)
    weeks.deliver()
    assert Kind.TIME_GIVEN in weeks.kinds_to(asking.user, since)
    asked.refresh_from_db()
    assert asked.deadline_at - asking.deadline_at == DAY


CHAPTERS = (
    beas_orders_decide_when_her_time_runs_out,
    nobody_answers_an_invitation,
    a_clock_does_not_end_the_game,
    a_missed_turn_leaves_time_for_the_next,
    dae_comes_back_and_votes,
    eva_plays_on_for_bea,
    somebody_gets_more_time,
    caio_goes_away_and_comes_back,
    the_moderators_pause_a_table,
    ana_leaves_with_a_word,
    bea_cancels_the_game_that_never_began,
)


def test_seventeen_days(story: Story) -> None:
    for chapter in CHAPTERS:
        chapter(story)
    assert story.weeks.now >= story.weeks.day(17)
    for user in story.players | {story.eva}:
        letters = story.weeks.letters_to(user, START)
        assert len({one.text for one in letters}) == len(letters)  # none comes twice
        days = [one.at.date() for one in letters]
        assert max(map(days.count, days)) <= 10, user  # of two tables
    for game in (story.daily, story.lunch, story.waiting):
        assert check_stream(game.pk).findings == []
