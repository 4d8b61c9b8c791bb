"""Mails about proposals and their outcomes."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.log.stream import load_stream
from games.models import Seat
from games.presentation.dates import long_moment_in_words
from games.presentation.proposal_text import (
    about_in_words,
    meaning_in_words,
    open_in_words,
    rule_in_words,
    standing_in_words,
)
from games.presentation.text import join_list, say
from games.signals import GameAdvanced
from games.table.numbered_choices import NumberedChoice
from notifications.mails.base import (
    Checks,
    Context,
    EventNotice,
    MailContext,
    Notice,
    numbered_events,
    why_not_playing,
)
from notifications.mails.blocks.recap import recap_of
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.rows import is_reachable
from stoneage_core.events.clocks import TimeControlSet
from stoneage_core.events.proposals import (
    DecisionTakenBack,
    Outcome,
    ProposalKind,
    ProposalMade,
    ProposalSettled,
)
from stoneage_core.events.rounds import GameEnded
from stoneage_core.events.seats import SeatTaken
from stoneage_core.match.votes import expires_at, voters_at
from stoneage_core.wording.sentences import describe_event, describe_to

SETTLED = "the proposal is settled, or the player has voted"

#: The events to which a carried proposal leads.
RESULTS = (DecisionTakenBack, SeatTaken, GameEnded, TimeControlSet)

HEADINGS = {
    Outcome.CARRIED: gettext_lazy("Agreed"),
    Outcome.REJECTED: gettext_lazy("Not agreed"),
    Outcome.EXPIRED: gettext_lazy("Not agreed in time"),
    Outcome.LAPSED: gettext_lazy("A proposal is no longer open"),
}


def _why_settled(case: MailContext) -> str:
    made = case.event
    assert isinstance(made, ProposalMade)
    proposal = case.game.table_state.proposal(made.proposal)
    is_asked = proposal is not None and case.seat.number not in proposal.votes
    return "" if is_asked else SETTLED


class ProposalNotice(Notice):
    """Who proposes what, and which votes it needs."""

    on = (ProposalMade,)
    is_answerable = True
    checks: ClassVar[Checks] = (why_not_playing, _why_settled)

    def answering(
        self, mail: OutgoingMail, choices: Sequence[NumberedChoice] = ()
    ) -> str:
        if not self.can_be_answered(mail):
            return ""
        assert mail.seat is not None
        if mail.seat.is_on_autopilot:
            return _("Or just reply “return”, and vote then.")
        return _("Or just reply “yes” or “no”.")

    def heading(self, case: MailContext, proposal: ProposalMade) -> str:
        name = case.names[proposal.player]
        return _("%(name)s asks for your vote") % {"name": name}

    def notice(self, case: MailContext) -> Context:
        made = case.event
        assert isinstance(made, ProposalMade)
        table = case.game.table_state
        proposal = table.proposal(made.proposal)
        assert proposal is not None, "a mail about one that is settled is stale"
        is_lost = case.seat.is_on_autopilot
        notes = [
            _("Autopilot is playing for you. Take your seat back to vote.")
            if is_lost
            else "",
            about_in_words(case.game, made, case.names),
            meaning_in_words(case.state, made, case.names),
            rule_in_words(proposal),
            standing_in_words(proposal, case.names),
            open_in_words(table, proposal),
        ]
        context: Context = {
            "heading": self.heading(case, made),
            "lead": say(describe_event(made), case.names),
            "notes": [note for note in notes if note],
            "link_label": _("Take your seat back") if is_lost else _("Vote"),
        }
        return context | _undone(case, made)


class ProposalMadeMail(ProposalNotice, EventNotice):
    """To those who vote, at once."""

    kind = Kind.PROPOSAL_MADE
    rank = 100

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        """Return a mail also for a player on autopilot, who may come back to vote."""
        if not seat.is_on_autopilot:
            return super().mail_after(news, seat)
        for sequence, made in numbered_events(news):
            if isinstance(made, ProposalMade) and _is_asked(news, made, seat):
                return self.to_seat(seat, news.now, sequence, about_version=sequence)
        return None


class VoteReminderMail(ProposalNotice):
    """Once to players who have not voted, when a third of the voting time is left."""

    kind = Kind.VOTE_REMINDER
    topic = Topic.REMINDERS

    def heading(self, case: MailContext, proposal: ProposalMade) -> str:
        return _("A quick reminder: your vote is wanted")

    def mails(self, news: GameAdvanced) -> Iterator[OutgoingMail]:
        for sequence, event in numbered_events(news):
            if not isinstance(event, ProposalMade):
                continue
            table = news.game.table_state
            proposal = table.proposal(event.proposal)
            if proposal is None:
                continue
            for seat in filter(is_reachable, news.seats):
                if seat.number != event.player and _is_asked(news, event, seat):
                    mail = self.to_seat(
                        seat, news.now, sequence, about_version=sequence
                    )
                    until = expires_at(table, proposal)
                    mail.due_at = until - timedelta(seconds=proposal.term) / 3
                    yield mail


class ProposalSettledMail(EventNotice):
    """To players who did not settle it themselves: a proposal's outcome."""

    kind = Kind.PROPOSAL_SETTLED
    rank = 90
    on = (ProposalSettled,)

    def notice(self, case: MailContext) -> Context:
        settled = case.event
        assert isinstance(settled, ProposalSettled)
        proposal = next(
            event
            for event in load_stream(case.game, upto=case.sequence)
            if isinstance(event, ProposalMade) and event.proposal == settled.proposal
        )
        then = _names_then(case, proposal)
        notes = [say(describe_event(settled), then)]
        if settled.outcome is Outcome.CARRIED:
            notes.append(_result(case))
            if proposal.kind is ProposalKind.TIME_CONTROL:
                notes.append(_clock_restarts(case))
        else:
            notes.append(_("Everything stays as it is."))
        if settled.outcome is Outcome.EXPIRED:
            notes.append(_proposing_again(case, proposal, settled))
        if settled.outcome is Outcome.LAPSED:
            notes.append(
                _(
                    "The game has moved on since, or someone who proposed it or was "
                    "asked no longer plays. You can propose it again."
                )
            )
        return {
            "heading": HEADINGS[settled.outcome],
            "lead": say(describe_event(proposal), then),
            "notes": [each for each in notes if each],
        }


