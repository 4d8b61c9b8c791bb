"""Every act of the staff, ready to be done to a game of Alice and Bob."""

from collections.abc import Callable
from datetime import datetime, timedelta

from games.models import Game, Seat, StoredEvent, User
from games.services import staff
from games.timekeeping.presets import PRESETS
from stoneage_core import notation
from stoneage_core.state import EndReason
from tests.games.staff.conftest import REASON

#: Does an act: by whom, on which game, when, why.
Deed = Callable[[User, Game, datetime, str], object]
ON_PEOPLE = {"ban", "unban", "mute", "unmute", "address", "forget", "keep"}
RESERVED = {"play", *ON_PEOPLE}


def seat(game: Game, number: int) -> Seat:
    return Seat.objects.select_related("game", "user").get(game=game, number=number)


def before_last_move(game: Game) -> int:
    """The last event before the last decision that somebody made."""
    moves = StoredEvent.objects.filter(game=game).exclude(command="")
    return moves.latest("sequence").sequence - 1


def _invited(by: User, game: Game, now: datetime, why: str) -> object:
    return staff.replacement_invite(
        by=by, seat=seat(game, 1), email="zoe@example.org", reason=why, now=now
    )


def _person(act: Callable[..., object], **more: object) -> Deed:
    def deed(by: User, game: Game, now: datetime, why: str) -> object:
        user = User.objects.get(email="bob@example.org")
        return act(by=by, user=user, reason=why, now=now, **more)

    return deed


def _game(act: Callable[..., object], **more: object) -> Deed:
    return lambda by, game, now, why: act(by=by, game=game, reason=why, now=now, **more)


def _seat(act: Callable[..., object], number: int, **more: object) -> Deed:
    return lambda by, game, now, why: act(
        by=by, seat=seat(game, number), reason=why, now=now, **more
    )


DEEDS: dict[str, Deed] = {
    "note": lambda by, game, now, why: staff.game_note(
        by=by, game=game, text=why, now=now
    ),
    "pause": lambda by, game, now, why: staff.game_pause(
        by=by, game=game, until=now + timedelta(days=2), reason=why, now=now
    ),
    "grant": _seat(staff.time_grant, 0, seconds=86_400),
    "clock": _game(staff.clock_set, clock=PRESETS["live"]),
    "links": _seat(staff.seat_links_revoke, 1),
    "invite": _invited,
    "entrust": _seat(staff.seat_entrust, 1),
    "play": _seat(staff.seat_play, 0, command=notation.from_text("forest 3")),
    "roll_back": lambda by, game, now, why: staff.game_roll_back(
        by=by, game=game, sequence=before_last_move(game), reason=why, now=now
    ),
    "hold": _game(staff.game_hold),
    "end": _game(staff.game_end, how=EndReason.DECIDED),
    "ban": _person(staff.user_ban),
    "address": _person(staff.address_set, email="bob@new.example"),
    "forget": _person(staff.user_forget_later),
    "mute": lambda by, game, now, why: staff.user_mute(
        by=by,
        user=User.objects.get(email="bob@example.org"),
        until=now + timedelta(days=1),
        reason=why,
        now=now,
    ),
}
#: What undoes an act, by its name.
UNDOING: dict[str, tuple[str, Deed]] = {
    "resume": ("pause", _game(staff.game_resume)),
    "give_back": ("entrust", _seat(staff.seat_give_back, 1)),
    "release": ("hold", _game(staff.game_release)),
    "unban": ("ban", _person(staff.user_unban)),
    "keep": ("forget", _person(staff.user_keep)),
    "unmute": ("mute", _person(staff.user_unmute)),
    "withdraw": (
        "invite",
        lambda by, game, now, why: staff.replacement_withdraw(
            by=by,
            offer=seat(game, 1).substitute_offers.get(withdrawn_at=None),
            reason=why,
            now=now,
        ),
    ),
}
ALL = {**DEEDS, **{name: deed for name, (_first, deed) in UNDOING.items()}}


def prepare(name: str, by: User, game: Game, now: datetime) -> None:
    """Do what an act undoes."""
    if name in UNDOING:
        DEEDS[UNDOING[name][0]](by, game, now, REASON)
