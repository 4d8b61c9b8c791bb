"""Topics that are off are skipped, other mails wait if needed, and the game goes on."""

from datetime import datetime, timedelta

import pytest

from games.deadlines import record_open_page, remind_seat
from games.lobby.new_games import create_game
from games.models import Game, Seat, User
from games.seats.invitations import accept_seat
from games.talk.messages import say_at_table
from notifications.mails.base import KINDS
from notifications.mails.turn import NO_LONGER_AWAITED
from notifications.models import Kind, MailStatus, OutgoingMail, Topic
from notifications.preferences import services
from notifications.preferences.schedule import Why
from notifications.preferences.services import Change
from notifications.sending.send_policy import UNWANTED
from stoneage_core.terms import Terms
from tests.notifications.absence import fresh
from tests.notifications.preferences.conftest import fate, wish
from tests.support.mails import UNDO, Send, mails, seat_of
from tests.support.play import submit
from tests.support.proposals import propose_end

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


def off(user: User, topic: Topic, now: datetime, game: Game | None = None) -> None:
    change(user, Change(topic, False, game), now)


def change(user: User, change: Change, now: datetime) -> None:
    services.save_preferences(user=user, changes=[change], now=now)


def on(user: User, topic: Topic, now: datetime, game: Game | None = None) -> None:
    change(user, Change(topic, True, game), now)


def of_topic(topic: Topic, game: Game, user: User, now: datetime) -> OutgoingMail:
    """Return an open mail on a topic."""
    match topic:
        case Topic.TURNS:
            kind = Kind.YOUR_TURN
        case Topic.REMINDERS:
            seat = seat_of(game, user)
            assert seat.remind_at is not None
            assert remind_seat(seat_id=seat.pk, now=seat.remind_at)
            kind = Kind.REMINDER
        case Topic.TABLE:
            propose_end(seat=fresh(game).seats.get(number=1), now=now)
            kind = Kind.PROPOSAL_MADE
        case Topic.INVITATIONS:
            people = [str(game.seats.get(number=1).user.email), str(user.email)]  # type: ignore[union-attr]
            host = game.seats.get(number=1).user
            assert host is not None
            create_game(host=host, players=people, now=now)
            kind = Kind.INVITATION
        case Topic.TALK:
            other = game.seats.exclude(user=user).get()
            say_at_table(seat=other, text="Watch the gold!", now=now)
            kind = Kind.TALK
        case _:
            raise AssertionError("needs more than a game that is being played")
    *_, mail = mails(kind, user)
    return mail


#: Results need a finished game, leagues a season, and following an outsider.
IN_PLAY = [
    topic
    for topic in Topic
    if topic not in {Topic.RESULTS, Topic.LEAGUES, Topic.FOLLOWING}
]


# Topics


@pytest.mark.parametrize("topic", IN_PLAY)
def test_topic_that_is_off_is_skipped_with_the_reason(
    two_player_game: Game, alice: User, now: datetime, send: Send, topic: Topic
) -> None:
    off(alice, topic, now)
    mail = of_topic(topic, two_player_game, alice, now)
    send(max(now, mail.due_at))
    assert fate(mail) == (MailStatus.SKIPPED, UNWANTED)


@pytest.mark.parametrize("topic", IN_PLAY)
def test_turning_off_a_topic_affects_no_other(
    two_player_game: Game, alice: User, now: datetime, send: Send, topic: Topic
) -> None:
    for other in set(Topic) - {topic}:
        off(alice, other, now)
    on(alice, topic, now)  # talk is off by default
    mail = of_topic(topic, two_player_game, alice, now)
    send(max(now, mail.due_at))
    assert fate(mail) == (MailStatus.SENT, "")


def test_results(
    finished_game: Game, alice: User, bob: User, now: datetime, send: Send
) -> None:
    off(alice, Topic.RESULTS, now)
    send(now + DAY)
    assert fate(mails(Kind.GAME_OVER, alice)[0]) == (MailStatus.SKIPPED, UNWANTED)
    assert fate(mails(Kind.GAME_OVER, bob)[0])[0] == MailStatus.SENT


