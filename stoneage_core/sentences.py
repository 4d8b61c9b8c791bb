"""One readable sentence for every event."""

from collections.abc import Callable
from typing import Any

from stoneage_core import events as e
from stoneage_core.descriptions import card_in_words, price_in_words
from stoneage_core.match_events import AutopilotSeated, MatchEvent
from stoneage_core.match_sentences import (
    duration_in_words,
    template_of,
    time_control_in_words,
)
from stoneage_core.passkey_events import PasskeysSet
from stoneage_core.phrases import (
    Many,
    Moment,
    Phrase,
    SeatName,
    Template,
    Word,
    ngettext_noop,
)
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.places import in_words
from stoneage_core.resources import NOTHING, amount
from stoneage_core.state import EndReason, Phase, Score

#: A word of more letters than that would not fit on a phone.
LONGEST_WORD = 16

_TEMPLATES: dict[type, Template] = {
    e.GameCreated: _(
        "A game for {player_count} players was set up; "
        "its dice are sealed as {commitment}."
    ),
    e.PlayerJoined: _("{player} joined."),
    e.SaltsRevealed: _(
        "What the players add to the dice is revealed, and mixed into every roll."
    ),
    e.BeaconRoundNamed: _(
        "What is drawn next takes round {round} of the public beacon, which no one "
        "knows yet."
    ),
    e.BeaconRevealed: _("Round {round} of the public beacon is known: {value}."),
    e.BeaconMissed: _(
        "We couldn’t get round {round} of the public beacon: what is drawn next comes "
        "from the sealed seed alone."
    ),
    e.GameStarted: _("Everyone has joined; {start_player} will be the start player."),
    e.PositionSetUp: _(
        "The board was set up as it stood in game {game} after event {event}."
    ),
    e.CardRevealed: _("A card was turned up on {place}: {card}."),
    e.BuildingRevealed: _(
        "A building was turned up on {place}: it asks for {building}."
    ),
    e.RoundStarted: _("Round {round} began; {start_player} is the start player."),
    e.TurnStarted: _("{player} is next."),
    e.PeoplePlaced: ngettext_noop(
        "{player} sent one person to {place}.",
        "{player} sent {count} people to {place}.",
    ),
    e.DiceRolled: _("{player} rolled {dice} for {good} ({place})."),
    e.ToolsUsed: _("{player} added tools worth {value}."),
    e.GoodsGathered: _("{player} got {goods}."),
    e.ToolMade: _("{player} now has a tool of value {value} in slot {slot}."),
    e.PersonBorn: _("{player}’s tribe grew by one person."),
    e.FoodTrackRaised: _("{player} moved up the food track to {level}."),
    e.NothingGained: _("{player} gained nothing: there’s no more to get."),
    e.CardTaken: _("{player} took {place} ({card}), paying {payment}."),
    e.CardKeptOpen: _("{player} keeps the card open for later."),
    e.FoodGained: _("{player} took {goods} from the card."),
    e.ResourcesGained: _("{player} took {resources} from the supply."),
    e.PointsScored: ngettext_noop(
        "{player} scored one point.", "{player} scored {count} points."
    ),
    e.CardDrawn: _("{player} drew another card ({card})."),
    e.DiceForAllRolled: _("{player} rolled the dice for all: {dice}."),
    e.DiePicked: _("{player} picked the {face}."),
    e.ResourcesTaken: _("{player} turned a card over and got {resources}."),
    e.BuildingBuilt: ngettext_noop(
        "{player} built {place}, paying {payment}, and scored one point.",
        "{player} built {place}, paying {payment}, and scored {count} points.",
    ),
    e.ActionDeclined: _("{player} left {place}."),
    e.FoodProduced: _("{player}’s food track gave {goods}."),
    e.FoodRanShort: ngettext_noop(
        "{player}’s tribe ate {food} food and is still one short.",
        "{player}’s tribe ate {food} food and is still {count} short.",
    ),
    e.TribeFed: _("{player} fed the tribe with {eaten}."),
    e.TribeStarved: ngettext_noop(
        "{player}’s tribe went hungry and lost one point.",
        "{player}’s tribe went hungry and lost {count} points.",
    ),
    e.CardsSlid: _("The cards left moved to the right."),
    e.FinalScored: ngettext_noop(
        "{player} has one point after the final scoring.",
        "{player} has {count} points after the final scoring.",
    ),
    e.SeedRevealed: _("The seed of the dice is revealed: {seed}."),
}
_PHASES = {
    Phase.PLACEMENT: _("People are placed."),
    Phase.ACTIONS: _("The people act."),
    Phase.FEEDING: _("The tribes are fed."),
}
_ENDS = {
    EndReason.NO_CARDS: _("The cards ran out: the game is over. Winner: {winners}."),
    EndReason.NO_BUILDINGS: _(
        "A stack of buildings ran out: the game is over. Winner: {winners}."
    ),
    EndReason.AGREED: _(
        "The players agreed to end the game as it stood. Winner: {winners}."
    ),
    EndReason.DECIDED: _(
        "The moderators ended the game as it stood. Winner: {winners}."
    ),
    EndReason.DRAWN: _("The moderators ended the game as a draw."),
    EndReason.CALLED_OFF: _("The moderators called the game off; it has no result."),
}
_GOT_NOTHING = _("{player} got nothing.")
_NO_SALT = _("{player} joined.")
_SALTED = _("{player} joined and added a few words to the dice.")
_PROGRAM = _("{player} joined: a program plays for them, called {program}.")
_SEALED = _("{player} joined and sealed a salt that no one else knows yet.")


