"""Mails about who plays on where somebody is missing, for a while or for good."""

from django.utils.translation import gettext as _

from games import links, queries
from games.text import name_of
from notifications.parts.context import Case, Context, position_in
from notifications.parts.substitutes import name_or_somebody
from notifications.subjects import invitation_of


def substitute_offered(case: Case) -> Context:
    """To those who vote: who would play on, for whom, as the offers stand now."""
    offers = [
        _("%(name)s would play on for %(absent)s.")
        % {
            "name": name_or_somebody(offer.user),
            "absent": name_of(offer.seat),
        }
        for offer in queries.standing_offers(case.game)
    ]
    return {
        "heading": _("Somebody offers to play on"),
        "lead": " ".join(offers),
        "notes": [
            _(
                "If you would like that, propose it on the page: it takes the yes of "
                "more than half of those who play."
            )
        ],
    }


def substitute_seated(case: Case) -> Context:
    """To the substitute, who is not to decide yet."""
    lead = _(
        "The others agreed to it: from now on you play the seat of %(name)s. You will "
        "get a mail as soon as it is your turn; nothing has to be done now."
    )
    values = {"name": case.absent.get(case.seat.number, _("somebody"))}
    return position_in(case) | {
        "heading": _("You play on for %(name)s") % values,
        "lead": lead % values,
        "link_label": _("See the board"),
        "recap": None,
    }


def substitute_relieved(case: Case) -> Context:
    """To who stood in, and has no seat any more."""
    lead = _(
        "%(name)s is back and plays the seat again that you kept. Nothing more has to "
        "be done: thank you for standing in!"
    )
    values = {"name": name_of(case.seat)}
    return {
        "heading": _("%(name)s is back") % values,
        "lead": lead % values,
        "link": links.game_url(case.game),
        "link_label": _("See the game"),
    }


def replaced(case: Case) -> Context:
    """To the absent player: their seat is taken, and theirs all the same."""
    assert case.mail.user is not None
    lead = _(
        "You were away, and the others agreed that %(name)s plays your seat for now. "
        "It stays your game: come back whenever you like."
    )
    values = {"name": name_of(case.seat)}
    return {
        "heading": _("%(name)s plays on for you") % values,
        "lead": lead % values,
        "notes": [
            _("The links in earlier mails do not open your seat; this one does.")
        ],
        "link": links.return_url(case.seat, case.mail.user, now=case.now),
        "link_label": _("Take your seat back"),
    }


def replacement(case: Case) -> Context:
    """To whom the staff ask to play on for good where another player was."""
    offer = invitation_of(case.mail)
    assert offer is not None
    lead = _(
        "The staff of Stone Age by Mail ask whether you would play on where %(name)s "
        "was, from the position below to the end. Have a look, and say yes or no."
    )
    return position_in(case) | {
        "heading": _("Will you play on for somebody?"),
        "lead": lead % {"name": name_of(case.seat)},
        "notes": [_("If you do not answer, nothing happens: nothing has to be done.")],
        "link": links.stand_in_url(offer, now=case.now),
        "link_label": _("Look, and answer"),
        "recap": None,
    }


def seat_taken(case: Case) -> Context:
    """Who plays on from now on; to who had the seat, that they need not."""
    offer = case.mail.offer
    assert offer is not None
    lead = _(
        "The staff had invited somebody to play on in somebody’s place: from now on "
        "%(name)s plays that seat, for good."
    )
    context: Context = {
        "heading": _("A seat has another player"),
        "lead": lead % {"name": name_of(offer.seat)},
        "recap": None,
    }
    if case.seat.user_id == case.mail.user_id:
        return context
    if case.mail.user_id != offer.invited_by_id:
        context["notes"] = [
            _("It was your seat. Nothing more is expected of you in this game.")
        ]
    return context | {
        "link": links.game_url(case.game),
        "link_label": _("See the game"),
    }
