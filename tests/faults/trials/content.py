"""Templates and games that raise, crowds of deadlines and emails, long words."""

import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection, transaction

from games.accounts.users import user_for_email
from games.models import Game, Seat, StoredEvent, User
from games.now import database_now
from games.talk.messages import say_at_table
from notifications.models import Kind, MailStatus, OutgoingMail
from notifications.models.channels import Shape, Webhook
from notifications.webhooks import new_secret
from stoneage_core.time_control import PerMove, TimeControl
from tests.faults.players import QUICK, quiet_game, seats_of
from tests.faults.scene import FaultScene
from tests.faults.trials.mail_server import note_delays
from tests.support.waiting import wait_for

#: How many games are due at once, and how many emails are queued, full and quick.
GAMES, QUEUED = (200, 20), (10_000, 300)
READERS = 100
#: A clock that expires when a trial lets ten minutes pass.
TEN_MINUTES = TimeControl(PerMove(600), misses=20)
#: Texts of the greatest length, without a place to break, or hard to draw.
NAMES = ("W" * 40, "\U0001f9d1\u200d\U0001f680" * 13, "שלום" * 10, "<b>&amp;</b>" * 3)
MESSAGES = (
    "W" * 1_000,
    "\U0001f9d1\u200d\U0001f680 " * 250,
    "<script>" * 125,
    "שלום " * 200,
)


def broken_template(scene: FaultScene) -> Path:
    return scene.servers.directory / "templates" / "emails" / "your_turn.txt"


def break_template(scene: FaultScene, number: int) -> None:
    """Break the text of all emails about turns, as a bad release would."""
    path = broken_template(scene)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{% include 'emails/forgotten.txt' %}")


def mend_template(scene: FaultScene, number: int) -> None:
    broken_template(scene).unlink()


@contextmanager
def unguarded_events() -> Iterator[None]:
    """Let events be changed during the block, which the database refuses otherwise."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_storedevent DISABLE TRIGGER USER")
        yield
        cursor.execute("ALTER TABLE games_storedevent ENABLE TRIGGER USER")


@contextmanager
def poisoned_game(scene: FaultScene) -> Iterator[None]:
    """Damage the last event and the stored state of a game during the block."""
    game = quiet_game(QUICK)
    last = StoredEvent.objects.filter(game=game).order_by("-sequence")[:1].get()
    state = Game.objects.get(pk=game.pk).state
    events = StoredEvent.objects.filter(pk=last.pk)
    with unguarded_events():
        events.update(data=last.data[:-5])
        Game.objects.filter(pk=game.pk).update(state=state[:-5])
    scene.counts["poisoned"] = game.pk

    def heal() -> None:
        with unguarded_events():
            events.update(data=last.data)
            Game.objects.filter(pk=game.pk).update(state=state)

    scene.undo = heal
    yield


def poison_game(scene: FaultScene, number: int) -> None:
    """Let the time of the damaged game run out."""
    scene.pass_time(minutes=2)


def heal_game(scene: FaultScene, number: int) -> None:
    scene.undo()


@contextmanager
def deaf_webhook(scene: FaultScene) -> Iterator[None]:
    """Let a player have a webhook whose server accepts connections and says nothing."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=64)) as server:
        owner = seats_of(scene.players.games[:1])[0].user
        assert owner is not None
        hook = Webhook.objects.create(
            user=owner,
            url=f"http://127.0.0.1:{server.getsockname()[1]}/",
            shape=Shape.STANDARD,
            secret=new_secret(),
            made_at=database_now(),
        )
        scene.counts["owner"] = owner.pk
        yield
        hook.delete()


def note_calls(scene: FaultScene) -> None:
    calls = OutgoingMail.objects.filter(
        pk__gt=scene.began_mails_at, kind=Kind.WEBHOOK, attempts__gt=0
    )
    scene.notes.append(f"{calls.count()} calls hung")
    owner = User.objects.get(pk=scene.counts["owner"])
    note_delays(scene, {str(owner.email)})
    if not calls.exists():
        scene.wrong.append("**no call hung**")


def let_time_run_out(scene: FaultScene, number: int) -> None:
    """Let the deadlines of many games pass in the same second."""
    games = [quiet_game(TEN_MINUTES).pk for _ in range(GAMES[scene.is_quick])]
    now = database_now()
    waiting = Seat.objects.filter(game__in=games, awaited_at__isnull=False)
    scene.pass_time(minutes=11)
    began_at = time.monotonic()
    wait_for(lambda: not waiting.filter(awaited_at__lt=now).exists())
    waited = time.monotonic() - began_at
    scene.notes.append(f"{len(games)} deadlines handled after {waited:.0f} s")


def queue_mails(scene: FaultScene, number: int) -> None:
    """Queue many emails at once."""
    now = database_now()
    readers = [
        user_for_email(email=f"reader{each}@example.org", now=now)
        for each in range(READERS)
    ]
    key = time.monotonic_ns()
    rows = OutgoingMail.objects.bulk_create(
        OutgoingMail(
            kind=Kind.SIGN_IN,
            user=readers[each % READERS],
            dedupe_key=f"queued {key} {each}",
            message_id=f"<queued.{key}.{each}@localhost>",
            created_at=now,
            due_at=now,
            is_counted=True,
        )
        for each in range(QUEUED[scene.is_quick])
    )
    began_at = time.monotonic()
    queued = OutgoingMail.objects.filter(pk__in=[row.pk for row in rows])
    while queued.exclude(status=MailStatus.SENT).exists():
        scene.wait(1)
    took = time.monotonic() - began_at
    scene.notes.append(f"{len(rows):,} emails sent in {took:.0f} s")


def say_much(scene: FaultScene, number: int) -> None:
    """Give players long names, and let them write long messages."""
    now = database_now()
    for each, seat in enumerate(seats_of(scene.players.games)):
        assert seat.user is not None
        User.objects.filter(pk=seat.user.pk).update(name=NAMES[each % len(NAMES)])
        say_at_table(seat=seat, text=MESSAGES[each % len(MESSAGES)], now=now)
