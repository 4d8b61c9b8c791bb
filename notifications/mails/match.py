"""Mails about what happens while a game is played, and about its end."""

from collections.abc import Iterable
from datetime import datetime
from itertools import takewhile

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import positions
from games.links.purposes import game_url, result_url
from games.models import DecidedHow, Seat, Status
from games.pages.tribes import Tribe, tribes_of
from games.positions import PastEvent
from games.signals import GameAdvanced, UserUnreachable
from games.text import join_list, name_of
from notifications.mails.after_move import AfterMove, EventNotice
from notifications.mails.base import (
    NOT_RUNNING,
    Notice,
    why_not_playing,
    why_not_theirs,
)
from notifications.mails.blocks import timeout_text
from notifications.mails.blocks.recap import recap_of
from notifications.mails.context import Context, MailContext, about, player_of
from notifications.mails.lobby import invitee_of
from notifications.models import Kind, OutgoingMail, Topic
from stoneage_core import Phase
from stoneage_core.conduct import PlayerReturned, StewardSeated, TurnTimedOut

NOT_STEWARDED = "the steward does not play the seat any more"
REACHED_AGAIN = "the player can be reached again, or is gone"
SEEN_BY_NOW = "the player was there since and saw it"
STEWARDED = "the steward plays the seat now"


class TimeRanOutMail(EventNotice):
    """What was decided for the reader, and what comes of such misses."""

    kind = Kind.TIME_RAN_OUT
    topic = Topic.TABLE
    rank = 60
    event = TurnTimedOut
    is_own = True
    is_answerable = True

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        seat, _game = about(mail)
        if reason := why_not_playing(mail):
            return reason
        if seat.is_stewarded:
            return STEWARDED
        assert mail.about_version is not None
        return SEEN_BY_NOW if seat.seen_version >= mail.about_version else ""

    def notice(self, case: MailContext) -> Context:
        first, *others = positions.past_events(case.game, after=case.sequence - 1)
        decided = [first, *takewhile(lambda one: _same_decision(one, first), others)]
        if first.decided_how == DecidedHow.ORDERS:
            lead = _("Your time ran out, and your standing orders decided for you.")
        else:
            lead = _("Your time ran out, and a cautious move was played for you.")
        onward = _("You will get a mail when it is your turn again.")
        notes = [
            _orders_missing(case, first.recorded_at),
            timeout_text.so_far(case.game, case.seat),
            timeout_text.vacation(case.game, case.seat, case.now),
        ]
        return case.position_and_attendance() | {
            "heading": _("Your time ran out"),
            "lead": f"{lead} {onward}",
            "notes": [note for note in notes if note],
            "recap": recap_of([one.event for one in decided], case.names),
            "recap_title": _("What was decided for you"),
        }


class StewardSeatedMail(EventNotice):
    """To whom the steward plays for: one click and the seat is theirs again."""

    kind = Kind.STEWARD_SEATED
    topic = Topic.TABLE
    rank = 40
    event = StewardSeated
    is_own = True

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        seat, _game = about(mail)
        return why_not_playing(mail) or ("" if seat.is_stewarded else NOT_STEWARDED)

    def notice(self, case: MailContext) -> Context:
        lead = _(
            "So that the game goes on, the steward plays your seat from now on. It "
            "stays yours: take it back whenever you like, by one click on the page."
        )
        (seated,) = positions.past_events(case.game, after=case.sequence - 1, limit=1)
        why = _orders_missing(case, seated.recorded_at)
        return {
            "heading": _("The steward plays for you"),
            "lead": f"{_missed(case)} {lead}",
            "notes": [why] if why else [],
            "link_label": _("Take your seat back"),
        }


class SeatLeftMail(EventNotice):
    """To the others: who is missing, and what they can do."""

    kind = Kind.SEAT_LEFT
    topic = Topic.TABLE
    rank = 70
    event = StewardSeated

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        _seat, game = about(mail)
        left = game.table.chairs[player_of(mail)].is_stewarded
        return why_not_playing(mail) or ("" if left else NOT_STEWARDED)

    def notice(self, case: MailContext) -> Context:
        name = case.names[player_of(case.mail)]
        lead = _(
            "%(name)s did not come, and the steward plays the seat from now on, so "
            "that the game goes on. %(name)s may take it back at any time."
        )
        note = _(
            "Nothing has to be done. If you like, propose on the page to let somebody "
            "who offers to play on take the seat, or to end the game."
        )
        return {
            "heading": _("The steward plays for %(name)s") % {"name": name},
            "lead": lead % {"name": name},
            "notes": [note],
        }


class PlayerReturnedMail(EventNotice):
    """To the others: all is well again."""

    kind = Kind.PLAYER_RETURNED
    topic = Topic.TABLE
    rank = 80
    event = PlayerReturned

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        return why_not_playing(mail)

    def notice(self, case: MailContext) -> Context:
        values = {"name": case.names[player_of(case.mail)]}
        return {
            "heading": _("%(name)s is back") % values,
            "lead": _("%(name)s is back and plays the seat again.") % values,
        }


