"""Between the form and the deed: what was shown, signed, and what it would lead to."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from django.core.signing import BadSignature, Signer
from django.db import transaction

from games.desk.actions import Action, Case, Preview
from games.models import Game, Seat, StaffAct, User

#: For so long a confirmation can be given.
LIFETIME = timedelta(minutes=30)
SALT = "games.desk"


@dataclass(frozen=True)
class Shown:
    """What was filled in, and on which position its consequences were shown."""

    fields: dict[str, str]
    stamp: str


def sign(action: Action, case: Case, shown: Shown) -> str:
    """Return what stands for a confirmation of exactly this, by this person, soon."""
    shown_at = int(case.now.timestamp())
    said = [*_bound(action, case), shown.fields, shown.stamp, shown_at]
    return Signer(salt=SALT).sign_object(said)


def read(token: str, action: Action, case: Case) -> Shown | None:
    """Return what was confirmed, or None for what is not a confirmation of this."""
    try:
        *bound, fields, stamp, shown_at = Signer(salt=SALT).unsign_object(token)
    except (BadSignature, ValueError):
        return None
    is_late = case.now - datetime.fromtimestamp(shown_at, UTC) > LIFETIME
    return None if is_late or bound != _bound(action, case) else Shown(fields, stamp)


def _bound(action: Action, case: Case) -> list[str | int]:
    subject = case.user or case.table
    return [action.key, type(subject).__name__, subject.pk, case.by.pk]


def stamp_of(case: Case) -> str:
    """Tell the position that an act is about from all others."""
    if case.user is not None:
        user = User.objects.get(pk=case.user.pk)
        games = Seat.objects.filter(user=user).values_list("game_id", flat=True)
        facts = (user.is_active, user.muted_until, user.email, user.forget_at)
        return f"{facts} {sorted(games)}"
    game = Game.objects.get(pk=case.table.pk)
    acts = StaffAct.objects.filter(game=game).count()
    return f"{game.version} {game.status} {acts}"


def rehearse(action: Action, case: Case) -> Preview:
    """
    Say what an act would lead to, by doing it and taking it back at once.

    So it is refused here for whatever it would be refused later. Nobody is told.
    """
    with transaction.atomic():
        action.perform(case)
        preview = action.foretell(case)
        transaction.set_rollback(True)
    return preview


def perform(action: Action, case: Case, shown: Shown) -> bool:
    """Do what was confirmed; return False where it is not what was shown any more."""
    with transaction.atomic():
        if case.game is not None:
            Game.objects.select_for_update(of=("self",)).get(pk=case.game.pk)
        if stamp_of(case) != shown.stamp:
            return False
        action.perform(case)
    return True


def anew(case: Case) -> Case:
    """Return a case with its game or person as they are now."""
    if case.game is not None:
        return replace(case, game=Game.objects.get(pk=case.game.pk))
    return replace(case, user=User.objects.get(pk=case.person.pk))
