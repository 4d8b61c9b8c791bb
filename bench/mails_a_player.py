"""``python -m bench.mails_a_player``: how many emails a player gets, by pace.

The service itself runs on a database of its own, with a clock that jumps ahead. People
look at their email at fixed minutes of the day. If one has come that asks them, they
play all games in which they are awaited, and decide like autopilot. One of them, the
reader, chooses a pace of emails and may play by a reply for each decision. The others
get emails at once and play on the page. Every email to the reader is counted.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from itertools import count
from typing import NamedTuple
from unittest.mock import patch

import django

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
#: A Monday morning.
START = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
#: Emails go before each look, and when a move of a look can no longer be taken back.
UNDONE_WITHIN = 5
#: Digests go at each full hour, or when the day of a reader begins.
HOURLY, DAILY = tuple(range(0, 24 * 60, 60)), (480,)
#: Minutes of the day at which the service looks for reminders that are due.
SWEEPS = (360, 720, 1080)
LONGEST = 200 * DAY
#: So many answers in a row are enough for any turn.
PATIENCE = 40


class Habit(NamedTuple):
    """When people look at their email, in minutes of the day."""

    name: str
    looks: tuple[int, ...]


OFTEN = Habit("every half hour from 8 to 22", tuple(range(480, 1320, 30)))
THRICE = Habit("at 8:30, 13:00 and 20:00", (510, 780, 1200))
#: When all look, and how many games they play at once.
ROWS = ((THRICE, 1), (OFTEN, 1), (OFTEN, 3))
PLAYERS = 4


class Case(NamedTuple):
    """A way to play: a pace of emails, and whether moves are replies."""

    name: str
    pace: str
    by_reply: bool = False


CASES = (
    Case("at once", "at_once"),
    Case("at once, moves by reply", "at_once", by_reply=True),
    Case("at most one an hour", "hourly"),
    Case("once a day", "daily"),
)


class Outcome(NamedTuple):
    """Emails to the reader while the games ran, and for how many days they did."""

    mails: int
    kinds: Counter[str]
    days: float


def simulate(players: int, tables: int, habit: Habit, case: Case) -> Outcome:
    """Let the same people play so many games at once, until all are over."""
    from django.core import mail as outbox

    from games.accounts.users import user_for_email
    from games.lobby.new_games import create_game
    from games.log.table_rows import read_seats
    from games.models import Game, Status
    from games.seats.invitations import accept_seat
    from notifications.models import OutgoingMail
    from notifications.preferences.services import save_preferences
    from stoneage_core.terms import Terms

    number = next(_NUMBERS)
    people = [
        user_for_email(email=f"p{number}-{each}@example.org", now=START)
        for each in range(players)
    ]
    reader = people[0]
    for user in people:
        pace = case.pace if user == reader else "at_once"
        save_preferences(user=user, now=START, pace=pace, text_only=True)
    games = []
    for table in range(tables):
        host, *others = people[table % players :] + people[: table % players]
        invited = [str(user.email) for user in (host, *others)]
        game = create_game(host=host, players=invited, now=START, terms=Terms(players))
        for seat in read_seats(game)[1:]:
            game = accept_seat(seat=seat, now=START)
        games.append(game.pk)
    with _clock() as clock:
        looked = START
        for now in _moments(habit, case):
            minute = now.hour * 60 + now.minute
            if minute in SWEEPS:
                clock.sweep(now)
            _deliver(now)
            if minute not in habit.looks:
                continue
            for user in people:
                by_reply = case.by_reply and user == reader
                _look(user, looked, now, by_reply=by_reply)
            looked = now
            if not Game.objects.filter(pk__in=games, status=Status.ACTIVE).exists():
                _deliver(now + DAY)
                break
    sent = OutgoingMail.objects.filter(user=reader, status="sent")
    kinds = Counter(sent.values_list("kind", flat=True))
    outbox.outbox.clear()
    return Outcome(kinds.total(), kinds, (now - START) / DAY)


_NUMBERS = count(1)


def _moments(habit: Habit, case: Case) -> Iterator[datetime]:
    """Yield when something may happen, until nobody would go on playing."""
    after = (look + UNDONE_WITHIN for look in habit.looks)
    digests = {"hourly": HOURLY, "daily": DAILY}.get(case.pace, ())
    minutes = sorted({*digests, *SWEEPS, *habit.looks, *after})
    midnight = START.replace(hour=0)
    while midnight < START + LONGEST:
        for minute in minutes:
            if midnight + minute * MINUTE > START:
                yield midnight + minute * MINUTE
        midnight += DAY


class _Clock:
    """The time of the sweeps; all else is told the time."""

    now = START

    def sweep(self, now: datetime) -> None:
        from games import tasks
        from games.models import Heartbeat
        from games.outages import HEART

        self.now = now
        Heartbeat.objects.filter(pk=HEART).update(beat_at=now)
        tasks.sweep_due()


@contextmanager
def _clock() -> Iterator[_Clock]:
    clock = _Clock()
    with patch("games.tasks.database_now", lambda: clock.now):
        yield clock


def _deliver(now: datetime) -> None:
    from notifications.models import OutgoingMail
    from notifications.sending.send import send_batch

    due = OutgoingMail.objects.open().filter(due_at__lte=now)
    while due.exists() and send_batch(now=now):
        pass


def _look(user: object, since: datetime, now: datetime, *, by_reply: bool) -> None:
    """Play everything that waits, if an email has come since that asks."""
    from games.models import Seat
    from notifications.models import Kind, OutgoingMail
    from notifications.models.preferences import ASKING

    mails = OutgoingMail.objects.filter(user=user, sent_at__gte=since)
    asking = mails.filter(topic__in=ASKING) | mails.filter(
        kind__in=(Kind.DIGEST, Kind.REPLY_READ)
    )
    if not asking.exists():
        return
    waiting = Seat.objects.in_active_games().filter(user=user, awaited_at__lt=now)
    for seat in waiting.order_by("pk"):
        play = _play_by_reply if by_reply else _play_on_page
        play(seat.pk, now)


def _play_on_page(pk: int, now: datetime) -> None:
    """Decide until others are to decide; the page is open meanwhile."""
    from games.deadlines import record_open_page
    from games.log import positions
    from games.models import Seat
    from games.table.submit import submit_command
    from stoneage_core import autopilot

    for _ in range(PATIENCE):
        seat = Seat.objects.select_related("game", "user").get(pk=pk)
        if not seat.is_awaited:
            return
        record_open_page(seat=seat, now=now)
        state = positions.state_of(seat.game)
        submit_command(
            seat=seat,
            command=autopilot.choose(state, seat.number),
            expected_version=seat.game.version,
            request_id=None,
            now=now,
        )


def _play_by_reply(pk: int, now: datetime) -> None:
    """Reply with one decision, and to each answer that asks for the next one."""
    from games.command_language.spelling import spell_command
    from games.log import positions
    from games.models import Seat
    from notifications.inbox.process import process_batch
    from notifications.inbox.store import receive_mail
    from notifications.models import Channel
    from notifications.replies.reply_address import reply_address
    from stoneage_core import autopilot, notation

    for _ in range(PATIENCE):
        seat = Seat.objects.select_related("game", "user").get(pk=pk)
        if not seat.is_awaited or seat.user is None:
            return
        command = autopilot.choose(positions.state_of(seat.game), seat.number)
        typed = spell_command(notation.to_text(command))
        reply = EmailMessage()
        reply["From"] = seat.user.email
        reply["Message-ID"] = f"<reply-{next(_NUMBERS)}@example.org>"
        reply.set_content(typed)
        receive_mail(
            reply.as_bytes(),
            channel=Channel.MAILBOX,
            recipients=[reply_address(seat)],
            sender=seat.user.email,
            is_trusted=True,
            now=now,
        )
        version = seat.game.version
        process_batch(now=now)
        _deliver(now)
        seat.game.refresh_from_db()
        assert seat.game.version > version, f"not understood: {typed}"
        now += MINUTE


def main() -> None:
    """Print a table; the kinds of emails go to the standard error."""
    print(f"| games of {PLAYERS}, looked at | {' | '.join(c.name for c in CASES)} |")
    print("| --- " * (len(CASES) + 1) + "|")
    for habit, tables in ROWS:
        cells = []
        for case in CASES:
            mails, kinds, days = simulate(PLAYERS, tables, habit, case)
            cells.append(f"{mails} in {days:.0f} days")
            print(habit.name, tables, case.name, dict(kinds), file=sys.stderr)
        games = "one game" if tables == 1 else f"{tables} games at once"
        print(f"| {games}, {habit.name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.pop("DATABASE_URL", None)
    django.setup()
    from django.conf import settings
    from django.db import connections
    from django.test.utils import setup_databases, setup_test_environment

    settings.REPLY_TO = "play@stoneage.example"
    settings.TRANSPARENCY_KEYS = []
    connections["default"].settings_dict["TEST"]["NAME"] = ":memory:"
    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)
    main()
