"""Mails about what players propose to each other, and what becomes of it."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presentation import time_control_text
from games.presentation.dates import long_moment_in_words
from games.store import positions
from games.store.stream import load_stream
from notifications.mails.after_move import EventNotice
from notifications.mails.base import why_not_playing
from notifications.mails.blocks.recap import recap_of
from notifications.mails.context import Context, MailContext
from notifications.mails.substitutes import offering
from notifications.models import Kind
from stoneage_core.events.proposals import (
    Outcome,
    ProposalKind,
    ProposalMade,
    ProposalSettled,
)
from stoneage_core.match.votes import UNANIMOUS

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

    def how_to_answer(self, choices: object) -> str:
        return _("Or just reply “yes” or “no”.")

    def notice(self, case: MailContext) -> Context:
        proposal = case.event
        assert isinstance(proposal, ProposalMade)
        name = case.names[proposal.player]
        context: Context = {
            "heading": _("%(name)s asks for your vote") % {"name": name},
            "lead": _in_words(case, proposal, PROPOSES),
            "notes": [*filter(None, [_terms(proposal)]), _rule(proposal.kind)],
            "link_label": _("Vote"),
        }
        return context | _undone(case, proposal)


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
        notes = [note] if note else []
        return {"heading": heading, "lead": lead, "notes": notes}


def _outcome(outcome: Outcome) -> tuple[str, str]:
    """Return a headline, and what to add to what was proposed."""
    if outcome is Outcome.CARRIED:
        return _("Agreed"), ""
    if outcome is Outcome.REJECTED:
        note = _("There weren’t enough votes. Everything stays as it is.")
        return _("Not agreed"), note
    note = _("The game has moved on since, or whoever proposed it has left.")
    return _("A proposal is no longer open"), note


def _proposal(case: MailContext, number: int) -> ProposalMade:
    """Return a proposal that is not open any more."""
    return next(
        event
        for event in load_stream(case.game, upto=case.sequence)
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
