"""Why the staff did something stands in the record, and is checked as far as can be."""

from datetime import datetime, timedelta

import pytest
from django.db import connection

from games.history.export import record_lines
from games.history.importing import import_game
from games.models import Game, ModerationAction, User
from games.store import append_only
from stoneage_core import audit
from stoneage_core.state import EndReason
from tests.games.moderation.doing import do_action, seat
from tests.games.test_record import wiped

WHY = "Bob’s sister asked for it: he is ill."


@pytest.fixture
def record(two_player_game: Game, moderator: User, now: datetime) -> str:
    """The record of a game in which the staff did four things, two in the log."""
    game, by = two_player_game, {"by": moderator, "now": now}
    until = now + timedelta(days=2)
    do_action("pause", game=game, until=until, reason=WHY, **by)
    do_action("links", seat=seat(game, 1), reason="It was passed on.", **by)
    do_action("note", game=game, reason="We look into it.", **by)
    do_action("end", game=game, how=EndReason.DRAWN, reason="Both wished it.", **by)
    return "".join(record_lines(Game.objects.get(pk=game.pk)))


def reason_of(text: str) -> str:
    verdict = audit.verify(text)
    assert verdict.finding is not None
    return audit.in_words(verdict)


def test_every_act_is_told_with_its_reason(record: str) -> None:
    verdict = audit.verify(record)
    assert (verdict.finding, verdict.acts) == (None, 4)
    _events, acts = audit.parted(record)
    pause, links, note, end = acts.splitlines()
    assert '"act":"pause","event":' in pause
    assert WHY in pause
    assert '"act":"links","event":null,"seat":1,"reason":"It was passed on."' in links
    assert "We look into it." in note
    assert '"act":"end","event":' in end
    assert "told with their reasons: 4." in audit.in_words(verdict)


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("he is ill", "he is fine"),
        ('"act":"links"', '"act":"ban"'),
        ('"seat":1', '"seat":0'),
        ('"number":2', '"number":3'),
        ('{"staff":{"number":2', '{"Staff":{"number":2'),
        ('"act":"pause"', '"act":"pause","by":"mona"'),
    ],
)
def test_a_changed_act_is_found(record: str, said: str, instead: str) -> None:
    events, acts = audit.parted(record)
    assert said in acts
    told = reason_of(events + acts.replace(said, instead, 1))
    assert told.startswith("The record is wrong: ")


def test_an_act_taken_out_is_found(record: str) -> None:
    events, acts = audit.parted(record)
    first, _second, *others = acts.splitlines(keepends=True)
    told = reason_of(events + first + "".join(others))
    assert told.endswith("The acts of the staff are not as they were written")


def test_an_act_led_to_an_event_of_the_staff(record: str) -> None:
    events, _acts = audit.parted(record)
    slug = audit.verify(record).game
    moment = "2026-11-20T12:00:00.000000Z"
    made_up = audit.StaffAct(1, "pause", 2, None, WHY, moment)
    told = reason_of(events + audit.write_acts([made_up], slug))
    assert told.endswith("Act 1 of the staff led to no event of theirs")


def test_what_was_done_elsewhere_is_not_taken_over(
    finished_game: Game, moderator: User, now: datetime
) -> None:
    """Nobody here did it; the game itself is the same."""
    do_action("note", by=moderator, game=finished_game, text=WHY, now=now)
    told = "".join(record_lines(finished_game))
    assert audit.verify(told).acts == 1
    assert import_game(text=told, now=now) == finished_game
    append_only.remove(connection)
    ModerationAction.objects.all().delete()
    append_only.install(connection)
    events, _acts = audit.parted(told)
    wiped(finished_game)
    game = import_game(text=told, now=now)
    assert "".join(record_lines(game)) == events
    assert import_game(text=told, now=now) == game
