"""All that this app listens to: what ``games`` publishes, and what it asks.

Connected by being imported, which the app does when it is ready.
"""

from collections.abc import Iterable
from typing import Any

from games.models import User
from games.moderation.action import Action, CollectActions
from games.moderation.dashboard import CollectGameSections, CollectSections, Section
from games.signals import (
    CollectFormerUsers,
    CollectOwnData,
    CollectSeatNotes,
    GameSignal,
    UserForgotten,
    receives,
)
from notifications import desk, forgetting, outbox, own_data
from notifications.inbox.desk import unread
from notifications.occasions import mails_for
from notifications.wishes.switches import silence_in


def post_mails(signal: GameSignal) -> None:
    """Owe everybody the mails that the signal calls for, in its transaction."""
    outbox.post(mails_for(signal), now=signal.now)


for kind in GameSignal.__subclasses__():
    receives(kind)(post_mails)
# Last, so that it erases what the others have written.
receives(UserForgotten)(forgetting.forget)


@receives(CollectOwnData)
def collect_own_data(survey: CollectOwnData) -> dict[str, Any]:
    return own_data.mails_of(survey.user)


@receives(CollectFormerUsers)
def collect_former_users(survey: CollectFormerUsers) -> Iterable[User]:
    return forgetting.addresses_of(survey.user)


@receives(CollectSeatNotes)
def collect_seat_notes(survey: CollectSeatNotes) -> str:
    return silence_in(survey.user, survey.game)


@receives(CollectSections)
def collect_unreachable(survey: CollectSections) -> Section:
    return desk.unreachable(survey.now)


@receives(CollectSections)
def collect_unread(survey: CollectSections) -> Section:
    return unread(survey.now)


@receives(CollectGameSections)
def collect_mails(survey: CollectGameSections) -> Section:
    return desk.mails(survey.game)


@receives(CollectActions)
def collect_resending(survey: CollectActions) -> Action:
    return desk.RESEND
