"""Whole sentences that say what a player proposes, and what one proposed.

One for each case rather than a verb with something put in, so that each language
inflects what is proposed as it must.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from stoneage_core.events.proposals import ProposalKind

#: By the kind of a proposal, and whether it takes back the proposer's own move.
Sentences = Mapping[tuple[ProposalKind, bool], Promise | str]

PROPOSES: Sentences = {
    (ProposalKind.TAKE_BACK, True): _(
        "%(name)s proposes to take back a move of their own."
    ),
    (ProposalKind.TAKE_BACK, False): _(
        "%(name)s proposes that %(player)s plays again."
    ),
    (ProposalKind.SUBSTITUTE, False): _(
        "%(name)s proposes that %(substitute)s plays for %(absent)s."
    ),
    (ProposalKind.END, False): _("%(name)s proposes to end the game as it stands."),
    (ProposalKind.TIME_CONTROL, False): _("%(name)s proposes a different pace."),
}
PROPOSED: Sentences = {
    (ProposalKind.TAKE_BACK, True): _(
        "%(name)s proposed to take back a move of their own."
    ),
    (ProposalKind.TAKE_BACK, False): _(
        "%(name)s proposed that %(player)s plays again."
    ),
    (ProposalKind.SUBSTITUTE, False): _(
        "%(name)s proposed that %(substitute)s plays for %(absent)s."
    ),
    (ProposalKind.END, False): _("%(name)s proposed to end the game as it stands."),
    (ProposalKind.TIME_CONTROL, False): _("%(name)s proposed a different pace."),
}
