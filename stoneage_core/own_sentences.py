"""The sentence of an event as it is told to the player who did it, or whom it met."""

from stoneage_core import events as e
from stoneage_core import match_events as c
from stoneage_core.phrases import Phrase, Template, ngettext_noop
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.sentences import describe
from stoneage_core.staff_events import TimeGranted

_TEMPLATES: dict[type, Template] = {
    e.PlayerJoined: _("You joined."),
    e.GameStarted: _("Everyone has joined, and you’re the start player."),
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
    c.TurnTimedOut: _("Your time ran out, so we played for you."),
    c.AutopilotSeated: ngettext_noop(
        "You missed a turn; from now on autopilot plays.",
        "You missed {count} turns in a row; from now on autopilot plays.",
    ),
    c.SeatEntrusted: _("From now on autopilot plays for you."),
    c.PlayerReturned: _("You’re back and play again."),
    c.SubstituteSeated: _("You play as a substitute."),
    c.AbsenceDeclared: _("You’re away from {begins} to {ends}."),
    c.AbsenceEnded: _("You’re no longer away."),
    TimeGranted: _("The moderators gave you {seconds} more for this turn."),
}
_GOT_NOTHING = _("You got nothing.")
_VOTES = {
    True: _("You vote yes to proposal {proposal}."),
    False: _("You vote no to proposal {proposal}."),
}


def describe_to(event: e.Event, reader: int | None) -> Phrase:
    """
    Say what happened as ``describe`` does, and 'you' of what ``reader`` did.

    What has no sentence of its own for that is told by the reader's name.
    """
    told = describe(event)
    player = getattr(event, "player", getattr(event, "start_player", None))
    if player is None or player != reader:
        return told
    template = _own(event)
    return Phrase(f"{told.key}.own", template, told.values) if template else told


def _own(event: e.Event) -> Template | None:
    match event:
        case e.GoodsGathered(amount=0):
            return _GOT_NOTHING
        case c.VoteCast(agrees=agrees):
            return _VOTES[agrees]
    return _TEMPLATES.get(type(event))
