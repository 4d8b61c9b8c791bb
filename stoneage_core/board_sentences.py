"""What is said of what happens on the board, to others and to whom it happens."""

from stoneage_core import events as e
from stoneage_core.phrases import Sentences, ngettext_noop
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.state import EndReason, Phase

_SENTENCES: dict[type, Sentences] = {
    e.GameCreated: Sentences(
        _(
            "A game for {player_count} players was set up; "
            "its dice are sealed as {commitment}."
        )
    ),
    e.PlayerJoined: Sentences(_("{player} joined."), _("You joined.")),
    e.SaltsRevealed: Sentences(
        _("What the players add to the dice is revealed, and mixed into every roll.")
    ),
    e.BeaconRoundNamed: Sentences(
        _(
            "What is drawn next takes round {round} of the public beacon, which no one "
            "knows yet."
        )
    ),
    e.BeaconRevealed: Sentences(
        _("Round {round} of the public beacon is known: {value}.")
    ),
    e.BeaconMissed: Sentences(
        _(
            "We couldn’t get round {round} of the public beacon: what is drawn next "
            "comes from the sealed seed alone."
        )
    ),
    e.GameStarted: Sentences(
        _("Everyone has joined; {start_player} will be the start player."),
        _("Everyone has joined, and you’re the start player."),
    ),
    e.PositionSetUp: Sentences(
        _("The board was set up as it stood in game {game} after event {event}.")
    ),
    e.CardRevealed: Sentences(_("A card was turned up on {place}: {card}.")),
    e.BuildingRevealed: Sentences(
        _("A building was turned up on {place}: it asks for {building}.")
    ),
    e.RoundStarted: Sentences(
        _("Round {round} began; {start_player} is the start player."),
        _("Round {round} began; you’re the start player."),
    ),
    e.TurnStarted: Sentences(_("{player} is next."), _("You’re next.")),
    e.PeoplePlaced: Sentences(
        ngettext_noop(
            "{player} sent one person to {place}.",
            "{player} sent {count} people to {place}.",
        ),
        ngettext_noop(
            "You sent one person to {place}.", "You sent {count} people to {place}."
        ),
    ),
    e.DiceRolled: Sentences(
        _("{player} rolled {dice} for {good} ({place})."),
        _("You rolled {dice} for {good} ({place})."),
    ),
    e.ToolsUsed: Sentences(
        _("{player} added tools worth {value}."), _("You added tools worth {value}.")
    ),
    e.GoodsGathered: Sentences(_("{player} got {goods}."), _("You got {goods}.")),
    e.ToolMade: Sentences(
        _("{player} now has a tool of value {value} in slot {slot}."),
        _("You now have a tool of value {value} in slot {slot}."),
    ),
    e.PersonBorn: Sentences(
        _("{player}’s tribe grew by one person."), _("Your tribe grew by one person.")
    ),
    e.FoodTrackRaised: Sentences(
        _("{player} moved up the food track to {level}."),
        _("You moved up the food track to {level}."),
    ),
    e.NothingGained: Sentences(
        _("{player} gained nothing: there’s no more to get."),
        _("You gained nothing: there’s no more to get."),
    ),
    e.CardTaken: Sentences(
        _("{player} took {place} ({card}), paying {payment}."),
        _("You took {place} ({card}), paying {payment}."),
    ),
    e.CardKeptOpen: Sentences(
        _("{player} keeps the card open for later."),
        _("You keep the card open for later."),
    ),
    e.FoodGained: Sentences(
        _("{player} took {goods} from the card."), _("You took {goods} from the card.")
    ),
    e.ResourcesGained: Sentences(
        _("{player} took {resources} from the supply."),
        _("You took {resources} from the supply."),
    ),
    e.PointsScored: Sentences(
        ngettext_noop("{player} scored one point.", "{player} scored {count} points."),
        ngettext_noop("You scored one point.", "You scored {count} points."),
    ),
    e.CardDrawn: Sentences(
        _("{player} drew another card ({card})."), _("You drew another card ({card}).")
    ),
    e.DiceForAllRolled: Sentences(
        _("{player} rolled the dice for all: {dice}."),
        _("You rolled the dice for all: {dice}."),
    ),
    e.DiePicked: Sentences(
        _("{player} picked the {face}."), _("You picked the {face}.")
    ),
    e.ResourcesTaken: Sentences(
        _("{player} turned a card over and got {resources}."),
        _("You turned a card over and got {resources}."),
    ),
    e.BuildingBuilt: Sentences(
        ngettext_noop(
            "{player} built {place}, paying {payment}, and scored one point.",
            "{player} built {place}, paying {payment}, and scored {count} points.",
        ),
        ngettext_noop(
            "You built {place}, paying {payment}, and scored one point.",
            "You built {place}, paying {payment}, and scored {count} points.",
        ),
    ),
    e.ActionDeclined: Sentences(_("{player} left {place}."), _("You left {place}.")),
    e.FoodProduced: Sentences(
        _("{player}’s food track gave {goods}."), _("Your food track gave {goods}.")
    ),
    e.FoodRanShort: Sentences(
        ngettext_noop(
            "{player}’s tribe ate {food} food and is still one short.",
            "{player}’s tribe ate {food} food and is still {count} short.",
        ),
        ngettext_noop(
            "Your tribe ate {food} food and is still one short.",
            "Your tribe ate {food} food and is still {count} short.",
        ),
    ),
    e.TribeFed: Sentences(
        _("{player} fed the tribe with {eaten}."), _("You fed your tribe with {eaten}.")
    ),
    e.TribeStarved: Sentences(
        ngettext_noop(
            "{player}’s tribe went hungry and lost one point.",
            "{player}’s tribe went hungry and lost {count} points.",
        ),
        ngettext_noop(
            "Your tribe went hungry and lost one point.",
            "Your tribe went hungry and lost {count} points.",
        ),
    ),
    e.CardsSlid: Sentences(_("The cards left moved to the right.")),
    e.FinalScored: Sentences(
        ngettext_noop(
            "{player} has one point after the final scoring.",
            "{player} has {count} points after the final scoring.",
        ),
        ngettext_noop(
            "You have one point after the final scoring.",
            "You have {count} points after the final scoring.",
        ),
    ),
    e.SeedRevealed: Sentences(_("The seed of the dice is revealed: {seed}.")),
}
_PHASES = {
    Phase.PLACEMENT: Sentences(_("People are placed.")),
    Phase.ACTIONS: Sentences(_("The people act.")),
    Phase.FEEDING: Sentences(_("The tribes are fed.")),
}
_ENDS = {
    EndReason.NO_CARDS: Sentences(
        _("The cards ran out: the game is over. Winner: {winners}.")
    ),
    EndReason.NO_BUILDINGS: Sentences(
        _("A stack of buildings ran out: the game is over. Winner: {winners}.")
    ),
    EndReason.AGREED: Sentences(
        _("The players agreed to end the game as it stood. Winner: {winners}.")
    ),
    EndReason.DECIDED: Sentences(
        _("The moderators ended the game as it stood. Winner: {winners}.")
    ),
    EndReason.DRAWN: Sentences(_("The moderators ended the game as a draw.")),
    EndReason.CALLED_OFF: Sentences(
        _("The moderators called the game off; it has no result.")
    ),
}
_GOT_NOTHING = Sentences(_("{player} got nothing."), _("You got nothing."))
_PROGRAM = Sentences(
    _("{player} joined: a program plays for them, called {program}."), _("You joined.")
)
_SEALED = Sentences(
    _("{player} joined and sealed a salt that no one else knows yet."), _("You joined.")
)
_SALTED = Sentences(
    _("{player} joined and added a few words to the dice."), _("You joined.")
)


def find_board_sentences(event: e.Event) -> Sentences:
    """Return what is said of an event on the board."""
    match event:
        case e.PhaseStarted(phase):
            return _PHASES[phase]
        case e.GameEnded(reason):
            return _ENDS[reason]
        case e.GoodsGathered(amount=0):
            return _GOT_NOTHING
        case e.PlayerJoined(program=str()):
            return _PROGRAM
        case e.PlayerJoined(own_seal=True):
            return _SEALED
        case e.PlayerJoined(salt_commitment=bound) if bound:
            return _SALTED
    return _SENTENCES[type(event)]
