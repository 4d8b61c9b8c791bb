"""Ranks for ratings and leagues: players who left their seats come last."""

from stoneage_core.match.state import Match, SeatStatus


def has_been_left(seat: SeatStatus) -> bool:
    """Return whether autopilot or a substitute plays the seat of its player."""
    return seat.is_on_autopilot or seat.is_substituted


def rated_ranks(match: Match) -> tuple[int, ...]:
    """Return :func:`counted_ranks`, or () for an unrated game."""
    return counted_ranks(match) if match.board.terms.rated else ()


def counted_ranks(match: Match) -> tuple[int, ...]:
    """
    Return the rank of each seat, from 1, or () if the game does not count.

    Ranks are those of the result, ties included. Players who left their seats and were
    not back at the end share the last rank, whatever their seats achieved, so that
    leaving never pays. A game counts only after its seed is revealed, because the staff
    may reverse its end until then. It does not count if it was cancelled, or if every
    seat was left.
    """
    board, table = match
    left = [has_been_left(seat) for seat in table.seats]
    if not (board.seed and board.ranks) or all(left):
        return ()
    order = list(zip(left, board.ranks, strict=True))
    keys = [(is_out, 0 if is_out else rank) for is_out, rank in order]
    return tuple(1 + sum(other < own for other in keys) for own in keys)
