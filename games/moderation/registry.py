"""All actions in the order in which they are offered. Those of other apps come last."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import QuerySet

from games.models import ModerationAction, User
from games.moderation import conflicts
from games.moderation.action import Action, CollectActions
from games.moderation.actions import (
    accounts,
    cases,
    clocks,
    game,
    leagues,
    people,
    seats,
    talk,
)
from games.moderation.subjects import Subject
from games.moderation_log import CollectHeadlines
from games.presentation.labels import Text
from games.signals import collect, receives

OWN = (
    *cases.ACTIONS,
    *talk.ACTIONS,
    *clocks.ACTIONS,
    *seats.ACTIONS,
    *game.ACTIONS,
    *people.ACTIONS,
    *accounts.ACTIONS,
    *leagues.ACTIONS,
)


def all_actions() -> dict[str, Action]:
    return {action.key: action for action in (*OWN, *collect(CollectActions()))}


def actions_for(subject: Subject, by: User, now: datetime) -> tuple[Action, ...]:
    if conflicts.conflict_of(by, subject):
        return ()
    return tuple(
        action
        for action in all_actions().values()
        if isinstance(subject, action.subject_type)
        and by.has_perm(f"games.{action.permission}")
        and not action.obstacle(subject, now)
        and not action.obstacle_for(subject, by, now)
    )


def acts_done(
    rows: QuerySet[ModerationAction], most: int | None = None
) -> list[tuple[str, ModerationAction]]:
    actions = all_actions()
    acts = rows.select_related("by", "game", "user")
    return [(actions[row.kind].title, row) for row in acts.order_by("-pk")[:most]]


@receives(CollectHeadlines)
def collect_headlines(survey: CollectHeadlines) -> Mapping[str, Text]:
    return {key: action.headline for key, action in all_actions().items()}
