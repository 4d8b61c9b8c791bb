"""The open proposals of a game, as the mails about turns show them."""

from django.utils.translation import gettext as _

from games.presentation.proposal_text import (
    open_in_words,
    standing_in_words,
)
from games.presentation.text import say
from notifications.mails.context import Context, MailContext
from stoneage_core.wording.sentences import describe_event


def votes_context(case: MailContext) -> Context:
    """
    Return ``votes_wanted`` of a mail's reader, and the ``open_votes`` they have cast.

    Each is a list of sentences. If several votes are wanted, a reply could not say
    which one it means; the page can.
    """
    table, number = case.game.table_state, case.seat.number
    wanted, cast = [], []
    for proposal in table.proposals:
        said = say(describe_event(proposal.made), case.names)
        until = open_in_words(table, proposal)
        if number not in proposal.votes:
            wanted.append(f"{said} {until}")
        else:
            standing = standing_in_words(proposal, case.names)
            cast.append(f"{said} {standing} {until}")
    if len(wanted) == 1:
        wanted.append(_("Reply “yes” or “no” to vote, or vote on the page."))
    elif wanted:
        wanted.append(_("Vote on the page."))
    return {"votes_wanted": wanted, "open_votes": cast}
