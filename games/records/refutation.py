"""What the verifier finds in our own record of a game, where it has the secret seed."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from games.models import Game, GameSeed, ModerationAction, Seat, StoredEvent
from stoneage_core import audit, codec
from stoneage_core.audit import kinds

#: An act on a person is written down by the clock at its beginning, which may have had
#: to wait for the tables.
_MEANWHILE = timedelta(minutes=1)


def of(game: Game, seats: Sequence[Seat], record: str) -> Iterator[str]:
    """Yield what is wrong with the record of a game, each in a sentence."""
    secret = GameSeed.objects.filter(game=game).values_list("secret", flat=True).first()
    if secret is None:
        yield "its secret seed is not there"
    seed = None if secret is None else bytes(secret)
    verdict = audit.verify(record, seed=seed)
    if verdict.finding is not None:
        sequence, reason = verdict.finding
        yield f"event {sequence} is wrong: {reason}" if sequence else f"{reason}"
    elif not _was_played_elsewhere(game, seats):
        yield from _without_act(game, verdict.without_act)


def _was_played_elsewhere(game: Game, seats: Sequence[Seat]) -> bool:
    """
    Whether a game was imported, without the acts of the staff.

    Then it is over, and nobody sits there.
    """
    is_empty = not any(seat.user_id or seat.absent_user_id for seat in seats)
    return game.is_final and is_empty


def _without_act(game: Game, decisions: Sequence[int]) -> Iterator[str]:
    """Yield which decisions of the staff have no act, on this game or on a person."""
    for event in StoredEvent.objects.filter(game=game, sequence__in=decisions):
        if not _came_of_an_act_elsewhere(event):
            yield (
                f"event {event.sequence} was decided by the staff, "
                "and no act of theirs led to it"
            )


def _came_of_an_act_elsewhere(event: StoredEvent) -> bool:
    """Whether there is an act on a person, just before an event, that led to such."""
    decoded = codec.decode(event.type, event.schema_version, event.data)
    leading = [
        act
        for act, kind in kinds.ELSEWHERE.items()
        if isinstance(decoded, kind.leads_to)
    ]
    around = (event.recorded_at - _MEANWHILE, event.recorded_at)
    acts = ModerationAction.objects.filter(kind__in=leading, acted_at__range=around)
    return acts.exists()
