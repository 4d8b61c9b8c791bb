"""Rolling a game back in each phase, repeatedly, and undoing it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count

import pytest
from django.test import Client
from msgspec.structs import replace

from games.clocks import PRESETS
from games.lobby.new_games import create_game
from games.log import positions
from games.models import Game, StoredEvent, User
from games.now import database_now
from games.seats.invitations import accept_seat
from games.table.votes import cast_vote
from stoneage_core import GameState
from stoneage_core.state import Phase, Question
from stoneage_core.terms import Terms
from tests.games.moderation.conftest import REASON, assert_whole, desk
from tests.games.moderation.doing import before_last_move, do_action, seat
from tests.support.games import Loaded
from tests.support.play import play_on, play_to_hunger, submit
from tests.support.proposals import propose_takeback
from tests.support.refusals import refuses
from tests.support.standing_time import StandingTime

LATER = timedelta(hours=1)


def back(game: Game, by: User, sequence: int, now: datetime) -> Game:
    do_action("roll_back", by=by, game=game, sequence=sequence, reason=REASON, now=now)
    game.refresh_from_db()
    assert_whole(game)
    return game


def position(game: Game) -> GameState:
    """Return the state without its version, which always grows."""
    return replace(positions.state_of(game), version=0, drawn_at=0, redone=())


def test_roll_back_during_placement(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game, before = two_player_game, position(two_player_game)
    submit(game, 0, "forest 3", now=now)
    submit(game, 1, "hut 2", now=now)
    first = StoredEvent.objects.get(game=game, command="forest 3").sequence
    game = back(game, moderator, first - 1, now + LATER)
    assert position(game) == before
    seat = game.seats.get(number=0)
    assert seat.awaited_at == now + LATER  # the full time again
    assert game.seats.get(number=1).awaited_at is None
    submit(game, 0, "hut 2", now=now + LATER)
    assert_whole(game)


def to_actions(game: Game, now: datetime) -> Game:
    for player, text in ((0, "forest 3"), (1, "clay pit 5"), (0, "hut")):
        game = submit(game, player, text, now=now).game
    return game


def test_roll_back_with_dice_on_the_table(
    two_player_game: Game, loaded: Loaded, moderator: User, now: datetime
) -> None:
    game = to_actions(two_player_game, now)
    before = position(game)
    sequence = game.version
    game = submit(game, 0, "use forest", now=now).game
    game = back(game, moderator, sequence, now + LATER)
    assert position(game) == before
    loaded.dice[:] = [6, 6, 6]
    submit(game, 0, "use forest", now=now + LATER)
    assert_whole(game)


def test_roll_back_with_a_roll_that_waits_for_tools(
    two_player_game: Game, loaded: Loaded, moderator: User, now: datetime
) -> None:
    game = two_player_game
    for player, text in ((0, "tool maker"), (1, "clay pit 5"), (0, "forest 4")):
        game = submit(game, player, text, now=now).game
    sequence, before = game.version, position(game)
    loaded.dice[:] = [3, 3, 3, 2]  # with the tool, four pieces of wood
    game = submit(game, 0, "use tool maker", now=now).game  # and then the forest
    assert positions.state_of(game).question is Question.TOOLS
    rolled = game.version
    game = back(game, moderator, sequence, now + LATER)
    assert position(game) == before
    # Back to the dice on the table: undone by another roll-back.
    game = back(game, moderator, rolled, now + LATER)
    assert positions.state_of(game).question is Question.TOOLS
    submit(game, 0, "no tools", now=now + LATER)
    assert_whole(game)


def test_roll_back_during_feeding(
    two_player_game: Game, loaded: Loaded, moderator: User, now: datetime
) -> None:
    game = play_to_hunger(two_player_game, now=now)
    before, sequence = position(game), game.version
    game = submit(game, 0, "go hungry", now=now).game
    game = back(game, moderator, sequence, now + LATER)
    assert position(game) == before
    assert positions.state_of(game).phase is Phase.FEEDING
    assert game.seats.filter(awaited_at=now + LATER).count() == 2
    # And from the next round into the beginning of this one.
    first = StoredEvent.objects.filter(game=game).moves().earliest("sequence")
    game = back(game, moderator, first.sequence - 1, now + LATER)
    assert positions.state_of(game).round == 1


def test_roll_backs_can_follow_and_undo_each_other(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game, start = two_player_game, position(two_player_game)
    first = game.version
    submit(game, 0, "forest 3", now=now)
    game = submit(game, 1, "hut 2", now=now).game
    both, full = game.version, position(game)
    game = back(game, moderator, before_last_move(game), now)
    one = position(game)
    game = back(game, moderator, first, now)  # a second one, past the first
    assert position(game) == start
    second = game.version
    game = back(game, moderator, second - 1, now)  # undone: after the first one again
    assert position(game) == one
    game = back(game, moderator, both, now)  # and the first one is undone, too
    assert position(game) == full
    assert StoredEvent.objects.filter(game=game, type="GameRolledBack").count() == 4


@pytest.mark.parametrize("sequence", [-1, 0, 1, 2, 10_000])
def test_roll_back_to_before_the_start_is_refused(
    two_player_game: Game, moderator: User, now: datetime, sequence: int
) -> None:
    submit(two_player_game, 0, "forest 3", now=now)
    with refuses("irregular"):
        do_action(
            "roll_back",
            by=moderator,
            game=two_player_game,
            sequence=sequence,
            reason=REASON,
            now=now,
        )


def test_roll_back_into_a_decision_is_refused(
    two_player_game: Game, moderator: User, now: datetime
) -> None:
    game = to_actions(two_player_game, now)
    decided = StoredEvent.objects.get(game=game, command="clay pit 5").sequence
    assert game.version > decided
    with refuses("irregular", match="middle"):
        do_action(
            "roll_back",
            by=moderator,
            game=game,
            sequence=decided,
            reason=REASON,
            now=now,
        )


def test_roll_back_restores_the_banks(
    alice: User, bob: User, moderator: User, now: datetime
) -> None:
    emails = [str(user.email) for user in (alice, bob)]
    saver = PRESETS["saver"]
    game = create_game(
        host=alice,
        players=emails,
        terms=Terms(len(emails), saver, first_player=0),
        now=now,
    )
    game = accept_seat(seat=game.seats.get(number=1), now=now)
    sequence, full = game.version, game.table_state.seats[0].bank
    assert full is not None
    late = now + timedelta(days=3)
    game = submit(game, 0, "forest 3", now=late).game
    less = game.table_state.seats[0].bank
    assert less is not None
    assert less < full
    game = back(game, moderator, sequence, late)
    assert game.table_state.seats[0].bank == full
    deadline = game.seats.get(number=0).deadline_at
    assert deadline is not None
    assert deadline >= late + timedelta(seconds=full)


def test_preview_shows_deadlines_and_seats_on_autopilot(
    two_player_game: Game,
    moderator: User,
    at_desk: Callable[[User], Client],
    time_stands: StandingTime,
) -> None:
    game, now = two_player_game, database_now()
    sequence = game.version
    do_action(
        "entrust", by=moderator, seat=game.seats.get(number=1), reason=REASON, now=now
    )
    submit(game, 0, "forest 3", now=now)
    time_stands.now += LATER
    fields = {"reason": REASON, "sequence": sequence}
    page = at_desk(moderator).post(desk(game, "roll_back"), fields).content.decode()
    assert "Alice decides until" in page
    assert "Autopilot goes on playing for Bob" in page
    assert "the whole time" not in page


def test_proposal_of_the_repeated_round_lapses(
    three_player_game: Game, moderator: User, now: datetime
) -> None:
    """The round had ended once before the proposal, and ends once more."""
    game = to_round(three_player_game, 3, now)
    wanted, *_, fourth = decisions_of_round(game, 2)[:4]
    now += timedelta(days=1)
    propose_takeback(seat=seat(game, 0), decision=wanted, now=now)
    back(game, moderator, fourth - 1, now + LATER)
    assert len(Game.objects.get(pk=game.pk).table_state.proposals) == 1
    game = to_round(game, 3, now + 2 * LATER)
    cast_vote(seat=seat(game, 1), proposal=1, agrees=True, now=now + 9 * LATER)
    game.refresh_from_db()
    assert game.table_state.proposals == ()
    assert '"lapsed"' in game.events.get(type="ProposalSettled").data
    assert_whole(game)


def to_round(game: Game, number: int, now: datetime) -> Game:
    for minute in count():
        if (game := Game.objects.get(pk=game.pk)).round == number:
            return game
        game = play_on(game, now=now + timedelta(minutes=minute), decisions=1)
    raise AssertionError


def decisions_of_round(game: Game, number: int) -> list[int]:
    """Return the first events of the decisions in a round, in order."""
    begins = game.events.filter(type="RoundStarted").order_by("sequence")
    first, last = begins.values_list("sequence", flat=True)[number - 1 : number + 1]
    moves = game.events.filter(sequence__range=(first, last)).moves()
    return list(moves.order_by("sequence").values_list("sequence", flat=True))