@pytest.mark.parametrize(
    ("overall", "in_game", "comes"),
    [
        (None, None, True),
        (None, False, False),
        (False, None, False),
        (False, True, True),
        (True, False, False),
    ],
)
def test_choice_for_a_game_takes_precedence(
    two_player_game: Game,
    alice: User,
    now: datetime,
    send: Send,
    overall: bool | None,
    in_game: bool | None,
    comes: bool,
) -> None:
    for is_on, game in ((overall, None), (in_game, two_player_game)):
        if is_on is not None:
            (on if is_on else off)(alice, Topic.TURNS, now, game)
    send(now)
    assert (fate(mails(Kind.YOUR_TURN, alice)[0])[0] == MailStatus.SENT) is comes


def test_choice_for_a_game_affects_no_other_game(
    two_player_game: Game, alice: User, bob: User, now: datetime, send: Send
) -> None:
    off(alice, Topic.TURNS, now, two_player_game)
    game = create_game(
        host=alice, players=[alice, bob], terms=Terms(2, first_player=0), now=now
    )
    accept_seat(seat=game.seats.get(number=1), now=now)
    send(now)
    fates = [fate(mail)[0] for mail in mails(Kind.YOUR_TURN, alice)]
    assert fates == [MailStatus.SKIPPED, MailStatus.SENT]


