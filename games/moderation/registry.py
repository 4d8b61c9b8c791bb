"""All actions in the order in which they are offered; those of other apps are last."""

from collections.abc import Mapping
from datetime import datetime

from games.errors import Forbidden
from games.models import Game, User
from games.moderation import conflicts
from games.moderation.action import Action, CollectActions
from games.moderation.actions import accounts, clocks, game, people, play, seats, talk
from games.moderation_log import CollectLabels
from games.presentation.labels import Text
from games.signals import collect, receives

OWN = (
    *talk.ACTIONS,
    *clocks.ACTIONS,
    *seats.ACTIONS,
    *play.ACTIONS,
    *game.ACTIONS,
    *people.ACTIONS,
    *accounts.ACTIONS,
)


def all_actions() -> dict[str, Action]:
    """Return all actions by their keys."""
    return {action.key: action for action in (*OWN, *collect(CollectActions()))}


def why_not(about: Game | User, by: User) -> str:
    """Say why somebody may do nothing to a game or a person, or return ''."""
    try:
        if isinstance(about, Game):
            conflicts.require_not_playing(by, about.seats.all())
        else:
            conflicts.require_not_entangled(by, about)
    except Forbidden as refusal:
        return str(refusal)
    return ""


def offered(about: Game | User, by: User, now: datetime) -> tuple[Action, ...]:
    """Return what somebody may do to a game or a person now."""
    if why_not(about, by):
        return ()
    return tuple(
        action
        for action in all_actions().values()
        if isinstance(about, action.about)
        and by.has_perm(f"games.{action.permission}")
        and not action.obstacle(about, now)
    )


@receives(CollectLabels)
def collect_labels(survey: CollectLabels) -> Mapping[str, Text]:
    return {key: action.done for key, action in all_actions().items()}
