"""Before the first round: invitation, joining, the board (rules: set-up)."""

from stoneage_core.draft import Draft
from stoneage_core.errors import Code, IllegalMove
from stoneage_core.events import GameCreated, GameStarted, PlayerJoined, RoundStarted
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.places import BUILDING_STACKS
from stoneage_core.rules.purchases import reveal_building
from stoneage_core.rules.round_end import reveal_cards
from stoneage_core.state import Phase, TieBreak

RULES_VERSION = 1
PLAYER_COUNTS = range(2, 5)


def create_game(
    draft: Draft,
    *,
    game: str,
    player_count: int,
    tie_break: TieBreak,
    commitment: str,
    first_player: int | None,
) -> None:
    """Open a stream: the commitment is public before any salt is known."""
    if player_count not in PLAYER_COUNTS:
        english = _("a game is for 2 to 4 players, not {count}")
        raise IllegalMove(Code.WRONG_NUMBER, english, count=player_count)
    if first_player is not None:
        _require_seat(first_player, player_count)
    draft.record(
        GameCreated(
            game, player_count, tie_break, commitment, RULES_VERSION, first_player
        )
    )


def join_game(draft: Draft, player: int, salt: str) -> None:
    """Take a seat; when the last is taken the board is set up and round 1 begins."""
    state = draft.state
    _require_seat(player, state.player_count)
    if state.phase is not Phase.INVITATION or state.salts[player] is not None:
        raise IllegalMove(Code.ALREADY_JOINED, "you have joined this game already")
    draft.record(PlayerJoined(player, salt))
    if None not in draft.state.salts:
        _start_game(draft)


def _require_seat(player: int, player_count: int) -> None:
    if player not in range(player_count):
        english = _("there is no player {number} in this game")
        raise IllegalMove(Code.WRONG_NUMBER, english, number=player + 1)


def _start_game(draft: Draft) -> None:
    players = tuple(range(draft.state.player_count))
    first = draft.state.first_player
    start_player = draft.pick(players) if first is None else first
    draft.record(GameStarted(start_player))
    reveal_cards(draft)
    for place in BUILDING_STACKS[: len(players)]:
        reveal_building(draft, place)
    draft.record(RoundStarted(1, start_player))
