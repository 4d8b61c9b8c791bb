"""Receivers of the signals and surveys that ``games`` publishes.

Importing this module connects them; the app does so when it is ready.
"""

from collections.abc import Iterable
from typing import Any

from games.models import User
from games.moderation.action import Action, CollectActions
from games.moderation.dashboard import CollectGameSections, CollectSections, Section
from games.moderation.subject_pages import CollectPersonSections
from games.signals import (
    ClockSetBack,
    CollectFormerUsers,
    CollectOwnData,
    CollectSeatNotes,
    GameAdvanced,
    GameSignal,
    ServiceRestored,
    UserForgotten,
    receives,
)
from notifications.desk import incoming, outgoing
from notifications.digest import mail as digest_mail
from notifications.mails import (
    account,
    addresses,
    beside,
    following,
    leagues,
    lobby,
    match,
    moderation,
    proposals,
    reachability,
    reminders,
    seat_offers,
    talk,
    turn,
)
from notifications.mails.after_move import mails_after
from notifications.mails.base import KINDS, mails_for
from notifications.outbox import rows as outbox
from notifications.outbox.after_restore import settle_after_restore
from notifications.outbox.after_set_back import repair_due_times
from notifications.preferences.subscriptions import muted_notice
from notifications.privacy import forgetting, own_data
from notifications.replies import mails as reply_mails

#: Importing these modules defines the kinds of mail.
FAMILIES = (
    *(account, addresses, beside, following, leagues, lobby, match, moderation),
    *(proposals, reachability, reminders, seat_offers, talk, turn),
    *(digest_mail, reply_mails),
)


def post_mails(signal: GameSignal) -> None:
    """Post the mails that a signal causes, in its transaction."""
    outbox.post(mails_for(signal), now=signal.now)


@receives(GameAdvanced)
def post_mails_after_move(news: GameAdvanced) -> None:
    """Post the mails after a decision, at most one for each player."""
    outbox.post(list(mails_after(news)), now=news.now)


for kind in GameSignal.__subclasses__():
    if kind is not GameAdvanced and any(kind in each.on for each in KINDS.values()):
        receives(kind)(post_mails)
# Last, so that it also erases what the others have written.
receives(UserForgotten)(forgetting.forget)


@receives(ServiceRestored)
def settle_mails(signal: ServiceRestored) -> None:
    settle_after_restore(now=signal.now)


@receives(ClockSetBack)
def repair_due_times_of_mails(signal: ClockSetBack) -> None:
    repair_due_times(now=signal.now)


@receives(CollectOwnData)
def collect_own_data(survey: CollectOwnData) -> dict[str, Any]:
    return own_data.mails_of(survey.user)


@receives(CollectFormerUsers)
def collect_former_users(survey: CollectFormerUsers) -> Iterable[User]:
    return forgetting.address_owners_of(survey.user)


@receives(CollectSeatNotes)
def collect_seat_notes(survey: CollectSeatNotes) -> str:
    return muted_notice(survey.user, survey.game)


@receives(CollectSections)
def collect_unreachable(survey: CollectSections) -> Section:
    return outgoing.unreachable_section(survey.now)


@receives(CollectSections)
def collect_unread(survey: CollectSections) -> Section:
    return incoming.unread_section(survey.now)


@receives(CollectGameSections)
def collect_mails(survey: CollectGameSections) -> Section:
    return outgoing.mails_section(survey.game)


@receives(CollectPersonSections)
def collect_returned_mails(survey: CollectPersonSections) -> Section:
    return outgoing.returned_section(survey.user)


@receives(CollectGameSections)
def collect_incoming_mails(survey: CollectGameSections) -> Section:
    return incoming.incoming_section(survey.game)


@receives(CollectActions)
def collect_resending(survey: CollectActions) -> Action:
    return outgoing.RESEND