def _is_asked(news: GameAdvanced, made: ProposalMade, seat: Seat) -> bool:
    proposal = news.game.table_state.proposal(made.proposal)
    return proposal is not None and seat.number in proposal.voters


def _proposing_again(
    case: MailContext, proposal: ProposalMade, settled: ProposalSettled
) -> str:
    asked = voters_at(case.game.table_state, proposal.kind, case.now)
    absent = [case.names[player] for player in settled.silent if player not in asked]
    if not absent:
        return ""
    return _(
        "You can propose it again: then those who play decide, without %(names)s."
    ) % {"names": join_list(absent)}


def _undone(case: MailContext, proposal: ProposalMade) -> Context:
    if proposal.sequence is None:
        return {}
    events = load_stream(case.game, after=proposal.sequence, upto=case.sequence - 1)
    title = _("What would be undone")
    return {"recap": recap_of(events, case.names, case.absent), "recap_title": title}


def _names_then(case: MailContext, proposal: ProposalMade) -> Sequence[str]:
    """Return the players' names before a proposed substitute took the seat."""
    if proposal.kind is not ProposalKind.SUBSTITUTE:
        return case.names
    return [
        case.absent.get(seat, name) if seat == proposal.seat else name
        for seat, name in enumerate(case.names)
    ]


def _result(case: MailContext) -> str:
    events = load_stream(case.game, after=case.sequence, upto=case.game.version)
    result = next(event for event in events if isinstance(event, RESULTS))
    return say(describe_to(result, case.seat.number), case.names)


def _clock_restarts(case: MailContext) -> str:
    note = _("The clock starts afresh for this turn.")
    if case.seat.deadline_at is None:
        return note
    until = _("You have until %(deadline)s.")
    return f"{note} {until % {'deadline': long_moment_in_words(case.seat.deadline_at)}}"