class GameOverMail(AfterMove):
    """The result line by line, and how the dice can be checked."""

    kind = Kind.GAME_OVER
    topic = Topic.RESULTS
    rank = 10

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        is_over = news.state.phase is Phase.ENDED
        return self.to_seat(seat, news.now) if is_over else None

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        return why_not_theirs(mail)

    def context(self, case: MailContext) -> Context:
        state, number = case.state, case.seat.number
        return case.common | {
            "state": state,
            "recap": case.recap(after=case.seat.seen_version),
            "standing": _ranking(case),
            "winners": join_list([case.names[n] for n in state.winners]),
            "has_won": number in state.winners,
            "is_shared": len(state.winners) > 1,
            "link": result_url(case.game),
            "link_label": _("See the final board"),
        }


class UnreachableMail(Notice):
    """To the others at the table, before the start to the host: who gets no mails."""

    kind = Kind.UNREACHABLE
    topic = Topic.TABLE
    on = (UserUnreachable,)

    def mails(self, signal: UserUnreachable) -> Iterable[OutgoingMail]:
        for lost in signal.seats:
            others = [one for one in signal.others if one.game_id == lost.game_id]
            if lost.game.status == Status.ACTIVE:
                for other in others:
                    if other.user is not None and other.user.email is not None:
                        yield self._mail(signal, lost, other.user_id, other)
            elif (host_id := lost.game.host_id) not in {None, signal.user.pk}:
                own = (other for other in others if other.user_id == host_id)
                yield self._mail(signal, lost, host_id, next(own, lost))

    def _mail(
        self, signal: UserUnreachable, lost: Seat, user_id: int | None, seat: Seat
    ) -> OutgoingMail:
        """At most once a day, however often an address is tried again."""
        about = f"{lost.pk}:{user_id}:{signal.now:%Y-%m-%d}"
        whose = {"user_id": user_id, "seat_id": seat.pk, "game_id": lost.game_id}
        return self.new(about, signal.now, **whose)

    def why_stale(self, mail: OutgoingMail, now: datetime) -> str:
        seat, game = about(mail)
        lost = _lost_seat(mail)
        if lost.user is None or lost.user.unreachable_since is None:
            return REACHED_AGAIN
        if game.status not in (Status.ACTIVE, Status.INVITING):
            return NOT_RUNNING
        return "" if seat.pk == lost.pk else why_not_theirs(mail)

    def notice(self, case: MailContext) -> Context:
        lost = _lost_seat(case.mail)
        begins = case.game.status == Status.INVITING
        values = {"name": invitee_of(lost) if begins else name_of(lost)}
        lead = _("Our mails to %(name)s come back, so we have stopped them.")
        context: Context = {
            "heading": _("%(name)s cannot be reached by mail") % values,
            "lead": lead % values,
        }
        if begins:
            note = _(
                "Perhaps there is a slip in the address? You can fill the seat anew."
            )
            return context | {
                "notes": [note],
                "link": game_url(case.game),
                "link_label": _("Fill the seat"),
                "recap": None,
            }
        note = _(
            "%(name)s can still play on the page, and the clock runs as always. If you "
            "know another way to reach %(name)s, a word from you may help."
        )
        return context | {"notes": [note % values]}


def _same_decision(one: PastEvent, first: PastEvent) -> bool:
    mark = (first.decided_by, first.decided_how, first.recorded_at)
    return (one.decided_by, one.decided_how, one.recorded_at) == mark


def _orders_missing(case: MailContext, since: datetime) -> str:
    """Say why orders that were to decide did not, if that is what happened."""
    why = timeout_text.why_put_aside(case.seat, since)
    sentence = _("Your standing orders did not fit any more: %(why)s.")
    return sentence % {"why": why} if why else ""


def _missed(case: MailContext) -> str:
    event = case.event
    assert isinstance(event, StewardSeated)
    sentence = ngettext(
        "You missed a decision.",
        "You missed %(count)d decisions in a row.",
        event.misses,
    )
    return sentence % {"count": event.misses}


def _ranking(case: MailContext) -> list[tuple[int, Tribe]]:
    """Return rank and tribe of all players, the winners first."""
    tribes = tribes_of(case.state, case.names, reader=case.seat.number)
    ranked = [(case.state.ranks[tribe.seat], tribe) for tribe in tribes]
    return sorted(ranked, key=lambda place: place[0])


def _lost_seat(mail: OutgoingMail) -> Seat:
    """Return the seat whose player cannot be reached; the mail's key names it."""
    _kind, pk, *_rest = mail.dedupe_key.split(":")
    return Seat.objects.select_related("user").get(pk=int(pk))
