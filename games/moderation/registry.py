"""All actions in the order in which they are offered; those of other apps are last."""

from collections.abc import Mapping
from datetime import datetime

from django.urls import reverse

from games.models import Game, League, User
from games.models.cases import Case
from games.moderation import conflicts
from games.moderation.action import Action, CollectActions
from games.moderation.actions import (
    accounts,
    bans,
    cases,
    clocks,
    game,
    leagues,
    people,
    play,
    seats,
    talk,
)
from games.moderation_log import CollectHeadlines
from games.presentation.labels import Text
from games.signals.bus import collect, receives

OWN = (
    *cases.ACTIONS,
    *talk.ACTIONS,
    *clocks.ACTIONS,
    *seats.ACTIONS,
    *play.ACTIONS,
    *game.ACTIONS,
    *people.ACTIONS,
    *bans.ACTIONS,
    *accounts.ACTIONS,
    *leagues.ACTIONS,
)


def all_actions() -> dict[str, Action]:
    """Return all actions by their keys."""
    return {action.key: action for action in (*OWN, *collect(CollectActions()))}


def offered(
    about: Game | User | League | Case, by: User, now: datetime
) -> tuple[Action, ...]:
    """Return what somebody may do to a game, a person, a league or a case now."""
    if conflicts.why_not(by, about):
        return ()
    return tuple(
        action
        for action in all_actions().values()
        if isinstance(about, action.about)
        and by.has_perm(f"games.{action.permission}")
        and not action.obstacle(about, now)
    )


def act_url(
    about: Case | User | League | Game, action: Action, case: Case | None = None
) -> str:
    """Return the address of an act, as one that comes of a case if there is one."""
    match about:
        case Game():
            url = reverse("moderation:act_on_game", args=[about.slug, action.key])
        case User():
            url = reverse("moderation:act_on_person", args=[about.pk, action.key])
        case League():
            url = reverse("moderation:act_on_league", args=[about.pk, action.key])
        case Case():
            url = reverse("moderation:act_on_case", args=[about.pk, action.key])
    return f"{url}?case={case.pk}" if case is not None else url


@receives(CollectHeadlines)
def collect_headlines(survey: CollectHeadlines) -> Mapping[str, Text]:
    return {key: action.headline for key, action in all_actions().items()}
