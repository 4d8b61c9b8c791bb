"""Events of rounds: cards and buildings turned up, turns, and the end."""

from stoneage_core.components.places import Place
from stoneage_core.events.base import Event
from stoneage_core.fields import BuildingId, CardId, Count, Number
from stoneage_core.phrases import Many, SeatName, Sentences, Word, ngettext_noop
from stoneage_core.phrases import gettext_noop as _
from stoneage_core.state import EndReason, Phase, Score


class CardRevealed(Event, frozen=True, tag="CardRevealed"):
    place: Place
    card: CardId

    is_revealing = True
    sentences = Sentences(_("A card was turned up on {place}: {card}."))


class BuildingRevealed(Event, frozen=True, tag="BuildingRevealed"):
    place: Place
    building: BuildingId

    is_revealing = True
    sentences = Sentences(
        _("A building was turned up on {place}: it asks for {building}.")
    )


class RoundStarted(Event, frozen=True, tag="RoundStarted"):
    """A round began with a start player; all tools can be used again."""

    round: Count
    start_player: Number

    sentences = Sentences(
        _("Round {round} began; {start_player} is the start player."),
        _("Round {round} began; you’re the start player."),
    )


_PHASES = {
    Phase.PLACEMENT: Sentences(_("People are placed.")),
    Phase.ACTIONS: Sentences(_("The people act.")),
    Phase.FEEDING: Sentences(_("The tribes are fed.")),
}


class PhaseStarted(Event, frozen=True, tag="PhaseStarted"):
    phase: Phase

    def choose_sentences(self) -> Sentences:
        return _PHASES[self.phase]


class TurnStarted(Event, frozen=True, tag="TurnStarted"):
    """It is a player's turn, to place people or to use all placed people."""

    player: Number

    sentences = Sentences(_("{player} is next."), _("You’re next."))


class DiceOffered(TurnStarted, frozen=True, tag="DiceOffered"):
    """A player has to pick from the open ``roll`` with that index."""

    roll: Count

    sentences = Sentences(
        _("{player} is next to pick a die."), _("You’re next to pick a die.")
    )


class CardsSlid(Event, frozen=True, tag="CardsSlid"):
    """The remaining cards moved to cheaper slots; ``cards`` are the new slots."""

    cards: tuple[CardId | None, ...]

    sentences = Sentences(_("The cards left moved to the right."))


class FinalScored(Event, frozen=True, tag="FinalScored"):
    player: Number
    score: Score

    sentences = Sentences(
        ngettext_noop(
            "{player} has one point after the final scoring.",
            "{player} has {count} points after the final scoring.",
        ),
        ngettext_noop(
            "You have one point after the final scoring.",
            "You have {count} points after the final scoring.",
        ),
    )

    def derive_values(self) -> dict[str, object]:
        return {"count": self.score.total}


#: Why a game ended.
END_REASONS = {
    EndReason.NO_CARDS: _("The cards ran out."),
    EndReason.NO_BUILDINGS: _("A stack of buildings ran out."),
    EndReason.AGREED: _("A vote ended the game as it stood."),
    EndReason.DECIDED: _("The moderators ended the game as it stood."),
    EndReason.DRAWN: _("The moderators ended the game as a draw."),
    EndReason.CALLED_OFF: _(
        "The moderators called the game off: no one has won or lost."
    ),
}
_WON = Sentences(_("{why} The game is over. Winner: {winners}."))
_WITHOUT_WINNER = Sentences(_("{why} The game is over."))


class GameEnded(Event, frozen=True, tag="GameEnded"):
    """The game is over; ``ranks`` are by player, and equal for ties."""

    reason: EndReason
    ranks: tuple[int, ...]

    is_revealing = True

    def choose_sentences(self) -> Sentences:
        has_winner = self.reason not in {EndReason.DRAWN, EndReason.CALLED_OFF}
        return _WON if has_winner else _WITHOUT_WINNER

    def derive_values(self) -> dict[str, object]:
        firsts = (SeatName(n) for n, rank in enumerate(self.ranks) if rank == 1)
        return {"why": Word(END_REASONS[self.reason]), "winners": Many(firsts)}
