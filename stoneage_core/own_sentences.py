"""The sentence of an event as it is told to the player who did it, or whom it met."""

from stoneage_core import events as e
from stoneage_core import match_events as c
from stoneage_core.passkey_events import DecisionSigned, PasskeysSet
from stoneage_core.phrases import Phrase, Template, ngettext_noop
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.sentences import describe
from stoneage_core.staff_events import TimeGranted

_TEMPLATES: dict[type, Template] = {
    e.PlayerJoined: _("You joined."),
    e.GameStarted: _("Everyone has joined, and you’re the start player."),
    e.TurnStarted: _("You’re next."),
    e.RoundStarted: _("Round {round} began; you’re the start player."),
    e.PeoplePlaced: ngettext_noop(
        "You sent one person to {place}.", "You sent {count} people to {place}."
    ),
    e.DiceRolled: _("You rolled {dice} for {good} ({place})."),
    e.ToolsUsed: _("You added tools worth {value}."),
    e.GoodsGathered: _("You got {goods}."),
    e.ToolMade: _("You now have a tool of value {value} in slot {slot}."),
    e.PersonBorn: _("Your tribe grew by one person."),
    e.FoodTrackRaised: _("You moved up the food track to {level}."),
    e.NothingGained: _("You gained nothing: there’s no more to get."),
    e.CardTaken: _("You took {place} ({card}), paying {payment}."),
    e.CardKeptOpen: _("You keep the card open for later."),
    e.FoodGained: _("You took {goods} from the card."),
    e.ResourcesGained: _("You took {resources} from the supply."),
    e.PointsScored: ngettext_noop(
        "You scored one point.", "You scored {count} points."
    ),
    e.CardDrawn: _("You drew another card ({card})."),
    e.DiceForAllRolled: _("You rolled the dice for all: {dice}."),
    e.DiePicked: _("You picked the {face}."),
    e.ResourcesTaken: _("You turned a card over and got {resources}."),
    e.BuildingBuilt: ngettext_noop(
        "You built {place}, paying {payment}, and scored one point.",
        "You built {place}, paying {payment}, and scored {count} points.",
    ),
    e.ActionDeclined: _("You left {place}."),
    e.FoodProduced: _("Your food track gave {goods}."),
    e.FoodRanShort: ngettext_noop(
        "Your tribe ate {food} food and is still one short.",
        "Your tribe ate {food} food and is still {count} short.",
    ),
    e.TribeFed: _("You fed your tribe with {eaten}."),
    e.TribeStarved: ngettext_noop(
        "Your tribe went hungry and lost one point.",
        "Your tribe went hungry and lost {count} points.",
    ),
    e.FinalScored: ngettext_noop(
        "You have one point after the final scoring.",
        "You have {count} points after the final scoring.",
    ),
    c.TimeSpent: _("You took {seconds} out of the bank."),
    c.TurnTimedOut: _("Your time ran out, so we played for you."),
    c.AutopilotSeated: ngettext_noop(
        "You missed a turn; from now on autopilot plays.",
        "You missed {count} turns in a row; from now on autopilot plays.",
    ),
    c.SeatEntrusted: _("From now on autopilot plays for you."),
    c.PlayerReturned: _("You’re back and play again."),
    c.SubstituteSeated: _("You play as a substitute."),
    c.PlayerReplaced: _("You took over the seat."),
    c.SeatClaimed: _("You stay for good; from now on your clock runs."),
    c.HoursSet: _("Your clock runs by the time of day where you are."),
    c.AbsenceDeclared: _("You’re away from {begins} to {ends}."),
    c.AbsenceEnded: _("You’re no longer away."),
    TimeGranted: _("The moderators gave you {seconds} more for this turn."),
    c.ReplyReceived: _("An email from you came in."),
    DecisionSigned: _("You signed the next move with a passkey."),
}
_GOT_NOTHING = _("You got nothing.")
_VOTES = {
    True: _("You vote yes to proposal {proposal}."),
    False: _("You vote no to proposal {proposal}."),
}
_OFFERS = {
    True: _("The moderators asked someone to play for you."),
    False: _("Someone offered to play for you."),
}
_TAKEN_BACK = {
    True: _(
        "Everyone agreed that you play again: the game is back where it was after "
        "event {sequence}."
    ),
    False: _(
        "You took back your last move: the game is back where it was after event "
        "{sequence}."
    ),
}
_PASSKEYS = ngettext_noop(
    "You can sign moves with a passkey.", "You can sign moves with {count} passkeys."
)
_NO_PASSKEYS = _("You no longer have a passkey.")
_PROPOSALS = {
    c.ProposalKind.TAKE_BACK: _(
        "You propose to go back to event {sequence} (proposal {proposal})."
    ),
    c.ProposalKind.SUBSTITUTE: _(
        "You propose a substitute for {seat} (proposal {proposal})."
    ),
    c.ProposalKind.END: _(
        "You propose to end the game as it stands (proposal {proposal})."
    ),
    c.ProposalKind.TIME_CONTROL: _(
        "You propose a different pace (proposal {proposal}): {control}."
    ),
}


def describe_to(event: e.Event, reader: int | None) -> Phrase:
    """
    Say what happened as ``describe`` does, but 'you' of ``reader``.

    Every event that names a player has such a sentence.
    """
    told = describe(event)
    player = getattr(event, "player", getattr(event, "start_player", None))
    if player is None or player != reader:
        return told
    return Phrase(f"{told.key}.own", _own(event), told.values)


def _own(event: e.Event) -> Template:
    match event:
        case e.GoodsGathered(amount=0):
            return _GOT_NOTHING
        case c.VoteCast(agrees=agrees):
            return _VOTES[agrees]
        case c.SubstituteOffered(by_staff=by_staff):
            return _OFFERS[by_staff]
        case c.DecisionTakenBack(agreed=agreed):
            return _TAKEN_BACK[agreed]
        case PasskeysSet(keys=keys):
            return _PASSKEYS if keys else _NO_PASSKEYS
        case c.ProposalMade(kind=kind):
            return _PROPOSALS[kind]
    return _TEMPLATES[type(event)]
