"""What is said of what happens around the board: clocks, absences, proposals."""

from stoneage_core import match_events as c
from stoneage_core.passkey_events import DecisionSigned, PasskeysSet
from stoneage_core.phrases import Sentences, ngettext_noop
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.staff_events import (
    GameAdjudicated,
    GameFrozen,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameUnfrozen,
    StaffActed,
    TimeGranted,
)

_SENTENCES: dict[type, Sentences] = {
    c.TimeControlSet: Sentences(_("The pace of this table: {control}.")),
    c.TimeSpent: Sentences(
        _("{player} took {seconds} out of the bank."),
        _("You took {seconds} out of the bank."),
    ),
    c.TurnTimedOut: Sentences(
        _("{player}’s time ran out, so we played for {player}."),
        _("Your time ran out, so we played for you."),
    ),
    c.AutopilotSeated: Sentences(
        ngettext_noop(
            "{player} missed a turn; from now on autopilot plays.",
            "{player} missed {count} turns in a row; from now on autopilot plays.",
        ),
        ngettext_noop(
            "You missed a turn; from now on autopilot plays.",
            "You missed {count} turns in a row; from now on autopilot plays.",
        ),
    ),
    c.PlayerReturned: Sentences(
        _("{player} is back and plays again."), _("You’re back and play again.")
    ),
    c.SubstituteSeated: Sentences(
        _("{player} plays as a substitute."), _("You play as a substitute.")
    ),
    c.AbsenceDeclared: Sentences(
        _("{player} is away from {begins} to {ends}."),
        _("You’re away from {begins} to {ends}."),
    ),
    c.AbsenceEnded: Sentences(
        _("{player} is no longer away."), _("You’re no longer away.")
    ),
    StaffActed: Sentences(_("The moderators acted, and said why.")),
    GamePaused: Sentences(
        _("The moderators paused the game, until {until} at the latest.")
    ),
    GameResumed: Sentences(_("The game goes on.")),
    GameFrozen: Sentences(
        _("The moderators froze the game: no one can move, and no time runs.")
    ),
    GameUnfrozen: Sentences(_("The moderators unfroze the game.")),
    TimeGranted: Sentences(
        _("The moderators gave {player} {seconds} more for this turn."),
        _("The moderators gave you {seconds} more for this turn."),
    ),
    c.SeatEntrusted: Sentences(
        _("From now on autopilot plays for {player}."),
        _("From now on autopilot plays for you."),
    ),
    c.PlayerReplaced: Sentences(
        _("{player} took over the seat."), _("You took over the seat.")
    ),
    c.OfferWithdrawn: Sentences(_("An offer to play for someone is no longer open.")),
    c.SeatClaimed: Sentences(
        _("{player} stays for good; from now on their clock runs."),
        _("You stay for good; from now on your clock runs."),
    ),
    c.HoursSet: Sentences(
        _("The clock of {player} runs by the time of day where they are."),
        _("Your clock runs by the time of day where you are."),
    ),
    c.OutageRecorded: Sentences(
        _("The service was down from {begins} to {ends}; no clock ran.")
    ),
    c.GameCancelled: Sentences(_("The host cancelled the game before it started.")),
    GameAdjudicated: Sentences(
        _("The moderators ended the game; that is final from {final_from}.")
    ),
    c.GameRestored: Sentences(
        _(
            "Sorry, we had to go back to a back-up: what was played after this is "
            "lost. From here on the dice follow a new seed, sealed as {commitment}; "
            "the old one was {seed}."
        )
    ),
    c.ReplyReceived: Sentences(
        _("An email from {player} came in."), _("An email from you came in.")
    ),
    DecisionSigned: Sentences(
        _("{player} signed the next move with a passkey."),
        _("You signed the next move with a passkey."),
    ),
    GameRolledBack: Sentences(
        _("The moderators took the game back to where it was after event {sequence}.")
    ),
}
_PROPOSALS = {
    c.ProposalKind.TAKE_BACK: Sentences(
        _("{player} proposes to go back to event {sequence} (proposal {proposal})."),
        _("You propose to go back to event {sequence} (proposal {proposal})."),
    ),
    c.ProposalKind.SUBSTITUTE: Sentences(
        _("{player} proposes a substitute for {seat} (proposal {proposal})."),
        _("You propose a substitute for {seat} (proposal {proposal})."),
    ),
    c.ProposalKind.END: Sentences(
        _("{player} proposes to end the game as it stands (proposal {proposal})."),
        _("You propose to end the game as it stands (proposal {proposal})."),
    ),
    c.ProposalKind.TIME_CONTROL: Sentences(
        _("{player} proposes a different pace (proposal {proposal}): {control}."),
        _("You propose a different pace (proposal {proposal}): {control}."),
    ),
}
_OUTCOMES = {
    c.Outcome.CARRIED: Sentences(_("Proposal {proposal} is accepted.")),
    c.Outcome.REJECTED: Sentences(_("Proposal {proposal} didn’t get enough votes.")),
    c.Outcome.LAPSED: Sentences(_("Proposal {proposal} is no longer open.")),
}
_VOTES = {
    True: Sentences(
        _("{player} votes yes to proposal {proposal}."),
        _("You vote yes to proposal {proposal}."),
    ),
    False: Sentences(
        _("{player} votes no to proposal {proposal}."),
        _("You vote no to proposal {proposal}."),
    ),
}
_OFFERS = {
    True: Sentences(
        _("The moderators asked someone to play for {player}."),
        _("The moderators asked someone to play for you."),
    ),
    False: Sentences(
        _("Someone offered to play for {player}."),
        _("Someone offered to play for you."),
    ),
}
_TAKEN_BACK = {
    True: Sentences(
        _(
            "Everyone agreed that {player} plays again: the game is back where it was "
            "after event {sequence}."
        ),
        _(
            "Everyone agreed that you play again: the game is back where it was after "
            "event {sequence}."
        ),
    ),
    False: Sentences(
        _(
            "{player} took back the last move: the game is back where it was after "
            "event {sequence}."
        ),
        _(
            "You took back your last move: the game is back where it was after event "
            "{sequence}."
        ),
    ),
}
_PASSKEYS = Sentences(
    ngettext_noop(
        "{player} can sign moves with a passkey.",
        "{player} can sign moves with {count} passkeys.",
    ),
    ngettext_noop(
        "You can sign moves with a passkey.",
        "You can sign moves with {count} passkeys.",
    ),
)
_NO_PASSKEYS = Sentences(
    _("{player} no longer has a passkey."), _("You no longer have a passkey.")
)


def find_match_sentences(event: c.MatchEvent) -> Sentences:
    """Return what is said of an event around the board."""
    match event:
        case c.ProposalMade(kind=kind):
            return _PROPOSALS[kind]
        case c.ProposalSettled(outcome=outcome):
            return _OUTCOMES[outcome]
        case c.VoteCast(agrees=agrees):
            return _VOTES[agrees]
        case c.SubstituteOffered(by_staff=by_staff):
            return _OFFERS[by_staff]
        case PasskeysSet(keys=keys):
            return _PASSKEYS if keys else _NO_PASSKEYS
        case c.DecisionTakenBack(agreed=agreed):
            return _TAKEN_BACK[agreed]
    return _SENTENCES[type(event)]
