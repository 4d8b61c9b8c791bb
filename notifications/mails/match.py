"""Mails about events during a game, and about its end."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.links.purposes import TAKE_SEAT_LINK, rematch_url, result_url
from games.links.tokens import absolute_url
from games.log import positions
from games.log.positions import PastEvent
from games.models import Seat
from games.presentation.attendance import absence_sentence, turn_notice
from games.presentation.dates import duration_in_words, long_moment_in_words
from games.presentation.league_text import drop_out_in_words
from games.presentation.result import agreement_in_words
from games.presentation.text import say
from games.presentation.tribes import Tribe, tribes_of
from games.queries import league_left_by
from games.ratings.rows import rating_changes
from games.signals import GameAdvanced
from notifications.mails.base import (
    AfterMove,
    Context,
    EventNotice,
    MailContext,
    Notice,
    link_to,
    numbered_events,
    why_not_playing,
    why_not_theirs,
    why_on_autopilot,
)
from notifications.mails.blocks import question
from notifications.mails.blocks.recap import headline_of, recap_of, verdict_of
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.rows import is_reachable
from stoneage_core.events.clocks import (
    AbsenceDeclared,
    AbsenceEnded,
    TimeAsked,
    TimeGiven,
    TurnTimedOut,
)
from stoneage_core.events.rounds import GameEnded
from stoneage_core.events.seats import AutopilotSeated, PlayerReturned, SeatEntrusted
from stoneage_core.match.calendar import Span
from stoneage_core.match.more_time import may_give
from stoneage_core.match.state import Source
from stoneage_core.match.votes import expires_at
from stoneage_core.state import EndReason
from stoneage_core.wording.sentences import describe_event

NOT_ON_AUTOPILOT = "autopilot no longer plays the seat"
NOT_AWAY = "the player is not away as announced"
NO_TIME_WANTED = "the turn is over, or the reader has given time already"
STILL_AWAY = "the absence was ended before, or another one goes on"
#: The result waits for the ratings, which are computed every ten seconds.
RATED_WITHIN = timedelta(seconds=30)
SEEN_BY_NOW = "the player has seen it on the page since"
#: Events that the first sentence covers, so that the recap leaves them out.
_IN_LEAD = (TurnTimedOut, AutopilotSeated)


def _why_seen(case: MailContext) -> str:
    return SEEN_BY_NOW if case.seat.seen_version >= case.sequence else ""


def _why_not_on_autopilot(case: MailContext) -> str:
    return "" if why_on_autopilot(case) else NOT_ON_AUTOPILOT


def _why_not_left(case: MailContext) -> str:
    left = case.game.table_state.seats[case.player].is_on_autopilot
    return "" if left else NOT_ON_AUTOPILOT


def _absence_in(case: MailContext) -> Span:
    event = case.event
    assert isinstance(event, AbsenceDeclared)
    return Span(
        datetime.fromisoformat(event.begins), datetime.fromisoformat(event.ends)
    )


def _why_not_to_be_away(case: MailContext) -> str:
    away = case.game.table_state.seats[case.player].away
    is_planned = _absence_in(case) in away and _absence_in(case).ends > case.now
    return "" if is_planned else NOT_AWAY


def _why_not_back(case: MailContext) -> str:
    """
    Return why the end of an absence is no news: it was ended earlier, or goes on.

    An absence that was ended is cut short, so its planned end is no longer there.
    """
    status = case.game.table_state.seats[case.player]
    if status.is_on_autopilot:
        return NOT_AWAY
    is_over = isinstance(case.event, AbsenceEnded) or _absence_in(case) in status.away
    return "" if is_over and status.away_at(case.now) is None else STILL_AWAY


def _why_no_time_to_give(case: MailContext) -> str:
    table, player = case.game.table_state, case.player
    is_wanted = table.seats[player].wants_time
    is_possible = is_wanted and may_give(table, case.seat.number, player)
    return "" if is_possible else NO_TIME_WANTED


def _why_time_is_over(case: MailContext) -> str:
    event = case.event
    assert isinstance(event, TimeGiven)
    givers = case.game.table_state.seats[event.seat].givers
    return "" if event.player in givers else NO_TIME_WANTED


class TimeRanOutMail(EventNotice):
    """Our decision for the reader, and the consequence of further misses."""

    kind = Kind.TIME_RAN_OUT
    rank = 60
    on = (TurnTimedOut,)
    is_own = True
    is_answerable = True
    checks = (why_not_playing, why_on_autopilot, _why_seen)

    def notice(self, case: MailContext) -> Context:
        (first,) = positions.past_events(case.game, after=case.sequence - 1, limit=1)
        if first.source == Source.ORDERS:
            lead = _("Your time ran out, so your orders decided.")
        else:
            lead = _("Your time ran out, so we played a safe move for you.")
        onward = turn_notice(case.reader, case.game)
        by_reply = self.can_be_answered(case.mail)
        notes = [
            _orders_missing(case, first.recorded_at),
            question.so_far(case.game, case.seat),
            question.vacation(case.game, case.seat, case.now, by_reply=by_reply),
        ]
        return {
            "heading": _("We played a move for you"),
            "lead": f"{lead} {onward}",
            "notes": [note for note in notes if note],
            **_what_we_played(case, first, after=case.sequence),
        }


class AutopilotSeatedMail(EventNotice):
    """To the player whose seat autopilot took: one click takes it back."""

    kind = Kind.AUTOPILOT_SEATED
    rank = 40
    on = (AutopilotSeated,)
    is_own = True
    is_answerable = True
    checks = (why_not_playing, _why_not_on_autopilot)

    def how_to_answer(self, choices: object) -> str:
        return _("Or just reply “return”.")

    def notice(self, case: MailContext) -> Context:
        lead = _("Your seat is still yours: come back whenever you like.")
        (seated,) = positions.past_events(case.game, after=case.sequence - 1, limit=1)
        why = _orders_missing(case, seated.recorded_at)
        return {
            "heading": _("Autopilot is playing for you"),
            "lead": f"{_missed(case)} {lead}",
            "notes": [*filter(None, [why]), *_open_votes(case, _WAITS_FOR_YOU)],
            **link_to(
                TAKE_SEAT_LINK.url(case.seat, case.reader, None, now=case.now),
                _("Take your seat back"),
            ),
            **_what_we_played(case, seated, after=case.seat.seen_version),
        }


class SeatLeftMail(EventNotice):
    """To the others: who is missing or left, their word, and what one can do."""

    kind = Kind.SEAT_LEFT
    rank = 70
    on = (AutopilotSeated, SeatEntrusted)
    checks = (why_not_playing, _why_not_left)

    def notice(self, case: MailContext) -> Context:
        event = case.event
        assert isinstance(event, AutopilotSeated | SeatEntrusted)
        values: dict[str, object] = {"name": case.names[event.player]}
        words: list[str] = []
        note = _(
            "The game goes on. The seat is listed under “Open seats”: once "
            "someone offers to play it, we email you, and the table votes. You can "
            "also propose on the page to end the game."
        )
        league = league_left_by(case.seats[event.player])
        if isinstance(event, AutopilotSeated):
            values["count"] = event.misses
            lead = ngettext(
                "%(name)s missed a turn, so autopilot is playing for now. %(name)s can "
                "come back at any time.",
                "%(name)s missed %(count)d turns in a row, so autopilot is playing for "
                "now. %(name)s can come back at any time.",
                event.misses,
            )
        elif case.seats[event.player].user_id is None:
            lead = _("%(name)s has left for good, so autopilot is playing.")
        elif league is not None:
            values["league"] = league.name
            lead = _("%(name)s has dropped out of %(league)s, so autopilot is playing.")
            note = drop_out_in_words(league)
        else:
            words = case.words_at(case.sequence)
            lead = _(
                "%(name)s has left the seat to autopilot, and can come back at any "
                "time."
            )
        return {
            "heading": _("Autopilot is playing for %(name)s") % values,
            "lead": lead % values,
            "notes": [*words, *_open_votes(case, _WAITS_FOR_OTHER), note],
        }


class PlayerReturnedMail(EventNotice):
    """To the others: the player is back."""

    kind = Kind.PLAYER_RETURNED
    rank = 80
    on = (PlayerReturned,)

    def notice(self, case: MailContext) -> Context:
        values = {"name": case.names[case.player]}
        return {
            "heading": _("%(name)s is back") % values,
            "lead": _("Good news: %(name)s is back and plays again.") % values,
        }


class AbsenceDeclaredMail(EventNotice):
    """To the others: who goes away, from when until when, and what it means."""

    kind = Kind.ABSENCE_DECLARED
    rank = 85
    on = (AbsenceDeclared,)
    checks = (why_not_playing, _why_not_to_be_away)

    def notice(self, case: MailContext) -> Context:
        away = _absence_in(case)
        values = {
            "name": case.names[case.player],
            "begins": long_moment_in_words(away.begins),
            "until": long_moment_in_words(away.ends),
        }
        seat = case.seats[case.player]
        if away.begins <= case.now:
            lead = absence_sentence(values["name"], away, seat, is_own=False)
        else:
            lead = _("%(name)s will be away from %(begins)s until %(until)s.") % values
        note = _(
            "The clock of %(name)s stops for that long, and no one else plays the seat."
        )
        return {
            "heading": _("%(name)s goes away for a while") % values,
            "lead": lead,
            "notes": [note % values],
        }


class AbsenceOverMail(Notice):
    """To the others: a player is no longer away, as planned or earlier."""

    kind = Kind.ABSENCE_OVER
    topic = Topic.TABLE
    on = (AbsenceDeclared, AbsenceEnded)
    checks = (why_not_playing, _why_not_back)

    def mails(self, signal: GameAdvanced) -> Iterable[OutgoingMail]:
        """Post it for the planned end of an absence, or now if it ends earlier."""
        for sequence, event in numbered_events(signal):
            match event:
                case AbsenceDeclared():
                    due_at = datetime.fromisoformat(event.ends)
                case AbsenceEnded():
                    due_at = signal.now
                case _:
                    continue
            for seat in filter(is_reachable, signal.seats):
                if seat.number != event.player and not seat.is_on_autopilot:
                    mail = self.to_seat(
                        seat, signal.now, sequence, about_version=sequence
                    )
                    mail.due_at = due_at
                    yield mail

    def notice(self, case: MailContext) -> Context:
        values = {"name": case.names[case.player]}
        heading = _("%(name)s is no longer away")
        if isinstance(case.event, AbsenceEnded):
            (ended,) = positions.past_events(
                case.game, after=case.sequence - 1, limit=1
            )
            away = case.game.table_state.seats[case.player].away
            if not any(span.ends == ended.recorded_at for span in away):
                heading = _("%(name)s isn’t going away after all")
        if case.seats[case.player].is_awaited:
            lead = _("It’s %(name)s’s turn, and the clock is running.")
        else:
            lead = _("The clock of %(name)s won’t stop.")
        return {"heading": heading % values, "lead": lead % values}


class TimeAskedMail(EventNotice):
    """To the others: a player asks for more time, which each can give by one press."""

    kind = Kind.TIME_ASKED
    rank = 75
    on = (TimeAsked,)
    is_answerable = True
    checks = (why_not_playing, _why_no_time_to_give)

    def how_to_answer(self, choices: object) -> str:
        return _("Or just reply “give time”.")

    def notice(self, case: MailContext) -> Context:
        time = duration_in_words(case.game.time_control.portion)
        values = {"name": case.names[case.player], "time": time}
        lead = _(
            "%(name)s asks for more time for this turn. You can give %(time)s more by "
            "one press on the page, or leave it."
        )
        return {
            "heading": _("%(name)s asks for more time") % values,
            "lead": lead % values,
        }


class TimeGivenMail(EventNotice):
    """To the player who got more time: how much, and until when they have now."""

    kind = Kind.TIME_GIVEN
    rank = 65
    on = (TimeGiven,)
    checks = (why_not_playing, _why_time_is_over)

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        for _sequence, event in numbered_events(news):
            if isinstance(event, TimeGiven) and event.seat == seat.number:
                return super().mail_after(news, seat)
        return None

    def notice(self, case: MailContext) -> Context:
        event = case.event
        assert isinstance(event, TimeGiven)
        assert case.seat.deadline_at is not None
        values = {
            "name": case.names[event.player],
            "time": duration_in_words(event.seconds),
            "until": long_moment_in_words(case.seat.deadline_at),
        }
        lead = _("%(name)s gave you %(time)s more. You have until %(until)s.")
        return {
            "heading": _("You have more time for this turn"),
            "lead": lead % values,
        }


class GameOverMail(AfterMove):
    """The result line by line, and how the dice can be checked."""

    kind = Kind.GAME_OVER
    topic = Topic.RESULTS
    rank = 10
    on = (GameEnded,)
    is_answerable = True
    checks = (why_not_theirs,)

    def answering(self, mail: OutgoingMail, choices: object = ()) -> str:
        is_of_league = mail.game is not None and mail.game.league_id is not None
        if is_of_league or not self.can_be_answered(mail):
            return ""
        return _(
            "Or reply “rematch” to play again with the same people, or “new game "
            "Pebble” to play a bot."
        )

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        mail = self.to_seat(seat, news.now)
        if news.state.terms.rated:
            mail.due_at += RATED_WITHIN
        return mail

    def context(self, case: MailContext) -> Context:
        state, number = case.state, case.seat.number
        is_agreed = state.end_reason is EndReason.AGREED
        agreement = agreement_in_words(case.game, case.names) if is_agreed else ""
        return case.common | {
            "state": state,
            "recap": case.recap(after=case.seat.seen_version),
            "ranking": _ranking(case),
            "headline": headline_of(state, case.names, number),
            "verdict": verdict_of(state, case.names, number, agreement),
            "rating": _own_rating(case),
            "answering": self.answering(case.mail),
            **_what_comes_next(case),
            **link_to(result_url(case.game), _("See the final board")),
        }


def _what_comes_next(case: MailContext) -> Context:
    """Return the link to the league's tables, or else to a rematch."""
    league = case.game.league
    if league is None:
        return {
            "next_link": rematch_url(case.seat, now=case.now),
            "next_label": _("Ask for a rematch"),
        }
    return {
        "next_link": absolute_url("games:league", league.slug),
        "next_label": _("See how %(league)s stands") % {"league": league.name},
    }


