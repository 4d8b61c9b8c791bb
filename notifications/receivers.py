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
    CollectInvitationMails,
    CollectOwnData,
    CollectSeatNotes,
    GameAdvanced,
    GameSignal,
    SeatLinkUsed,
    SentInvitation,
    ServiceRestored,
    UserForgotten,
    receives,
)
from notifications import desk, digests, privacy
from notifications.mails import (
    account,
    beside,
    following,
    leagues,
    lobby,
    match,
    moderation,
    proposals,
    seat_offers,
    talk,
    turn,
)
from notifications.mails.base import KINDS, mails_after, mails_for
from notifications.mails.lobby import invitation_mails
from notifications.outbox import rows as outbox
from notifications.outbox.recovery import repair_due_times, settle_after_restore
from notifications.preferences.services import muted_notice
from notifications.replies import mails as reply_mails

#: Importing these modules defines the kinds of mail.
FAMILIES = (
    *(account, beside, following, leagues, lobby, match, moderation, proposals),
    *(seat_offers, talk, turn),
    *(digests, reply_mails),
)


def post_mails(signal: GameSignal) -> None:
    outbox.post(mails_for(signal), now=signal.now)


@receives(GameAdvanced)
def post_mails_after_move(news: GameAdvanced) -> None:
    outbox.post(list(mails_after(news)), now=news.now)


for kind in GameSignal.__subclasses__():
    if kind is not GameAdvanced and any(kind in each.on for each in KINDS.values()):
        receives(kind)(post_mails)
# Last, so that it also erases what the others have written.
receives(UserForgotten)(privacy.forget)


@receives(ServiceRestored)
def settle_mails(signal: ServiceRestored) -> None:
    settle_after_restore(now=signal.now)


@receives(ClockSetBack)
def repair_due_times_of_mails(signal: ClockSetBack) -> None:
    repair_due_times(now=signal.now)


@receives(SeatLinkUsed)
def record_opened_mail(signal: SeatLinkUsed) -> None:
    outbox.record_opened(signal.seat, signal.signed_at, at=signal.now)


@receives(CollectOwnData)
def collect_own_data(survey: CollectOwnData) -> dict[str, Any]:
    return privacy.mails_of(survey.user)


@receives(CollectFormerUsers)
def collect_former_users(survey: CollectFormerUsers) -> Iterable[User]:
    return privacy.address_owners_of(survey.user)


@receives(CollectInvitationMails)
def collect_invitation_mails(
    survey: CollectInvitationMails,
) -> dict[int, SentInvitation]:
    return invitation_mails(survey.game)


@receives(CollectSeatNotes)
def collect_seat_notes(survey: CollectSeatNotes) -> str:
    return muted_notice(survey.user, survey.game)


@receives(CollectSections)
def collect_unreachable(survey: CollectSections) -> Section:
    return desk.unreachable_section(survey.now)


@receives(CollectSections)
def collect_unread(survey: CollectSections) -> Section:
    return desk.unread_section(survey.now)


@receives(CollectGameSections)
def collect_mails(survey: CollectGameSections) -> Section:
    return desk.mails_section(survey.game)


@receives(CollectPersonSections)
def collect_returned_mails(survey: CollectPersonSections) -> Section:
    return desk.returned_section(survey.user)


@receives(CollectGameSections)
def collect_incoming_mails(survey: CollectGameSections) -> Section:
    return desk.incoming_section(survey.game)


@receives(CollectActions)
def collect_resending(survey: CollectActions) -> Action:
    return desk.RESEND
