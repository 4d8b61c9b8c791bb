"""The end of the game: final scoring and tie-breaks (rules: the end)."""

from collections import Counter

from msgspec.structs import replace

from stoneage_core.components.cards import CARDS, Figure, Green, Sand, Symbol
from stoneage_core.components.tools import total_value
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.rounds import FinalScored, GameEnded
from stoneage_core.rules.draft import Draft
from stoneage_core.rules.open_cards import worth
from stoneage_core.rules.variants import break_ties
from stoneage_core.state import EndReason, GameState, Player, Score
from stoneage_core.terms import Terms


def final_score(tribe: Player) -> Score:
    figures = count_figures(tribe)
    points = {each: figures[each] * worth_of_figure(tribe, each) for each in Figure}
    return Score(
        before=tribe.score,
        green=green_points(tribe),
        farmers=points[Figure.FARMER],
        tool_makers=points[Figure.TOOL_MAKER],
        hut_builders=points[Figure.HUT_BUILDER],
        shamans=points[Figure.SHAMAN],
        resources=tribe.resources.total + worth(tribe),
    )


def points_of_card(tribe: Player, card: int) -> int:
    """Return what one more card would add to a tribe's final score now."""
    with_card = replace(tribe, cards=(*tribe.cards, card))
    return final_score(with_card).total - final_score(tribe).total


def scoring_of(state: GameState, seat: int) -> Score:
    """Return a tribe's final scoring; while the game runs, as if it ended now."""
    return state.scores[seat] or final_score(state.players[seat])


def green_points(tribe: Player) -> int:
    return sum(map(worth_of_set, symbol_sets(tribe)))


def symbol_sets(tribe: Player) -> tuple[tuple[Symbol, ...], ...]:
    """Return the sets of different symbols: the first copies, and the second ones."""
    copies = count_symbols(tribe)
    sets = (tuple(each for each in Symbol if copies[each] >= n) for n in (1, 2))
    return tuple(filter(None, sets))


def worth_of_set(symbols: tuple[Symbol, ...]) -> int:
    """Return the points of a set: the number of its symbols squared."""
    return len(symbols) ** 2


def ranks(players: tuple[Player, ...], terms: Terms) -> tuple[int, ...]:
    """Return the rank of each scored tribe, from 1; those fully tied share one."""
    standings = [
        (tribe.score, *break_ties(worths_for_ties(tribe), terms)) for tribe in players
    ]
    return tuple(1 + sum(other > own for other in standings) for own in standings)


def worths_for_ties(tribe: Player) -> tuple[int, int, int]:
    """Return food track, tools and people, which break ties."""
    return tribe.food_track, total_value(tribe.tools), tribe.people


def count_symbols(tribe: Player) -> Counter[Symbol]:
    scorings = (CARDS[card].scoring for card in tribe.cards)
    return Counter(scoring.symbol for scoring in scorings if isinstance(scoring, Green))


def count_figures(tribe: Player) -> Counter[Figure]:
    figures: Counter[Figure] = Counter()
    for card in tribe.cards:
        scoring = CARDS[card].scoring
        if isinstance(scoring, Sand):
            figures[scoring.figure] += scoring.count
    return figures


def worth_of_figure(tribe: Player, figure: Figure) -> int:
    """Return the points of one figure: how much the tribe has of what it multiplies."""
    return {
        Figure.FARMER: tribe.food_track,
        Figure.TOOL_MAKER: total_value(tribe.tools),
        Figure.HUT_BUILDER: len(tribe.buildings),
        Figure.SHAMAN: tribe.people,
    }[figure]


def end_game(draft: Draft, reason: EndReason) -> None:
    """
    Score and rank all tribes, and reveal the seed.

    A game that is called off is not scored. If the staff ended the game, the seed stays
    sealed, because they can still reverse that.
    """
    if reason is not EndReason.CALLED_OFF:
        for player in range(draft.state.player_count):
            draft.record(FinalScored(player, final_score(draft.tribe(player))))
    state = draft.state
    if reason is EndReason.CALLED_OFF:
        ranking: tuple[int, ...] = ()
    elif reason is EndReason.DRAWN:
        ranking = (1,) * state.player_count
    else:
        ranking = ranks(state.players, state.terms)
    draft.record(GameEnded(reason, ranking))
    if not reason.is_by_staff:
        draft.record(SeedRevealed(draft.seed()))