def _what_we_played(case: MailContext, cause: PastEvent, *, after: int) -> Context:
    played = [
        one.event
        for one in positions.past_events(case.game, after=after)
        if _same_decision(one, cause) and not isinstance(one.event, _IN_LEAD)
    ]
    recap = recap_of(played, case.names, reader=case.seat.number)
    return {"recap": recap, "recap_title": _("What we played")}


def _same_decision(one: PastEvent, other: PastEvent) -> bool:
    mark = (other.decided_by, other.source, other.recorded_at)
    return (one.decided_by, one.source, one.recorded_at) == mark


def _orders_missing(case: MailContext, since: datetime) -> str:
    why = question.why_orders_rest(case.seat, since)
    sentence = _("Your orders didn’t work out: %(why)s.")
    return sentence % {"why": why} if why else ""


_WAITS_FOR_YOU = gettext_lazy(
    "%(proposal)s That waits for your vote: take your seat back and vote until "
    "%(until)s. Nothing is decided without you before then."
)
_WAITS_FOR_OTHER = gettext_lazy(
    "%(proposal)s That isn’t decided by this: %(name)s can come back and vote until "
    "%(until)s. If it isn’t agreed by then, you can propose it again, and those who "
    "play then decide."
)


def _open_votes(case: MailContext, sentence: str | Promise) -> list[str]:
    """Return until when each open proposal waits for the player who lost their seat."""
    table = case.game.table_state
    return [
        str(sentence)
        % {
            "proposal": say(describe_event(each.made), case.names),
            "name": case.names[case.player],
            "until": long_moment_in_words(expires_at(table, each)),
        }
        for each in table.proposals
        if case.player in each.voters and case.player not in each.votes
    ]


def _missed(case: MailContext) -> str:
    event = case.event
    assert isinstance(event, AutopilotSeated)
    sentence = ngettext(
        "You missed a turn, so autopilot is playing for you.",
        "You missed %(count)d turns in a row, so autopilot is playing for you.",
        event.misses,
    )
    return sentence % {"count": event.misses}


def _own_rating(case: MailContext) -> str:
    own = [one for one in rating_changes(case.game, case.reader) if one.is_reader]
    sentence = _("Your rating is now %(points)d (%(change)s).")
    return sentence % own[0]._asdict() if own else ""


def _ranking(case: MailContext) -> list[tuple[int, Tribe]]:
    tribes = tribes_of(case.state, case.names, reader=case.seat.number)
    ranked = [(case.state.ranks[tribe.seat], tribe) for tribe in tribes]
    return sorted(ranked, key=lambda place: place[0])
