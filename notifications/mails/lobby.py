"""Mails before a game starts: invitations and their answers."""

from collections.abc import Iterable, Iterator
from email.utils import formataddr, parseaddr
from typing import Any, ClassVar

from django.conf import settings
from django.db.models import F
from django.utils.translation import gettext as _

from games.links.purposes import INVITATION_LINK, PLAY_LINK, game_url
from games.log.stream import load_stream
from games.models import Game, Invitation, Seat, Status, User
from games.presentation import labels, time_control_text
from games.presentation.attendance import turn_notice
from games.presentation.board import board_of
from games.presentation.option_text import option_rows, unusual_rows
from games.presentation.text import find_typed_address, name_of, name_of_user
from games.signals import (
    AnswersMissing,
    GameAdvanced,
    GameSignal,
    GameWasRestored,
    HostingPassed,
    SeatDeclined,
    SeatInvited,
    SeatReminded,
    SentInvitation,
)
from notifications.mails.base import (
    NO_LONGER_INVITED,
    NOT_WAITING,
    AfterMove,
    Context,
    MailContext,
    MailKind,
    Notice,
    link_to,
    why_not_playing,
    why_not_theirs,
)
from notifications.mails.blocks import question
from notifications.models import OPEN_STATUSES, Kind, OutgoingMail, Topic
from notifications.outbox.rows import is_reachable
from stoneage_core import Phase
from stoneage_core.events.rounds import PhaseStarted
from stoneage_core.events.seats import GameCancelled
from stoneage_core.events.setup import GameStarted, PositionSetUp


def list_players(case: MailContext) -> Iterator[str]:
    for seat in case.seats:
        name = name_of(seat)
        if seat.pk == case.seat.pk:
            is_named = seat.user is not None and seat.user.name
            yield _("%(name)s (you)") % {"name": name} if is_named else _("You")
        else:
            is_host = seat.user_id is not None and seat.user_id == case.game.host_id
            role = _("host") if is_host else labels.answer_of(seat)
            yield _("%(name)s (%(role)s)") % {"name": name, "role": role}


def describe_settings(case: MailContext) -> Context:
    game = case.game
    return {
        "clock_name": time_control_text.preset_name_of(game.time_control),
        "clock_terms": time_control_text.terms_of(game.time_control),
        "options": option_rows(game.terms, case.names),
        "commitment": case.state.commitment,
    }


def inviter_of(game: Game) -> str:
    """Return the host's name, or ''; never show an address."""
    host: User | None = game.host
    return host.name if host else ""


def sender_for(name: str) -> str | None:
    """Return our address under a person's name and ours, or None without a name."""
    shown = "".join(each for each in " ".join(name.split()) if each.isprintable())
    if not shown:
        return None
    ours, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    values = {"name": shown, "service": ours or "Stone Age by Mail"}
    return formataddr((_("%(name)s via %(service)s") % values, address))


def first_start_player(game: Game) -> int:
    """Takes queries."""
    for event in load_stream(game):
        if isinstance(event, GameStarted):
            return event.start_player
        if isinstance(event, PositionSetUp):
            return event.position.start_player
    raise LookupError("the game hasn’t started")


TURN_ANNOUNCED = "it is the player's turn, which another mail announces"


def why_awaited(case: MailContext) -> str:
    return "" if case.seat.awaited_at is None else TURN_ANNOUNCED


class InvitationMail(MailKind):
    """The inviter, the invited, the game, and how the dice are sealed."""

    kind = Kind.INVITATION
    template = "invitation"
    topic = Topic.INVITATIONS
    on: ClassVar[tuple[type[GameSignal], ...]] = (SeatInvited, GameWasRestored)
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
            "length": time_control_text.length_of(clock),
            "commitment": case.state.commitment,
            "options": unusual_rows(case.game.terms, case.names),
            "inviter": inviter_of(case.game),
            "greeting": case.game.greeting,
            "sender": sender_for(inviter_of(case.game)),
            "is_rematch": case.game.rematch_of_id is not None,
            "players": list(list_players(case)),
            "answering": self.answering(case.mail),
            **link_to(
                INVITATION_LINK.url(case.seat, now=case.now), _("Join or decline")
            ),
        }


class InvitationReminderMail(InvitationMail):
    """The invitation once more, because the host pressed for it."""

    kind = Kind.INVITATION_REMINDER
    on = (SeatReminded,)
    can_be_requested_by_anybody = True

    def mails(self, signal: Any) -> Iterable[OutgoingMail]:
        occasion = f"{signal.seat.link_epoch}:{signal.now.isoformat()}"
        yield self.to_seat(signal.seat, signal.now, occasion)

    def context(self, case: MailContext) -> Context:
        return super().context(case) | {"is_reminder": True}


def invitation_mails(game: Game) -> dict[int, SentInvitation]:
    """Return the latest invitation or reminder of each invited seat, by seat id."""
    kinds = (Kind.INVITATION, Kind.INVITATION_REMINDER)
    mails = OutgoingMail.objects.filter(
        seat__game=game,
        seat__invitation=Invitation.INVITED,
        seat__user=F("user"),
        kind__in=kinds,
    )
    return {
        mail.seat_id: SentInvitation(
            written_at=mail.created_at, is_waiting=mail.status in OPEN_STATUSES
        )
        for mail in mails.order_by("pk")
        if mail.seat_id is not None
    }


class InvitationDeclinedMail(MailKind):
    """To the host, while they can still invite somebody else."""

    kind = Kind.INVITATION_DECLINED
    topic = Topic.TABLE
    on = (SeatDeclined,)

    def mails(self, signal: SeatDeclined) -> Iterable[OutgoingMail]:
        seat = signal.seat
        host_id = seat.game.host_id
        if host_id is not None and host_id != seat.user_id:
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


