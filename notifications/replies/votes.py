"""Votes by mail: which proposal is meant, and which “yes” is not a vote."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.errors import Refused
from games.log.stream import load_stream
from games.log.table_rows import read_seats
from games.models import Game, Seat
from games.presentation.proposal_text import (
    Proposal,
    proposals_of,
)
from notifications.models import Kind, OutgoingMail
from notifications.replies.answered_mail import AnsweredMail, conversation_before
from notifications.replies.errors import ANSWERS_QUESTION
from stoneage_core.events.proposals import ProposalMade

#: Answers to a question: did you write this mail, do you agree, do you join?
ANSWERS_TO_QUESTIONS = frozenset({"yes", "no", "okay", "accept", "decline"})


def find_proposal(seat: Seat, answered: AnsweredMail | None) -> int:
    """
    Return the number of the proposal that the answered mail asked to vote on.

    For any other mail this is the only open proposal, if it was open when that mail was
    written. Raises Refused (too_late) if there is none, and (invalid) if it is unclear.
    """
    if answered is not None and answered.proposal is not None:
        return answered.proposal
    waiting = _waiting(seat)
    if not waiting:
        raise Refused("too_late", _("There’s nothing to vote on."))
    texts = "; ".join(each.text.rstrip(".") for each in waiting)
    if len(waiting) > 1:
        sentence = _(
            "There are several proposals: reply to the email about the one you mean, "
            "or vote on the page. %(proposals)s."
        )
        raise Refused("invalid", sentence % {"proposals": texts})
    (proposal,) = waiting
    if answered is not None and proposal.number in _made_since(
        seat.game, answered.version
    ):
        sentence = _(
            "This came up after the email you replied to: %(proposal)s. If you mean "
            "it, reply to this email with your vote."
        )
        raise Refused("invalid", sentence % {"proposal": texts})
    return proposal.number


def reject_answer_to_question(word: str, answered: OutgoingMail | None) -> None:
    """
    Refuse a “yes” that answers our question “did you write this mail?”.

    A “yes” to our answer to such a reply is refused, too, because it may mean the same.
    """
    if word not in ANSWERS_TO_QUESTIONS or answered is None:
        return
    if any(_asks_who_wrote(mail) for mail in conversation_before(answered)):
        raise Refused("answers_question", ANSWERS_QUESTION)


def _asks_who_wrote(mail: OutgoingMail) -> bool:
    """Return whether a mail of ours asked the player if they wrote a reply."""
    if mail.kind != Kind.REPLY_READ or mail.incoming is None:
        return False
    return not mail.incoming.is_by_player


def _waiting(seat: Seat) -> Sequence[Proposal]:
    """Return the open proposals that wait for a seat's vote, or else all open ones."""
    found = proposals_of(seat.game, read_seats(seat.game), seat)
    return [each for each in found if each.own is None] or found


def _made_since(game: Game, version: int) -> set[int]:
    events = load_stream(game, after=version)
    return {event.proposal for event in events if isinstance(event, ProposalMade)}
