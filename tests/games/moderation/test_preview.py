"""The preview of an action says what it would do, and changes nothing."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.clocks import PRESETS
from games.log.positions import past_events
from games.models import Game, ModerationAction, User
from games.moderation.action import execute
from games.moderation.registry import all_actions
from games.moderation.wizard import dry_run
from games.presentation.event_text import SourceMask, event_text
from games.presentation.text import join_list
from notifications.models import OutgoingMail
from stoneage_core import notation
from stoneage_core.events.staff import StaffActed
from stoneage_core.state import EndReason
from tests.games.moderation.conftest import REASON, desk
from tests.games.moderation.doing import before_last_move, context_of, seat
from tests.support.pages import markup_of
from tests.support.play import everything, submit

NAMES = ("Alice", "Bob")


@pytest.fixture
def game(two_player_game: Game, now: datetime) -> Game:
    """Alice has placed, and Bob is asked."""
    return submit(two_player_game, 0, "forest 3", now=now).game


def words_of(key: str, game: Game, now: datetime) -> dict[str, Any]:
    """Return the subject of an action, and the answers of its form."""
    on_bob = {"seat": seat(game, 1)}
    return {
        "pause": {"game": game, "until": now + timedelta(days=2)},
        "clock": {"game": game, "clock": PRESETS["live"]},
        "grant": {**on_bob, "seconds": 86_400},
        "entrust": on_bob,
        "play": {**on_bob, "command": notation.from_text("hut")},
        "freeze": {"game": game},
        "roll_back": {"game": game, "sequence": before_last_move(game)},
        "end": {"game": game, "how": EndReason.DRAWN},
    }[key]


@pytest.mark.parametrize(
    "key",
    ["pause", "clock", "grant", "entrust", "play", "freeze", "roll_back", "end"],
)
def test_preview_says_each_event(
    game: Game, administrator: User, now: datetime, key: str
) -> None:
    action, words = all_actions()[key], words_of(key, game, now)
    before, version = everything(game), game.version
    preview = dry_run(action, context_of(by=administrator, now=now, **words))
    assert everything(game) == before
    assert not ModerationAction.objects.exists()
    execute(action, context_of(by=administrator, now=now, **words))
    act, *happened = past_events(game, after=version)
    assert isinstance(act.event, StaffActed)
    assert happened
    for one, sentence in zip(happened, preview.sentences, strict=False):
        assert sentence == event_text(one, NAMES, SourceMask(game)).text
    mail = "Alice and Bob get an email with your reason. It does not name you."
    meaning = preview.sentences[preview.sentences.index(mail) + 1]
    assert str(action.means) in meaning
    is_told = "The person who gets it can appeal once." in preview.sentences
    assert is_told is action.may_be_appealed


@pytest.mark.parametrize("key", ["links", "entrust"])
def test_preview_names_those_who_get_the_email(
    game: Game, moderator: User, now: datetime, key: str
) -> None:
    """About replaced links, only the player of the seat gets one."""
    action, words = all_actions()[key], {"by": moderator, "seat": seat(game, 1)}
    told = dry_run(action, context_of(now=now, **words)).sentences
    act = execute(action, context_of(now=now, **words))
    emailed = OutgoingMail.objects.filter(act=act).order_by("seat__number")
    names = join_list([str(mail.user) for mail in emailed])
    assert len([line for line in told if line.startswith(f"{names} get")]) == 1


def test_preview_says_which_deadlines_change(
    game: Game, moderator: User, now: datetime
) -> None:
    words = words_of("pause", game, now)
    context = context_of(by=moderator, now=now, **words)
    told = dry_run(all_actions()["pause"], context).sentences
    (deadline,) = [each for each in told if "Wed 25 Nov 2026" in each]
    assert "Bob" in deadline
    assert "Mon 23 Nov 2026" in deadline


def test_preview_of_an_act_on_a_person_names_the_games(
    game: Game, bob: User, administrator: User, now: datetime
) -> None:
    context = context_of(by=administrator, now=now, user=bob)
    told = dry_run(all_actions()["ban"], context).sentences
    assert game.slug in told[0]
    assert "Bob" in told[0]
    assert User.objects.get(pk=bob.pk).is_active


@pytest.mark.parametrize(
    ("key", "fields", "shown"),
    [
        ("links", {"seat": 1}, [("Seat", "Bob")]),
        ("play", {"choice": "1 hut"}, [("Decision", "Bob: hut")]),
        ("end", {"how": EndReason.DRAWN}, [("End the game", "as a draw")]),
        ("freeze", {}, []),
        (
            "grant",
            {"seat": 1, "seconds": 0},
            [
                ("Seat", "Bob"),
                ("Total extra time for the current decision", "none"),
            ],
        ),
    ],
)
def test_preview_shows_what_was_filled_in(
    game: Game,
    administrator: User,
    at_desk: Callable[[User], Client],
    key: str,
    fields: dict[str, object],
    shown: list[tuple[str, str]],
) -> None:
    """Such as the seat and the move, so that nobody has to remember them."""
    page = at_desk(administrator).post(desk(game, key), {"reason": REASON, **fields})
    assert page.context["answers"] == shown
    found = re.findall(
        r"<dt>(.*?)</dt><dd>(.*?)</dd>", markup_of(page.content.decode())
    )
    assert found[: len(shown)] == shown


def test_preview_of_a_deletion_counts_the_games(
    game: Game, bob: User, administrator: User, now: datetime
) -> None:
    context = context_of(by=administrator, now=now, user=bob)
    told = dry_run(all_actions()["forget"], context).sentences
    assert "Seats that autopilot would currently take: 1." in told
    assert "It has a link with which only they can download their data." in told
