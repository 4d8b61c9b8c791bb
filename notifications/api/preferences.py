"""The API of mail preferences: which mails the caller wants, how often, and when."""

from dataclasses import asdict, dataclass
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Body, Router
from pydantic import Field

from games.api.caller import READ, WEBHOOKS, Caller, caller_of
from games.api.examples import with_example
from games.api.problems import PROBLEMS
from notifications.models import Topic
from notifications.preferences.services import (
    Change,
    preferences_of,
    save_preferences,
    subscriptions_of,
)

router = Router(tags=["preferences"])

Minute = Annotated[int, Field(ge=0, lt=24 * 60)]


@with_example(
    pace="daily",
    daily_at=480,
    quiet=True,
    quiet_from=1320,
    quiet_until=420,
    text_only=False,
    individual_subjects=False,
    calendar_files=True,
    defers_while_online=True,
    topics={"turns": True, "talk": False},
)
@dataclass(frozen=True)
class PreferencesResource:
    """
    The caller's mail preferences, which browser notifications and webhooks follow.

    Hours are minutes of the day in the caller's time zone. ``topics`` says which topics
    are on in games without a choice of their own.
    """

    pace: Literal["at_once", "hourly", "daily"]
    daily_at: Minute
    quiet: bool
    quiet_from: Minute
    quiet_until: Minute
    text_only: bool
    individual_subjects: bool
    calendar_files: bool
    defers_while_online: bool
    topics: dict[Literal[tuple(Topic.values)], bool]  # type: ignore[valid-type]


@router.get("/preferences", auth=READ, response={200: PreferencesResource} | PROBLEMS)
def read_preferences(request: HttpRequest) -> PreferencesResource:
    """Return the caller's mail preferences."""
    return _resource(caller_of(request))


@router.put(
    "/preferences", auth=WEBHOOKS, response={200: PreferencesResource} | PROBLEMS
)
def change_preferences(
    request: HttpRequest, wanted: Body[PreferencesResource]
) -> PreferencesResource:
    """Save the caller's mail preferences."""
    caller, said = caller_of(request), asdict(wanted)
    topics = said.pop("topics").items()
    changes = [Change(Topic(name), is_on) for name, is_on in topics]
    save_preferences(user=caller.user, now=caller.now, changes=changes, **said)
    return _resource(caller)


def _resource(caller: Caller) -> PreferencesResource:
    user, known = caller.user, subscriptions_of(caller.user)
    row = preferences_of(user)
    return PreferencesResource(
        pace=row.pace,  # type: ignore[arg-type]  # one of its choices
        daily_at=row.daily_at,
        quiet=row.quiet,
        quiet_from=user.quiet_from,
        quiet_until=user.quiet_until,
        text_only=row.text_only,
        individual_subjects=row.individual_subjects,
        calendar_files=row.calendar_files,
        defers_while_online=row.defers_while_online,
        topics={topic.value: known.is_on(topic) for topic in Topic},
    )
