"""Executes every action of the staff without the pages."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from games.clocks import PRESETS
from games.models import (
    Game,
    ModerationAction,
    Seat,
    SeatOffer,
    StoredEvent,
    TalkMessage,
    User,
)
from games.models.moderation import Case
from games.moderation.action import ActionContext, execute
from games.moderation.registry import all_actions
from stoneage_core import notation
from stoneage_core.state import EndReason
from tests.games.moderation.conftest import REASON

#: Executes an action: by whom, on which game, when, why.
Deed = Callable[[User, Game, datetime, str], ModerationAction]
#: The permissions that moderators lack.
RESERVED = {"play", "ban", "unban", "address", "forget", "keep", "export"}


def do_action(key: str, **words: Any) -> ModerationAction:
    """Execute an action on the given subject, with the answers of its form."""
    return execute(all_actions()[key], context_of(**words))


def context_of(
    *,
    by: User,
    now: datetime,
    reason: str = REASON,
    game: Game | None = None,
    seat: Seat | None = None,
    message: TalkMessage | None = None,
    user: User | None = None,
    case: Case | None = None,
    **data: Any,
) -> ActionContext:
    """Return the context of an action on the given subject."""
    if seat is not None:
        data["seat"], game = seat, seat.game
    if message is not None:
        data["message"], game = message, message.game
    subject = game or user or case
    assert subject is not None
    return ActionContext(by, now, subject, {"reason": reason, **data}, case)


def invite(
    *, by: User, seat: Seat, email: str, now: datetime, reason: str = REASON
) -> SeatOffer:
    """Invite somebody to take over a seat."""
    do_action("invite", by=by, seat=seat, email=email, reason=reason, now=now)
    return SeatOffer.objects.latest("pk")


def close_case(
    *, case: Case, by: User, outcome: str, now: datetime, hide: bool = False
) -> None:
    do_action("answer", by=by, case=case, reason=outcome, now=now, hide=hide)


def seat(game: Game, number: int) -> Seat:
    return Seat.objects.select_related("game", "user").get(game=game, number=number)


def before_last_move(game: Game) -> int:
    """Return the last event before the last decision of a player."""
    moves = StoredEvent.objects.filter(game=game).moves()
    return moves.latest("sequence").sequence - 1


def _on_game(key: str, **data: Any) -> Deed:
    return lambda by, game, now, why: do_action(
        key, by=by, game=game, reason=why, now=now, **data
    )


def _on_seat(key: str, number: int, **data: Any) -> Deed:
    return lambda by, game, now, why: do_action(
        key, by=by, seat=seat(game, number), reason=why, now=now, **data
    )


def _on_bob(key: str, **data: Any) -> Deed:
    return lambda by, game, now, why: do_action(
        key,
        by=by,
        user=User.objects.get(email="bob@example.org"),
        reason=why,
        now=now,
        **data,
    )


def _until(deed: Callable[..., Deed], key: str) -> Deed:
    return lambda by, game, now, why: deed(key, until=now + timedelta(days=2))(
        by, game, now, why
    )


DEEDS: dict[str, Deed] = {
    "note": _on_game("note"),
    "pause": _until(_on_game, "pause"),
    "grant": _on_seat("grant", 0, seconds=86_400),
    "clock": _on_game("clock", clock=PRESETS["live"]),
    "links": _on_seat("links", 1),
    "invite": _on_seat("invite", 1, email="zoe@example.org"),
    "entrust": _on_seat("entrust", 1),
    "play": _on_seat("play", 0, command=notation.from_text("forest 3")),
    "roll_back": lambda by, game, now, why: _on_game(
        "roll_back", sequence=before_last_move(game)
    )(by, game, now, why),
    "freeze": _on_game("freeze"),
    "end": _on_game("end", how=EndReason.DECIDED),
    "word": _on_bob("word"),
    "warn": _on_bob("warn"),
    "ban": _on_bob("ban"),
    "address": _on_bob("address", email="bob@new.example"),
    "export": _on_bob("export"),
    "forget": _on_bob("forget"),
    "mute": _until(_on_bob, "mute"),
    "no_games": _until(_on_bob, "no_games"),
}
#: The action that undoes each action.
UNDOING: dict[str, tuple[str, Deed]] = {
    "resume": ("pause", _on_game("resume")),
    "give_back": ("entrust", _on_seat("give_back", 1)),
    "unfreeze": ("freeze", _on_game("unfreeze")),
    "unban": ("ban", _on_bob("unban")),
    "keep": ("forget", _on_bob("keep")),
    "unwarn": ("warn", _on_bob("unwarn")),
    "unmute": ("mute", _on_bob("unmute")),
    "new_games": ("no_games", _on_bob("new_games")),
    "withdraw": ("invite", _on_game("withdraw")),
}
ALL = {**DEEDS, **{name: deed for name, (_first, deed) in UNDOING.items()}}


def prepare(name: str, by: User, game: Game, now: datetime) -> None:
    """Execute the action that the given one undoes."""
    if name in UNDOING:
        DEEDS[UNDOING[name][0]](by, game, now, REASON)