class AnswersMissingMail(Notice):
    """To the host and to those who have joined: which seats are still free."""

    kind = Kind.INVITATION_UNANSWERED
    topic = Topic.TABLE
    on = (AnswersMissing,)

    def mails(self, signal: AnswersMissing) -> Iterable[OutgoingMail]:
        game, now = signal.game, signal.now
        occasion = int(now.timestamp())
        if game.host_id is not None:
            own = [seat for seat in signal.seats if seat.user_id == game.host_id]
            seat = (own or list(signal.seats))[0]
            yield self.to_seat(seat, now, f"host:{occasion}", user_id=game.host_id)
        for seat in filter(is_reachable, signal.seats):
            if seat.has_joined and seat.user_id != game.host_id:
                yield self.to_seat(seat, now, occasion)

    def why_stale(self, case: MailContext) -> str:
        is_waiting = case.game.status == Status.INVITING and list(_free_seats(case))
        is_host = case.game.host_id == case.mail.user_id
        is_theirs = is_host or (case.is_readers_seat and case.seat.has_joined)
        return "" if is_waiting and is_theirs else NOT_WAITING

    def notice(self, case: MailContext) -> Context:
        if case.game.host_id == case.mail.user_id:
            note = _(
                "On the game’s page you can copy a link and send it yourself, invite "
                "someone else, open the seat to anyone, or give it to a bot."
            )
            label = _("Fill the seats")
        else:
            note = _(
                "We’ve told the host, who can invite someone else or let a bot play. "
                "You need do nothing."
            )
            label = _("See who has answered")
        return {
            "heading": _("The game still waits for players"),
            "lead": " ".join(_free_seats(case)),
            "notes": [note],
            **link_to(game_url(case.game), label),
        }


def _free_seats(case: MailContext) -> Iterator[str]:
    """Yield a sentence about each seat that nobody has taken."""
    is_host = case.game.host_id == case.mail.user_id
    sentences = {
        Invitation.INVITED: _("%(name)s hasn’t answered yet."),
        Invitation.LINKED: _("No one has used the link to seat %(number)d yet."),
        Invitation.OPEN: _("Seat %(number)d is open to anyone."),
        Invitation.DECLINED: _("Seat %(number)d is free."),
    }
    for seat in case.seats:
        if not seat.has_joined:
            name = invitee_of(seat) if is_host else name_of(seat)
            values = {"name": name, "number": seat.number + 1}
            yield sentences[Invitation(seat.invitation)] % values


class GameStartedMail(AfterMove):
    """
    All have joined: to those whose turn it is not. One email tells the players of a
    league of all their games.
    """

    kind = Kind.GAME_STARTED
    topic = Topic.TABLE
    rank = 30
    on = (PhaseStarted, PositionSetUp)
    is_answerable = True
    checks = (why_not_playing, why_awaited)

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        began = news.before.phase is Phase.INVITATION is not news.state.phase
        is_news = began and news.game.league_id is None
        return self.to_seat(seat, news.now) if is_news else None

    def context(self, case: MailContext) -> Context:
        return (
            case.common
            | describe_settings(case)
            | case.position()
            | {
                "answering": self.answering(case.mail),
                "first": case.names[first_start_player(case.game)],
                "rule": question.in_full(case.game, case.seat),
                "turn_notice": turn_notice(case.reader, case.game),
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
        if not is_meant or seat.user_id == news.game.host_id:
            return None
        last = news.first_sequence + len(news.events) - 1
        return self.to_seat(seat, news.now, about_version=last)

    def is_unsolicited(self, mail: OutgoingMail) -> bool:
        assert mail.seat is not None
        return mail.seat.invitation != Invitation.ACCEPTED

    def context(self, case: MailContext) -> Context:
        # Nobody can send words of their own to people who have not joined.
        said = case.words_at(case.sequence) if case.seat.has_joined else []
        return case.common | {
            "inviter": inviter_of(case.game),
            "said": said,
            **link_to(game_url(case.game), _("See the cancelled game")),
        }


class HostingPassedMail(Notice):
    """To a game's new host."""

    kind = Kind.HOSTING_PASSED
    topic = Topic.TABLE
    on = (HostingPassed,)

    def mails(self, signal: HostingPassed) -> Iterable[OutgoingMail]:
        occasion = f"{signal.by.pk}:{signal.now.timestamp()}"
        details = {"former": signal.by.pk}
        yield self.to_seat(signal.seat, signal.now, occasion, details=details)

    def why_stale(self, case: MailContext) -> str:
        is_hosts = case.game.host_id == case.mail.user_id
        return "" if is_hosts and case.game.status == Status.INVITING else NOT_WAITING

    def notice(self, case: MailContext) -> Context:
        user = User.objects.filter(pk=case.mail.details["former"]).first()
        if user is not None and user.name:
            lead = _("%(name)s handed the game to you: you’re the host now.")
            lead %= {"name": name_of_user(user)}
        else:
            lead = _("The host handed the game to you.")
        what = _(
            "You now fill the seats that are free, and can cancel the game or hand it "
            "on."
        )
        return {
            "heading": _("You’re the host now"),
            "lead": f"{lead} {what}",
            **link_to(game_url(case.game), _("See who has answered")),
        }


def invitee_of(seat: Seat) -> str:
    """
    Return the name of an invited player for the host. This is the address only if the
    host typed it. Players who have joined have a name or a colour.
    """
    return find_typed_address(seat) or name_of(seat)