def describe(event: e.Event) -> Phrase:
    """Say what happened; the key is 'event.' and the type's stable name."""
    key = f"event.{event.__struct_config__.tag}"
    return Phrase(key, _template(event), _values(event))


def _template(event: e.Event) -> Template:
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
        case e.PlayerJoined(salt_commitment=bound):
            return _SALTED if bound else _NO_SALT
        case _ if isinstance(event, MatchEvent):
            return template_of(event)
    return _TEMPLATES[type(event)]


def _values(event: e.Event) -> dict[str, object]:
    """Return the event's fields as the templates want them."""
    values = {
        name: _SHOWN.get(name, _as_it_is)(getattr(event, name))
        for name in event.__struct_fields__
    }
    return values | _derived(event)


def _derived(event: e.Event) -> dict[str, object]:
    """Return values that no single field holds."""
    match event:
        case (
            e.PeoplePlaced(people=count)
            | e.PointsScored(points=count)
            | e.BuildingBuilt(points=count)
            | e.TribeStarved(points=count)
            | e.FoodRanShort(missing=count)
            | e.FinalScored(score=Score(total=count))
            | AutopilotSeated(misses=count)
        ):
            return {"count": count}
        case PasskeysSet(keys=keys):
            return {"count": len(keys)}
        case e.BeaconRevealed(value=value):
            return {"value": _abridged(value)}
        case e.PositionSetUp(origin=origin):
            return {"game": origin.game, "event": origin.sequence}
        case e.GoodsGathered(good=good, amount=number):
            return {"goods": amount(good, number)}
        case e.FoodGained(amount=number) | e.FoodProduced(amount=number):
            return {"goods": amount("food", number)}
        case e.ToolMade(slot=slot):
            return {"slot": slot + 1}
        case e.TribeFed(food=food, resources=resources):
            eaten = resources.words() if resources != NOTHING else amount("food", food)
            return {"eaten": eaten}
        case e.GameEnded(ranks=ranks):
            firsts = (SeatName(n) for n, rank in enumerate(ranks) if rank == 1)
            return {"winners": Many(firsts)}
    return {}


def _abridged(digits: str) -> str:
    """Show enough of a hash to tell it from others; the event holds all of it."""
    return f"{digits[:8]}…" if len(digits) > LONGEST_WORD else digits


def _as_it_is(value: object) -> object:
    return value


#: How a field is worded, by its name.
_SHOWN: dict[str, Callable[[Any], object]] = {
    "player": SeatName,
    "start_player": SeatName,
    "place": lambda place: None if place is None else in_words(place),
    "card": card_in_words,
    "building": price_in_words,
    "payment": lambda payment: payment.words(),
    "resources": lambda resources: resources.words(),
    "dice": Many,
    "commitment": _abridged,
    "seed": _abridged,
    "good": Word,
    "seat": lambda seat: None if seat is None else SeatName(seat),
    "seconds": duration_in_words,
    "control": lambda control: (
        None if control is None else time_control_in_words(control)
    ),
    "begins": Moment,
    "ends": Moment,
    "until": Moment,
    "final_from": Moment,
}
