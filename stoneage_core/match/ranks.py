"""Ranks that count for ratings and leagues: whoever left their seat comes last."""

from stoneage_core.match.state import Match, SeatStatus


def is_left(seat: SeatStatus) -> bool:
    """Whether a player has left their seat: to autopilot, or to a substitute."""
    return seat.is_on_autopilot or seat.is_substituted


def rated_ranks(match: Match) -> tuple[int, ...]:
    """Return the rank of each seat as :func:`counted_ranks`; () for an unrated game."""
    return counted_ranks(match) if match.board.terms.rated else ()


def counted_ranks(match: Match) -> tuple[int, ...]:
    """
    Return the rank of each seat where a result counts; () for a game that does not.

    Ranks are those of the result, ties included, but who left their seat and was not
    back at the end comes last, together with others who did, however the seat was
    played on: leaving never pays. Ranks count from 1. A game counts once its seed is
    revealed: before that the staff may take its end back. It does not count where it
    was called off, nor where nobody was there at the end.
    """
    board, table = match
    left = [is_left(seat) for seat in table.seats]
    if not (board.seed and board.ranks) or all(left):
        return ()
    order = list(zip(left, board.ranks, strict=True))
    kept = [(is_out, 0 if is_out else rank) for is_out, rank in order]
    return tuple(1 + sum(other < own for other in kept) for own in kept)
