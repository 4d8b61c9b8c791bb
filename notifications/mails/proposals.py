"""Mails about what players propose to each other, and what becomes of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Seat
from games.presentation import time_control_text
from games.presentation.dates import long_moment_in_words
from games.presentation.proposals import (
    meaning_in_words,
    open_in_words,
    rule_in_words,
    standing_in_words,
)
from games.presentation.text import join_list, say_clause
from games.signals.games import GameAdvanced
from games.store import positions
from games.store.stream import load_stream
from games.table.numbered_choices import NumberedChoice
from notifications.mails.after_move import EventNotice, numbered_events
from notifications.mails.base import why_not_playing
from notifications.mails.blocks.recap import recap_of
from notifications.mails.context import Context, MailContext
from notifications.mails.substitutes import offering
from notifications.models import Kind, OutgoingMail, Topic
from notifications.outbox.new_mail import is_reachable
from stoneage_core.events.proposals import (
    Outcome,
    ProposalKind,
    ProposalMade,
    ProposalSettled,
)
from stoneage_core.match.votes import open_until, voters_at

SETTLED = "the proposal is settled, or the player has voted"

#: By the kind of a proposal, and whether it takes back the proposer's own move. Whole
#: sentences, so that each language inflects what is proposed as it must.
Sentences = Mapping[tuple[ProposalKind, bool], Promise | str]

PROPOSES: Sentences = {
    (ProposalKind.TAKE_BACK, True): gettext_lazy(
        "%(name)s proposes to take back a move of their own."
    ),
    (ProposalKind.TAKE_BACK, False): gettext_lazy(
        "%(name)s proposes that %(player)s plays again."
    ),
    (ProposalKind.SUBSTITUTE, False): gettext_lazy(
        "%(name)s proposes that %(substitute)s plays for %(absent)s."
    ),
    (ProposalKind.END, False): gettext_lazy(
        "%(name)s proposes to end the game as it stands."
    ),
    (ProposalKind.TIME_CONTROL, False): gettext_lazy(
        "%(name)s proposes a different pace."
    ),
}
PROPOSED: Sentences = {
    (ProposalKind.TAKE_BACK, True): gettext_lazy(
        "%(name)s proposed to take back a move of their own."
    ),
    (ProposalKind.TAKE_BACK, False): gettext_lazy(
        "%(name)s proposed that %(player)s plays again."
    ),
    (ProposalKind.SUBSTITUTE, False): gettext_lazy(
        "%(name)s proposed that %(substitute)s plays for %(absent)s."
    ),
    (ProposalKind.END, False): gettext_lazy(
        "%(name)s proposed to end the game as it stands."
    ),
    (ProposalKind.TIME_CONTROL, False): gettext_lazy(
        "%(name)s proposed a different pace."
    ),
}


def _why_settled(case: MailContext) -> str:
    made = case.event
    assert isinstance(made, ProposalMade)
    proposal = case.game.table_state.proposal(made.proposal)
    is_asked = proposal is not None and case.seat.number not in proposal.votes
    return "" if is_asked else SETTLED


class ProposalMadeMail(EventNotice):
    """To those who vote: who proposes what, and what it takes."""

    kind = Kind.PROPOSAL_MADE
    rank = 100
    on = (ProposalMade,)
    is_answerable = True
    checks = (why_not_playing, _why_settled)

    def mail_after(self, news: GameAdvanced, seat: Seat) -> OutgoingMail | None:
        """Also to whoever lost their seat to autopilot and may come back to vote."""
        if not seat.is_on_autopilot:
            return super().mail_after(news, seat)
        for sequence, made in numbered_events(news):
            if isinstance(made, ProposalMade) and _is_asked(news, made, seat):
                return self.to_seat(seat, news.now, sequence, about_version=sequence)
        return None

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
            _terms(made),
            meaning_in_words(case.state, made, case.names),
            rule_in_words(proposal),
            standing_in_words(proposal, case.names),
            open_in_words(table, proposal),
        ]
        context: Context = {
            "heading": self.heading(case, made),
            "lead": _in_words(case, made, PROPOSES),
            "notes": [note for note in notes if note],
            "link_label": _("Take your seat back") if is_lost else _("Vote"),
        }
        return context | _undone(case, made)


class VoteReminderMail(ProposalMadeMail):
    """Once to those who have not voted, when a third of the time to vote is left."""

    kind = Kind.VOTE_REMINDER
    topic = Topic.REMINDERS
    rank = 110
    on = (ProposalMade,)

    def heading(self, case: MailContext, proposal: ProposalMade) -> str:
        return _("A quick reminder: your vote is wanted")

    def mail_after(self, news: GameAdvanced, seat: Seat) -> None:
        """It never comes in place of what a decision brings at once."""

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
                    until = open_until(table, proposal)
                    mail.due_at = until - timedelta(seconds=proposal.term) / 3
                    yield mail


class ProposalSettledMail(EventNotice):
    """To those who did not settle it themselves: what became of a proposal."""

    kind = Kind.PROPOSAL_SETTLED
    rank = 90
    on = (ProposalSettled,)

    def notice(self, case: MailContext) -> Context:
        settled = case.event
        assert isinstance(settled, ProposalSettled)
        proposal = _proposal(case, settled.proposal)
        heading, note = _outcome(settled.outcome)
        if settled.outcome is Outcome.CARRIED:
            note = _COMES_OF_IT[proposal.kind](case, proposal)
        lead = _in_words(case, proposal, PROPOSED)
        votes = say_clause(settled.votes_in_words(), case.names)
        notes = [note, _("The votes: %(votes)s.") % {"votes": votes}]
        if settled.outcome is Outcome.EXPIRED:
            notes.append(_proposing_again(case, proposal, settled))
        notes = [each for each in notes if each]
        return {"heading": heading, "lead": lead, "notes": notes}


def _is_asked(news: GameAdvanced, made: ProposalMade, seat: Seat) -> bool:
    proposal = news.game.table_state.proposal(made.proposal)
    return proposal is not None and seat.number in proposal.voters


def _outcome(outcome: Outcome) -> tuple[str, str]:
    """Return a headline, and what to add to what was proposed."""
    if outcome is Outcome.CARRIED:
        return _("Agreed"), ""
    if outcome is Outcome.REJECTED:
        note = _("There weren’t enough votes. Everything stays as it is.")
        return _("Not agreed"), note
    if outcome is Outcome.EXPIRED:
        note = _("The time to vote is over. Everything stays as it is.")
        return _("Not agreed in time"), note
    note = _(
        "The game has moved on since, or someone who proposed it or was asked no "
        "longer plays. Everything stays as it is, and you can propose it again."
    )
    return _("A proposal is no longer open"), note


def _proposal(case: MailContext, number: int) -> ProposalMade:
    """Return a proposal that is not open any more."""
    return next(
        event
        for event in load_stream(case.game, upto=case.sequence)
        if isinstance(event, ProposalMade) and event.proposal == number
    )


def _proposing_again(
    case: MailContext, proposal: ProposalMade, settled: ProposalSettled
) -> str:
    """Say who would no longer be asked if the same were proposed now, '' if nobody."""
    asked = voters_at(case.game.table_state, proposal.kind, case.now)
    absent = [case.names[player] for player in settled.silent if player not in asked]
    if not absent:
        return ""
    return _(
        "You can propose it again: then those who play decide, without %(names)s."
    ) % {"names": join_list(absent)}


def _undone(case: MailContext, proposal: ProposalMade) -> Context:
    """Return what would be taken back, in place of what is new."""
    if proposal.sequence is None:
        return {}
    events = load_stream(case.game, after=proposal.sequence, upto=case.sequence - 1)
    title = _("What would be undone")
    return {"recap": recap_of(events, case.names, case.absent), "recap_title": title}


def _in_words(case: MailContext, proposal: ProposalMade, sentences: Sentences) -> str:
    """Say who proposes what, or who proposed it, by one of ``sentences``."""
    values = {"name": case.names[proposal.player]}
    is_own = False
    if proposal.kind is ProposalKind.TAKE_BACK:
        player = _decider(case, proposal)
        is_own = player == proposal.player
        values["player"] = case.names[player]
    elif proposal.kind is ProposalKind.SUBSTITUTE:
        assert proposal.seat is not None
        values["substitute"] = offering(case, proposal.offer)
        values["absent"] = case.absent.get(proposal.seat, case.names[proposal.seat])
    return str(sentences[proposal.kind, is_own]) % values


def _decider(case: MailContext, proposal: ProposalMade) -> int:
    """Return the player whose decision is, or would be, open again."""
    assert proposal.sequence is not None
    (first,) = positions.past_events(case.game, after=proposal.sequence, limit=1)
    assert first.decided_by is not None
    return first.decided_by


def _decides_again(case: MailContext, proposal: ProposalMade) -> str:
    sentence = _("The game goes on from there, and it is %(name)s’s turn again.")
    return sentence % {"name": case.names[_decider(case, proposal)]}


def _sits_down(case: MailContext, proposal: ProposalMade) -> str:
    sentence = _("%(name)s plays from now on.")
    return sentence % {"name": offering(case, proposal.offer)}


def _runs_anew(case: MailContext, proposal: ProposalMade) -> str:
    note = _("The clock starts afresh for this turn.")
    if case.seat.deadline_at is None:
        return note
    until = _("You have until %(deadline)s.")
    return f"{note} {until % {'deadline': long_moment_in_words(case.seat.deadline_at)}}"


def _terms(proposal: ProposalMade) -> str:
    """Say what a clock that was proposed does."""
    if proposal.control is None:
        return ""
    terms = time_control_text.terms_of(proposal.control)
    return _("The new pace: %(terms)s.") % {"terms": terms}


def _is_over(case: MailContext, proposal: ProposalMade) -> str:
    return _("The game is over.")


InWords = Callable[[MailContext, ProposalMade], str]
_COMES_OF_IT: dict[ProposalKind, InWords] = {
    ProposalKind.TAKE_BACK: _decides_again,
    ProposalKind.SUBSTITUTE: _sits_down,
    ProposalKind.END: _is_over,
    ProposalKind.TIME_CONTROL: _runs_anew,
}
