"""Events of proposals, votes and take-backs."""

from collections.abc import Mapping
from enum import StrEnum

from stoneage_core.events.base import MatchEvent
from stoneage_core.fields import Number, ProposalNumber, Sequence
from stoneage_core.phrases import Many, Phrase, SeatName, Sentences
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.time_control import TimeControl


class ProposalKind(StrEnum):
    """What players can propose to each other."""

    TAKE_BACK = "take_back"
    SUBSTITUTE = "substitute"
    END = "end"
    TIME_CONTROL = "time_control"


class Outcome(StrEnum):
    """How a proposal ended."""

    CARRIED = "carried"
    REJECTED = "rejected"
    LAPSED = "lapsed"
    EXPIRED = "expired"


_PROPOSALS = {
    ProposalKind.TAKE_BACK: Sentences(
        _("{player} proposed to go back to event {sequence} (proposal {proposal})."),
        _("You proposed to go back to event {sequence} (proposal {proposal})."),
    ),
    ProposalKind.SUBSTITUTE: Sentences(
        _("{player} proposed a substitute for {seat} (proposal {proposal})."),
        _("You proposed a substitute for {seat} (proposal {proposal})."),
    ),
    ProposalKind.END: Sentences(
        _("{player} proposed to end the game as it stands (proposal {proposal})."),
        _("You proposed to end the game as it stands (proposal {proposal})."),
    ),
    ProposalKind.TIME_CONTROL: Sentences(
        _("{player} proposed a different pace (proposal {proposal}): {control}."),
        _("You proposed a different pace (proposal {proposal}): {control}."),
    ),
}


class ProposalMade(MatchEvent, frozen=True, tag="ProposalMade"):
    """
    A player made a proposal.

    To take back, ``sequence`` is the event to go back to; for a substitute, ``seat``
    and ``offer`` say who plays what; for another clock, ``control`` is the clock.
    """

    proposal: ProposalNumber
    player: Number
    kind: ProposalKind
    sequence: Sequence | None = None
    seat: Number | None = None
    offer: ProposalNumber | None = None
    control: TimeControl | None = None

    def choose_sentences(self) -> Sentences:
        return _PROPOSALS[self.kind]


_VOTES = {
    True: Sentences(
        _("{player} voted yes to proposal {proposal}."),
        _("You voted yes to proposal {proposal}."),
    ),
    False: Sentences(
        _("{player} voted no to proposal {proposal}."),
        _("You voted no to proposal {proposal}."),
    ),
}


class VoteCast(MatchEvent, frozen=True, tag="VoteCast"):
    """A player voted on a proposal; the proposer has no such event and votes yes."""

    player: Number
    proposal: ProposalNumber
    agrees: bool

    def choose_sentences(self) -> Sentences:
        return _VOTES[self.agrees]


_OUTCOMES = {
    Outcome.CARRIED: Sentences(_("Proposal {proposal} is accepted ({votes}).")),
    Outcome.REJECTED: Sentences(
        _("Proposal {proposal} didn’t get enough votes ({votes}).")
    ),
    Outcome.LAPSED: Sentences(_("Proposal {proposal} is no longer open ({votes}).")),
    Outcome.EXPIRED: Sentences(
        _("The time to vote on proposal {proposal} is over ({votes}).")
    ),
}

_DECIDED_ALONE = Sentences(
    _(
        "Proposal {proposal} is accepted: {voter} decided alone; no other person was "
        "playing."
    )
)

_SAID = {
    True: _("yes: {names}"),
    False: _("no: {names}"),
    None: _("not voted: {names}"),
}
_TOGETHER = {2: _("{first}; {second}"), 3: _("{first}; {second}; {third}")}


def votes_in_words(votes: Mapping[int, bool | None]) -> Phrase:
    """Return the votes in words, as in 'yes: Ana and Bea; not voted: Dae'."""
    parts = []
    for vote, said in _SAID.items():
        players = [player for player in sorted(votes) if votes[player] is vote]
        if players:
            names = Many(map(SeatName, players))
            parts.append(Phrase("votes.part", said, {"names": names}))
    if len(parts) == 1:
        return parts[0]
    gaps = dict(zip(("first", "second", "third"), parts, strict=False))
    return Phrase("votes", _TOGETHER[len(parts)], gaps)


class ProposalSettled(MatchEvent, frozen=True, tag="ProposalSettled"):
    """
    A proposal was carried, was rejected, lapsed or expired.

    ``agreed`` and ``opposed`` are the players who voted, ``silent`` the other people at
    the table. Bots are in none of them.
    """

    proposal: ProposalNumber
    outcome: Outcome
    agreed: tuple[Number, ...] = ()
    opposed: tuple[Number, ...] = ()
    silent: tuple[Number, ...] = ()

    @property
    def sole_voter(self) -> int | None:
        """
        Return the player who carried the proposal alone, or None.

        One vote carries a proposal only if no other person has a vote.
        """
        is_alone = self.outcome is Outcome.CARRIED and len(self.agreed) == 1
        return self.agreed[0] if is_alone else None

    def choose_sentences(self) -> Sentences:
        return _OUTCOMES[self.outcome] if self.sole_voter is None else _DECIDED_ALONE

    def derive_values(self) -> dict[str, object]:
        if self.sole_voter is not None:
            return {"voter": SeatName(self.sole_voter)}
        votes: dict[int, bool | None] = dict.fromkeys(self.silent)
        votes |= dict.fromkeys(self.agreed, True) | dict.fromkeys(self.opposed, False)
        return {"votes": votes_in_words(votes)}


_TAKEN_BACK = {
    True: Sentences(
        _(
            "It was agreed that {player} plays again: the game is back where it was "
            "after event {sequence}."
        ),
        _(
            "It was agreed that you play again: the game is back where it was after "
            "event {sequence}."
        ),
    ),
    False: Sentences(
        _("{player} took their last move back."),
        _("You took your last move back."),
    ),
}


class DecisionTakenBack(MatchEvent, frozen=True, tag="DecisionTakenBack"):
    """
    The game went back to the position after ``sequence``; ``player`` decides again.

    If ``agreed``, the table voted for it, and the decision may have revealed something.
    """

    player: Number
    sequence: Sequence
    agreed: bool

    def choose_sentences(self) -> Sentences:
        return _TAKEN_BACK[self.agreed]