def test_turning_off_mails_stops_no_clock(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    before = seat_of(two_player_game, alice)
    for topic in Topic:
        off(alice, topic, now)
    send(now)
    after = seat_of(two_player_game, alice)
    assert (after.deadline_at, after.remind_at) == (
        before.deadline_at,
        before.remind_at,
    )


def test_mails_without_topic_cannot_be_turned_off() -> None:
    for kind in (Kind.SIGN_IN, Kind.FRESH_LINK, Kind.KEEP, Kind.STAFF_ACTED):
        assert KINDS[kind].topic is None


# Held mails


def look(game: Game, user: User, now: datetime) -> None:
    record_open_page(seat=seat_of(game, user), now=now)


def test_reader_on_the_page_gets_the_mail_minutes_later(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    look(two_player_game, alice, now)
    send(now)
    (mail,) = mails(Kind.YOUR_TURN, alice)
    waits = Why.VISIT
    assert fate(mail) == (MailStatus.PENDING, waits)
    assert (mail.attempts, mail.due_at) == (0, now + 5 * MINUTE)
    send(now + 5 * MINUTE)
    assert fate(mail)[0] == MailStatus.SENT


def test_reader_who_stays_on_the_page_gets_no_mail_yet(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    (mail,) = mails(Kind.YOUR_TURN, alice)
    for minute in range(0, 60, 4):
        look(two_player_game, alice, now + minute * MINUTE)
        send(now + minute * MINUTE)
    assert fate(mail)[0] == MailStatus.PENDING
    look(two_player_game, alice, now + 61 * MINUTE)
    send(now + 61 * MINUTE)
    assert fate(mail)[0] == MailStatus.SENT, "perhaps only the page is open"


def test_mail_is_skipped_if_the_reader_decides_meanwhile(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    look(two_player_game, alice, now)
    send(now)
    submit(two_player_game, 0, "forest 3", now=now + MINUTE)
    send(now + DAY)
    assert fate(mails(Kind.YOUR_TURN, alice)[0]) == (
        MailStatus.SKIPPED,
        NO_LONGER_AWAITED,
    )


def test_holding_can_be_turned_off(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    wish(alice, now, defers_while_online=False)
    look(two_player_game, alice, now)
    send(now)
    assert fate(mails(Kind.YOUR_TURN, alice)[0])[0] == MailStatus.SENT


@pytest.mark.parametrize("defers_while_online", [True, False])
def test_next_decision_of_the_same_visit_is_held_too(
    two_player_game: Game,
    alice: User,
    now: datetime,
    send: Send,
    defers_while_online: bool,
) -> None:
    wish(alice, now, defers_while_online=defers_while_online)
    submit(two_player_game, 0, "forest 1", now=now)
    submit(two_player_game, 1, "clay pit 5", now=now)
    submit(two_player_game, 0, "quarry 1", now=now)
    *_, mail = mails(Kind.YOUR_TURN, alice)
    assert mail.due_at == now, "whoever sends it asks what its reader prefers"
    send(now)
    waits = Why.VISIT
    held = (MailStatus.PENDING, waits) if defers_while_online else (MailStatus.SENT, "")
    assert fate(mail) == held
    send(now + 10 * MINUTE)
    assert fate(mail)[0] == MailStatus.SENT


@pytest.mark.parametrize("defers_while_online", [True, False])
def test_reminder_is_held_during_a_visit(
    two_player_game: Game,
    alice: User,
    now: datetime,
    send: Send,
    defers_while_online: bool,
) -> None:
    wish(alice, now, defers_while_online=defers_while_online)
    mail = of_topic(Topic.REMINDERS, two_player_game, alice, now)
    look(two_player_game, alice, mail.created_at)
    send(mail.created_at)
    expected = MailStatus.SKIPPED if defers_while_online else MailStatus.SENT
    assert fate(mail)[0] == expected


def test_reminder_comes_after_the_visit_like_other_mails(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    """An open page reports every four minutes; it counts as open for five."""
    mail = of_topic(Topic.REMINDERS, two_player_game, alice, now)
    look(two_player_game, alice, mail.created_at - 5 * MINUTE)
    send(mail.created_at)
    assert fate(mail)[0] == MailStatus.SENT


# Quiet hours


def at_night(game: Game, user: User, now: datetime, hours: int) -> datetime:
    """Make it eleven at night for the reader, with the given time to decide."""
    night = now + 11 * 60 * MINUTE
    Seat.objects.filter(game=game, user=user).update(
        deadline_at=night + hours * 60 * MINUTE
    )
    return night


def test_quiet_hours_delay_a_mail(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    wish(alice, now, quiet=True)
    night = at_night(two_player_game, alice, now, hours=60)
    send(night)
    (mail,) = mails(Kind.YOUR_TURN, alice)
    assert fate(mail)[1] == Why.QUIET
    assert mail.due_at == night + 8 * 60 * MINUTE
    send(mail.due_at)
    assert fate(mail)[0] == MailStatus.SENT


def test_quiet_hours_do_not_delay_beyond_the_deadline(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    wish(alice, now, quiet=True)
    send(at_night(two_player_game, alice, now, hours=6))
    assert fate(mails(Kind.YOUR_TURN, alice)[0])[0] == MailStatus.SENT


def test_quiet_hours_are_off_by_default(
    two_player_game: Game, alice: User, now: datetime, send: Send
) -> None:
    send(at_night(two_player_game, alice, now, hours=60))
    assert fate(mails(Kind.YOUR_TURN, alice)[0])[0] == MailStatus.SENT


# Appearance


def test_text_only_mail_has_no_html(
    two_player_game: Game, alice: User, bob: User, now: datetime, send: Send
) -> None:
    wish(alice, now, text_only=True)
    submit(two_player_game, 0, "forest 3", now=now)
    submit(two_player_game, 1, "clay pit 3", now=now)
    found = {message.to[0]: message for message in send(now + UNDO)}
    kinds = {
        name: {part.get_content_type() for part in message.message().walk()}
        for name, message in found.items()
    }
    assert "text/html" not in kinds["alice@example.org"]
    assert "image/png" not in kinds["alice@example.org"]
    assert "text/plain" in kinds["alice@example.org"]
    assert "text/html" in kinds["bob@example.org"]
