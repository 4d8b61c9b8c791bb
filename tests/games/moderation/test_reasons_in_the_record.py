"""
The record contains the reasons of the staff, which are checked as far as possible.
"""

import json
from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.history.export import record_lines
from games.history.importing import import_game
from games.models import Game, ModerationAction, User
from stoneage_core import audit
from stoneage_core.record.transcript import (
    read_transcript_lines,
    transcript_json,
    write_transcript,
)
from stoneage_core.state import EndReason
from tests.games.history.test_record import wiped
from tests.games.moderation.doing import do_action, seat
from tests.support.triggers import without_triggers

WHY = "Bob’s sister asked for it: he is ill."


@pytest.fixture
def record(two_player_game: Game, moderator: User, now: datetime) -> str:
    """The record of a game in which the staff did four things."""
    game, by = two_player_game, {"by": moderator, "now": now}
    until = now + timedelta(days=2)
    do_action("pause", game=game, until=until, reason=WHY, **by)
    do_action("links", seat=seat(game, 1), reason="It was passed on.", **by)
    do_action("note", game=game, reason="We look into it.", **by)
    do_action("end", game=game, how=EndReason.DRAWN, reason="Both wished it.", **by)
    return "".join(record_lines(Game.objects.get(pk=game.pk)))


def test_every_act_has_its_reason_in_the_record(record: str) -> None:
    verdict = audit.verify(record)
    assert (verdict.finding, len(verdict.acts)) == (None, 4)
    assert verdict.without_reason == ()
    _events, reasons, _place = audit.split_record(record)
    told = [json.loads(line)["staff"] for line in reasons.splitlines()]
    assert [each["event"] for each in told] == list(verdict.acts)
    whys = [WHY, "It was passed on.", "We look into it.", "Both wished it."]
    assert [each["reason"] for each in told] == whys
    lines = record.splitlines()
    acts = [json.loads(lines[at - 1])["event"] for at in verdict.acts]
    assert [act["act"] for act in acts] == ["pause", "links", "note", "end"]
    assert [act["seat"] for act in acts] == [None, 1, None, None]


def test_transcripts_have_the_reasons(
    record: str, two_player_game: Game, client: Client
) -> None:
    """The site's own one as well, and the JSON for programs."""
    whys = [WHY, "It was passed on.", "We look into it.", "Both wished it."]
    transcript = client.get(f"/games/{two_player_game.slug}/transcript.txt").text
    lines = read_transcript_lines(record)
    assert transcript == write_transcript(lines)
    assert [why in transcript for why in whys] == [True] * 4
    told = json.loads(transcript_json(lines))
    events = [event for decision in told for event in decision["events"]]
    assert [event["reason"] for event in events if "reason" in event] == whys


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("he is ill", "he is fine"),
        ('{"staff":{"event":', '{"Staff":{"event":'),
        ('"nonce":"', '"by":"mona","nonce":"'),
    ],
)
def test_changed_reason_is_detected(record: str, said: str, instead: str) -> None:
    events, reasons, _place = audit.split_record(record)
    assert said in reasons
    verdict = audit.verify(events + reasons.replace(said, instead, 1))
    assert verdict.finding is not None


def test_missing_reason_is_named(record: str) -> None:
    events, reasons, _place = audit.split_record(record)
    first, _second, *others = reasons.splitlines(keepends=True)
    verdict = audit.verify(events + first + "".join(others))
    assert verdict.finding is None
    assert verdict.without_reason == verdict.acts[1:2]


def test_ban_does_not_reveal_its_reason_to_the_game(
    two_player_game: Game, administrator: User, bob: User, now: datetime
) -> None:
    do_action("ban", by=administrator, user=bob, reason=WHY, now=now)
    told = "".join(record_lines(Game.objects.get(pk=two_player_game.pk)))
    verdict = audit.verify(told)
    assert (verdict.finding, len(verdict.acts)) == (None, 1)
    assert verdict.without_reason == verdict.acts
    assert WHY not in told
    assert '"act":"entrust"' in told


def test_reasons_are_not_imported(
    finished_game: Game, moderator: User, now: datetime
) -> None:
    """Nobody here did these acts. The game itself is the same."""
    do_action("note", by=moderator, game=finished_game, text=WHY, now=now)
    told = "".join(record_lines(finished_game))
    assert len(audit.verify(told).acts) == 1
    assert import_game(text=told, now=now) == finished_game
    with without_triggers():
        ModerationAction.objects.all().delete()
    events, _acts, _place = audit.split_record(told)
    wiped(finished_game)
    game = import_game(text=told, now=now)
    assert "".join(record_lines(game)) == events
    assert import_game(text=told, now=now) == game
