"""A worker may die anywhere: whoever reads the mail again plays nothing twice."""

from collections.abc import Callable
from datetime import datetime
from types import ModuleType
from typing import Any

import pytest

from games import selectors
from games.models import Game, StoredEvent, TalkMessage, User
from notifications.models import IncomingMail, Kind, OutgoingMail, Reading
from notifications.replies import answers, deeds, reading, running
from notifications.replies.reading import read
from notifications.replies.running import request_id_of
from stoneage_core import awaited
from tests.games.play import against_automatic, submit
from tests.notifications.conftest import seat_of
from tests.notifications.replies.conftest import fates, fresh, incoming, typed

LINES = "hut\nboard\nhunting grounds 1\norders feed wood\nriver 1"


WHERE: dict[str, tuple[ModuleType, Callable[..., Any]]] = {
    "carry_out": (running, deeds.carry_out),
    "note": (running, running.note),
    "settle": (reading, answers.settle),
}


class Died(Exception):
    """A worker was killed."""


class Killer:
    """Lets what it wraps work so many times, and then dies before or after it."""

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


def facts(game: Game) -> tuple[object, ...]:
    """What was done, but for the moments at which it was."""
    events = StoredEvent.objects.filter(game=game).order_by("sequence")
    return (
        list(events.values_list("type", "decided_by", "decided_how", "command")),
        list(TalkMessage.objects.filter(game=game).values_list("text", flat=True)),
        OutgoingMail.objects.filter(kind=Kind.REPLY_READ, game=game).count(),
    )


@pytest.fixture
def table(alice: User, loaded: object, now: datetime) -> Game:
    """Alice and an automatic player, whose answers come at once."""
    return against_automatic(alice, now=now).game


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("after", range(5))
@pytest.mark.parametrize("where", WHERE)
@pytest.mark.django_db(transaction=True)
def test_nothing_is_done_twice(
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
            read(fresh(mail), typed(LINES), now)
        except Died:
            assert fresh(mail).reading == Reading.WAITING
    read_until_done(mail, now)
    done = fresh(mail)
    assert fates(done) == ["done"] * 5, done.steps
    commands = StoredEvent.objects.filter(game=table, decided_by=0).exclude(command="")
    assert list(commands.order_by("sequence").values_list("command", flat=True)) == [
        "hut",
        "hunting grounds 1",
        "river 1",
    ]
    assert OutgoingMail.objects.filter(kind=Kind.REPLY_READ).count() == 1


def read_until_done(mail: IncomingMail, now: datetime) -> None:
    if fresh(mail).reading == Reading.WAITING:
        read(fresh(mail), typed(LINES), now)


@pytest.mark.django_db(transaction=True)
def test_read_again_when_all_is_done(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    mail = incoming(seat_of(two_player_game, alice), now)
    read(fresh(mail), typed("forest 3\nhut"), now)
    before = facts(two_player_game)
    steps = fresh(mail).steps
    read(fresh(mail), typed("forest 3\nhut"), now)
    assert facts(two_player_game) == before
    assert fresh(mail).steps == steps


def test_a_line_has_one_request(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    mail = incoming(seat_of(two_player_game, alice), now)
    assert request_id_of(mail, 0) == request_id_of(fresh(mail), 0)
    assert request_id_of(mail, 0) != request_id_of(mail, 1)


def test_a_step_that_was_lost_plays_nothing_twice(
    two_player_game: Game, alice: User, now: datetime
) -> None:
    """Even where the note of a command is gone, its request is known."""
    mail = incoming(seat_of(two_player_game, alice), now)
    read(fresh(mail), typed("forest 3"), now)
    before = facts(two_player_game)
    IncomingMail.objects.filter(pk=mail.pk).update(steps=[], reading=Reading.WAITING)
    read(fresh(mail), typed("forest 3"), now)
    assert fates(fresh(mail)) == ["done"]
    assert facts(two_player_game) == before


@pytest.mark.django_db(transaction=True)
def test_somebody_else_plays_between_two_lines(
    two_player_game: Game,
    alice: User,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bob is fast: it is Alice's turn again when her second line is tried."""
    mail = incoming(seat_of(two_player_game, alice), now)

    def carry_out(ask: Any, case: Any) -> Any:
        done = deeds.carry_out(ask, case)
        state = selectors.state_of(Game.objects.get(pk=two_player_game.pk))
        if awaited(state) == {1}:
            submit(two_player_game, 1, "field", now=now)
        return done

    monkeypatch.setattr(running, "carry_out", carry_out)
    read(fresh(mail), typed("hut\nforest 2"), now)
    assert fates(fresh(mail)) == ["done", "failed"]
    assert "went on meanwhile" in fresh(mail).steps[1]["words"]
