"""A worker may crash anywhere: the next one plays nothing twice."""

from collections.abc import Callable
from datetime import datetime
from types import ModuleType
from typing import Any

import pytest
from django.db.models import QuerySet

from games.decisions import session
from games.models import Game, StoredEvent, User
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.replies import answers, execute, handle, handlers, results
from notifications.replies.handle import handle_reply
from stoneage_core import GameState, autopilot
from stoneage_core.opponents.choosing import ChosenCommand
from stoneage_core.opponents.ladder import Opponent
from stoneage_core.phrases import Phrase
from tests.notifications.replies.conftest import fates, fresh, incoming, typed
from tests.support.mails import seat_of
from tests.support.play import against_automatic

LINES = "hut\nboard\nhunting grounds 1\norders feed wood\nriver 1"


WHERE: dict[str, tuple[ModuleType, Callable[..., Any]]] = {
    "handle_intent": (execute, handlers.handle_intent),
    "record_results": (answers, results.record_results),
    "finish_reply": (handle, answers.finish_reply),
}


NO_REASON = Phrase("test.none", "For no reason.")


class Died(Exception):
    """Simulates that a worker was killed."""


class Killer:
    """Calls the wrapped function some times, and then crashes before or after it."""

    def __init__(self, wrapped: Callable[..., Any], after: int, late: bool) -> None:
        self.wrapped, self.left, self.late = wrapped, after, late

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.left -= 1
        if self.left < 0 and not self.late:
            raise Died
        result = self.wrapped(*args, **kwargs)
        if self.left < 0:
            raise Died
        return result


@pytest.fixture
def table(
    alice: User, loaded: object, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> Game:
    """A game of Alice and a bot that answers at once and leaves her the river."""
    monkeypatch.setattr(session, "choose", as_autopilot)
    return against_automatic(alice, now=now).game


def as_autopilot(
    opponent: Opponent, state: GameState, player: int, game: str
) -> ChosenCommand:
    """Decide like autopilot, which is deterministic."""
    return ChosenCommand(autopilot.choose(state, player), NO_REASON, None)


@pytest.mark.long
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("after", range(5))
@pytest.mark.parametrize("where", WHERE)
@pytest.mark.django_db
def test_crashes_cause_no_repeated_action(
    table: Game,
    alice: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    after: int,
    late: bool,
) -> None:
    mail = incoming(seat_of(table, alice), now)
    module, original = WHERE[where]
    with monkeypatch.context() as patch:
        patch.setattr(module, where, Killer(original, after, late))
        try:
            handle_reply(fresh(mail), typed(LINES), now)
        except Died:
            assert fresh(mail).reading == Reading.WAITING
            assert not decided(table).exists(), "all of it, or nothing"
    read_until_done(mail, now)
    done = fresh(mail)
    assert fates(done) == ["done"] * 5, done.results
    assert list(decided(table).values_list("command", flat=True)) == [
        "hut",
        "hunting grounds 1",
        "river 1",
    ]
    assert OutgoingMail.objects.filter(kind=Kind.REPLY_READ).count() == 1


def decided(game: Game) -> QuerySet[StoredEvent]:
    """Return Alice's decisions in order."""
    hers = StoredEvent.objects.filter(game=game, decided_by=0).moves()
    return hers.order_by("sequence")


def read_until_done(mail: IncomingMail, now: datetime) -> None:
    if fresh(mail).reading == Reading.WAITING:
        handle_reply(fresh(mail), typed(LINES), now)
