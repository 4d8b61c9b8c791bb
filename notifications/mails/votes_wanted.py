"""The open proposals on which a mail's reader has not voted yet."""

from django.utils.translation import gettext as _

from games.presentation.proposals import open_in_words
from games.presentation.text import say
from notifications.mails.context import MailContext
from stoneage_core.wording.sentences import describe_event


def votes_wanted(case: MailContext) -> list[str]:
    """
    Ask for the reader's vote on each open proposal, and say how to cast it.

    If several are open nobody could tell which one a reply means: the page can.
    """
    table, number = case.game.table_state, case.seat.number
    waiting = [
        each
        for each in table.proposals
        if number in each.voters and number not in each.votes
    ]
    asked = [
        f"{say(describe_event(each.made), case.names)} {open_in_words(table, each)}"
        for each in waiting
    ]
    if len(waiting) == 1 and case.mail.about_version is not None:
        how = _("Reply “yes” or “no” to vote, or vote on the page.")
    else:
        how = _("Vote on the page.")
    return [*asked, how] if asked else []
