"""Confirmation of an act by a signed form."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from django.core.signing import BadSignature, Signer
from django.db import transaction

from games.locks import lock_game
from games.models import Game, League, LeagueGame, ModerationAction, Seat, User
from games.models.cases import Case
from games.moderation.action import Action, execute
from games.moderation.context import ActionContext

#: How long a confirmation is valid.
LIFETIME = timedelta(minutes=30)
SALT = "moderation"


@dataclass(frozen=True)
class ConfirmedForm:
    """The values of the form, and a stamp of the position that the preview showed."""

    fields: dict[str, str]
    stamp: str


def sign(action: Action, context: ActionContext, confirmed: ConfirmedForm) -> str:
    """Return a token with which only this person can confirm exactly this."""
    shown_at = int(context.now.timestamp())
    said = [*_subject_key(action, context), confirmed.fields, confirmed.stamp, shown_at]
    return Signer(salt=SALT).sign_object(said)


def read_confirmed(
    token: str, action: Action, context: ActionContext
) -> ConfirmedForm | None:
    """Return the confirmed form, or None if the token does not confirm this action."""
    try:
        *bound, fields, stamp, shown_at = Signer(salt=SALT).unsign_object(token)
    except (BadSignature, ValueError):
        return None
    is_late = context.now - datetime.fromtimestamp(shown_at, UTC) > LIFETIME
    if is_late or bound != _subject_key(action, context):
        return None
    return ConfirmedForm(fields, stamp)


def _subject_key(action: Action, context: ActionContext) -> list[str | int]:
    subject, case = context.subject, context.case
    to_what = (type(subject).__name__, subject.pk, case.pk if case else 0)
    return [action.key, *to_what, context.by.pk]


def stamp_of(context: ActionContext) -> str:
    """Return a string that changes whenever the subject of the action changes."""
    if isinstance(context.subject, User):
        user = User.objects.get(pk=context.subject.pk)
        games = Seat.objects.filter(user=user).values_list("game_id", flat=True)
        facts = (
            *(user.is_active, user.banned_until, user.muted_until),
            *(user.no_games_until, user.email, user.forget_at),
        )
        return f"{facts} {sorted(games)}"
    if isinstance(context.subject, Case):
        case = Case.objects.get(pk=context.subject.pk)
        return f"{case.closed_at} {case.reported_at}"
    if isinstance(context.subject, League):
        seasons = context.subject.seasons.order_by("pk").values_list("number", "status")
        results = LeagueGame.objects.filter(season__league=context.subject)
        told = results.order_by("pk").values_list("pk", "ranks")
        return f"{list(seasons)} {list(told)}"
    game = Game.objects.get(pk=context.subject.pk)
    actions = ModerationAction.objects.filter(game=game).count()
    return f"{game.head} {game.status} {actions}"


def execute_confirmed(
    action: Action, context: ActionContext, confirmed: ConfirmedForm
) -> bool:
    """Execute what was confirmed. Return False if the subject has changed since."""
    with transaction.atomic():
        if isinstance(context.subject, Game):
            lock_game(context.subject.pk)
        if stamp_of(context) != confirmed.stamp:
            return False
        execute(action, context)
    return True


def refresh(context: ActionContext) -> ActionContext:
    """Return the context with the current row of its subject."""
    return replace(
        context, subject=type(context.subject).objects.get(pk=context.subject.pk)
    )
