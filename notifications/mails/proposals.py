"""Mails about what players propose to each other, and what becomes of it."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.presentation import time_control_text
from games.presentation.dates import long_moment_in_words
from games.store import positions
from games.store.positions import past_events
from notifications.mails.after_move import EventNotice
from notifications.mails.base import why_not_playing
from notifications.mails.blocks.recap import recap_of
from notifications.mails.context import Context, MailContext, about, event_of
from notifications.mails.substitutes import offering
from notifications.models import Kind, OutgoingMail
from stoneage_core.match.proposals import UNANIMOUS
from stoneage_core.match_events import (
    Outcome,
    ProposalKind,
    ProposalMade,
    ProposalSettled,
)

SETTLED = "the proposal is settled, or the player has voted"


def _why_settled(mail: OutgoingMail) -> str:
    seat, game = about(mail)
    made = event_of(mail)
    assert isinstance(made, ProposalMade)
    proposal = game.match_state.proposal(made.proposal)
    is_asked = proposal is not None and seat.number not in proposal.votes
    return "" if is_asked else SETTLED


class ProposalMadeMail(EventNotice):
    """To those who vote: who proposes what, and what it takes."""

    kind = Kind.PROPOSAL_MADE
    rank = 100
    event = ProposalMade
    is_answerable = True
    checks = (why_not_playing, _why_settled)

    def how_to_answer(self, choices: object) -> str:
        return _("Or just reply “yes” or “no”.")

    def notice(self, case: MailContext) -> Context:
        proposal = case.event
        assert isinstance(proposal, ProposalMade)
        values = _who_and_what(case, proposal)
        context: Context = {
            "heading": _("%(name)s asks for your vote") % values,
            "lead": _("%(name)s proposes %(what)s.") % values,
            "notes": [*filter(None, [_terms(proposal)]), _rule(proposal.kind)],
            "link_label": _("Vote"),
            "recap": None,
        }
        return context | _undone(case, proposal)


class ProposalSettledMail(EventNotice):
    """To those who did not settle it themselves: what became of a proposal."""

    kind = Kind.PROPOSAL_SETTLED
    rank = 90
    event = ProposalSettled

    def notice(self, case: MailContext) -> Context:
        settled = case.event
        assert isinstance(settled, ProposalSettled)
        proposal = _proposal(case, settled.proposal)
        heading, lead, note = _outcome(settled.outcome)
        if settled.outcome is Outcome.CARRIED:
            note = _COMES_OF_IT[proposal.kind](case, proposal)
        lead %= _who_and_what(case, proposal)
        return {"heading": heading, "lead": lead, "notes": [note] if note else []}


def _who_and_what(case: MailContext, proposal: ProposalMade) -> dict[str, str]:
    """Return who proposes, and what, for a sentence."""
    what = _WHAT[proposal.kind](case, proposal)
    return {"name": case.names[proposal.player], "what": what}


def _outcome(outcome: Outcome) -> tuple[str, str, str]:
    """Return a headline, the sentence with name and proposal, and what to add."""
    if outcome is Outcome.CARRIED:
        lead = _("%(name)s proposed %(what)s, and it’s agreed.")
        return _("Agreed"), lead, ""
    if outcome is Outcome.REJECTED:
        lead = _("%(name)s proposed %(what)s, but there weren’t enough votes.")
        return _("Not agreed"), lead, _("Everything stays as it is.")
    lead = _("%(name)s proposed %(what)s. There’s nothing left to vote on.")
    note = _("The game has moved on since, or whoever proposed it has left.")
    return _("A proposal is no longer open"), lead, note


def _proposal(case: MailContext, number: int) -> ProposalMade:
    """Return a proposal that is not open any more."""
    return next(
        event
        for event in positions.events_of(case.game, upto=case.sequence)
        if isinstance(event, ProposalMade) and event.proposal == number
    )


def _rule(kind: ProposalKind) -> str:
    if kind in UNANIMOUS:
        return _("Everyone has to agree.")
    return _("More than half of the players have to agree.")


def _undone(case: MailContext, proposal: ProposalMade) -> Context:
    """Return what would be taken back, in place of what is new."""
    if proposal.sequence is None:
        return {}
    events = positions.events_of(
        case.game, after=proposal.sequence, upto=case.sequence - 1
    )
    title = _("What would be undone")
    return {"recap": recap_of(events, case.names, case.absent), "recap_title": title}


def _going_back(case: MailContext, proposal: ProposalMade) -> str:
    player = _decider(case, proposal)
    if player == proposal.player:
        return _("to take back a move of their own")
    return _("that %(name)s plays again") % {"name": case.names[player]}


def _decider(case: MailContext, proposal: ProposalMade) -> int:
    """Return the player whose decision is, or would be, open again."""
    assert proposal.sequence is not None
    (first,) = past_events(case.game, after=proposal.sequence, limit=1)
    assert first.decided_by is not None
    return first.decided_by


def _standing_in(case: MailContext, proposal: ProposalMade) -> str:
    assert proposal.seat is not None
    return _("that %(substitute)s plays for %(absent)s") % {
        "substitute": offering(case, proposal.offer),
        "absent": case.absent.get(proposal.seat, case.names[proposal.seat]),
    }


def _ending(case: MailContext, proposal: ProposalMade) -> str:
    return _("to end the game as it stands")


def _other_clock(case: MailContext, proposal: ProposalMade) -> str:
    return _("a different pace")


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
_WHAT: dict[ProposalKind, InWords] = {
    ProposalKind.TAKE_BACK: _going_back,
    ProposalKind.SUBSTITUTE: _standing_in,
    ProposalKind.END: _ending,
    ProposalKind.TIME_CONTROL: _other_clock,
}
_COMES_OF_IT: dict[ProposalKind, InWords] = {
    ProposalKind.TAKE_BACK: _decides_again,
    ProposalKind.SUBSTITUTE: _sits_down,
    ProposalKind.END: _is_over,
    ProposalKind.TIME_CONTROL: _runs_anew,
}
