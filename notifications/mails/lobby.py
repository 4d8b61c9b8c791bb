"""Mails before and at the start of a game: invited, declined, started, cancelled."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.links.purposes import INVITATION_LINK, PLAY_LINK, game_url
from games.models import Invitation, Seat, Status
from games.presentation import time_control_text
from games.presentation.board import board_of
from games.presentation.option_text import unusual_rows
from games.presentation.text import find_typed_address, name_of
from games.signals import GameAdvanced, GameWasRestored, SeatDeclined, SeatInvited
from notifications.mails.after_move import AfterMove
from notifications.mails.base import (
    NO_LONGER_INVITED,
    NOT_WAITING,
    MailKind,
    why_not_playing,
    why_not_theirs,
)
from notifications.mails.blocks import timeout_text
from notifications.mails.context import Context, MailContext, link_to
from notifications.mails.table_settings import (
    describe_settings,
    first_start_player,
    inviter_of,
    list_players,
    sender_for,
)
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.new_mail import is_reachable
from stoneage_core import Phase
from stoneage_core.events.rounds import PhaseStarted
from stoneage_core.events.seats import GameCancelled
from stoneage_core.events.setup import PositionSetUp

TURN_ANNOUNCED = "it is the player's turn, which another mail announces"


def why_awaited(case: MailContext) -> str:
    """Return the reason if it is the reader's turn, or ''."""
    return "" if case.seat.awaited_at is None else TURN_ANNOUNCED


class InvitationMail(MailKind):
    """The inviter, the invited, the game, and how the dice are sealed."""

    kind = Kind.INVITATION
    topic = Topic.INVITATIONS
    on = (SeatInvited, GameWasRestored)
    is_answerable = True
    can_be_requested_by_anybody = True

    def mails(self, signal: SeatInvited | GameWasRestored) -> Iterable[OutgoingMail]:
        """Invite; and once more after a restore, which may have lost the answer."""
        if isinstance(signal, SeatInvited):
            yield self.to_seat(signal.seat, signal.now, signal.seat.link_epoch)
            return
        for seat in filter(is_reachable, signal.seats):
            if seat.invitation == Invitation.INVITED:
                occasion = f"{seat.link_epoch}:{signal.first_sequence}"
                yield self.to_seat(seat, signal.now, occasion)

    def why_stale(self, case: MailContext) -> str:
        is_invited = case.seat.invitation == Invitation.INVITED
        stands = is_invited and case.game.status == Status.INVITING
        return "" if stands and not why_not_theirs(case) else NO_LONGER_INVITED

    def how_to_answer(self, choices: object) -> str:
        return _("Or just reply “accept” or “decline”.")

    def context(self, case: MailContext) -> Context:
        clock = case.game.time_control
        return case.common | {
            "map": board_of(case.state, case.names),
            "pace": time_control_text.preset_name_of(clock),
            "turns": time_control_text.term_list(clock)[0],
            "commitment": case.state.commitment,
            "options": unusual_rows(case.game.terms, case.names),
            "inviter": inviter_of(case.game),
            "sender": sender_for(inviter_of(case.game)),
            "is_rematch": case.game.rematch_of_id is not None,
            "players": list(list_players(case)),
            "answering": self.answering(case.mail),
            **link_to(
                INVITATION_LINK.url(case.seat, now=case.now), _("Join or decline")
            ),
        }


class InvitationDeclinedMail(MailKind):
    """To the host, while they can still invite somebody else."""

    kind = Kind.INVITATION_DECLINED
    topic = Topic.TABLE
    on = (SeatDeclined,)

    def mails(self, signal: SeatDeclined) -> Iterable[OutgoingMail]:
        seat = signal.seat
        host_id = seat.game.host_id
        if host_id is not None:
            answer = f"{seat.user_id}:{seat.link_epoch}"
            yield self.to_seat(seat, signal.now, answer, user_id=host_id)

    def why_stale(self, case: MailContext) -> str:
        is_hosts = case.game.host_id == case.mail.user_id
        is_waiting = is_hosts and case.game.status == Status.INVITING
        is_free = case.seat.invitation == Invitation.DECLINED
        return "" if is_waiting and is_free else NOT_WAITING

    def context(self, case: MailContext) -> Context:
        return case.common | {
            "invitee": invitee_of(case.seat),
            "seat_number": case.seat.number + 1,
            **link_to(game_url(case.game), _("Find another player")),
        }


class GameStartedMail(AfterMove):
    """All have joined: to those whose turn it is not."""

    kind = Kind.GAME_STARTED
    topic = Topic.TABLE
    rank = 30
    on = (PhaseStarted, PositionSetUp)
    is_answerable = True
    checks = (why_not_playing, why_awaited)

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        began = news.before.phase is Phase.INVITATION is not news.state.phase
        return self.to_seat(seat, news.now) if began else None

    def context(self, case: MailContext) -> Context:
        return (
            case.common
            | describe_settings(case)
            | case.position()
            | {
                "answering": self.answering(case.mail),
                "first": case.names[first_start_player(case.game)],
                "rule": timeout_text.in_full(case.game, case.seat),
                **link_to(PLAY_LINK.url(case.seat, now=case.now), _("See the board")),
            }
        )


class GameCancelledMail(AfterMove):
    """To everybody who was invited, except the host who cancelled the game."""

    kind = Kind.GAME_CANCELLED
    topic = Topic.TABLE
    rank = 15
    on = (GameCancelled,)
    checks = (why_not_theirs,)

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        is_meant = seat.invitation != Invitation.DECLINED
        is_host = seat.user_id == news.game.host_id
        return self.to_seat(seat, news.now) if is_meant and not is_host else None

    def is_unsolicited(self, mail: OutgoingMail) -> bool:
        assert mail.seat is not None
        return mail.seat.invitation != Invitation.ACCEPTED

    def context(self, case: MailContext) -> Context:
        return case.common | {
            "inviter": inviter_of(case.game),
            **link_to(game_url(case.game), _("See the cancelled game")),
        }


def invitee_of(seat: Seat) -> str:
    """
    Return the name of a seat's player for the host.

    It is the address only if the host typed it. Players who have joined have a name or
    a colour, and their own address is private.
    """
    return find_typed_address(seat) or name_of(seat)
