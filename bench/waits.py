"""W1 to W3: how often a game waits for a person, compared with a mail per decision.

Seeded games of four are played in memory by a policy in place of people. A wait begins
where somebody is asked who is not there: they get a mail and have to come back.
Whatever they are asked in a row belongs to the same visit. Orders are followed
as the service follows them: to the letter, and else their writer is asked.
``python -m bench.waits`` tells for each of the habits what the waits are for.
"""

from collections import Counter
from collections.abc import Sequence
from statistics import mean
from typing import NamedTuple

from msgspec.structs import replace

from bench import goals
from bench.table import TableRow, judged, quantity
from bench.timing import Scale
from bench.wait_kinds import WaitKind, count_answers, kind_of_wait
from stoneage_core import awaited, engine
from stoneage_core.chance import RandomChance
from stoneage_core.commands import Command, PickDie, PlacePeople
from stoneage_core.components.places import Place
from stoneage_core.components.resources import Resource
from stoneage_core.model.boards import command_of_move
from stoneage_core.opponents.choosing import choose, number_of
from stoneage_core.opponents.ladder import Opponent
from stoneage_core.opponents.searching import candidates, study_of
from stoneage_core.orders import NO_ORDERS, Answered, Orders, Step, next_command
from stoneage_core.orders.placing_ahead import (
    MOST_IN_A_ROW,
    expected_position,
    placements_ahead,
)
from stoneage_core.orders.steps import FeedInTurn
from stoneage_core.simulation import opening
from stoneage_core.state import DiceDecision, GameState

PLAYERS = 4
GAMES = 200
GAMES_QUICK = 2
#: Enough for the waits of a game by the number of players.
SOME_GAMES = 20
#: How many alternatives of a placement are tried if it is not possible, as on the page.
ALTERNATIVES = 2

#: Waits with so few possible answers are counted separately.
FEW_ANSWERS = (2, 3)

#: Stands for people: no search, and guesses with an error of this many points.
PERSON = Opponent("Person", version=1, noise=5, words="")


class Habits(NamedTuple):
    """
    What people in ``users`` of the seats do to be waited for less.

    At the end of each visit they order up to so many placements ``ahead``, each with
    what else to try, as the page offers it; ``preferences`` hold for the whole game.
    ``dice_at_own_turn`` is the option of their table.
    """

    users: int = 0
    ahead: int = 0
    preferences: Orders = NO_ORDERS
    dice_at_own_turn: bool = False


class Count(NamedTuple):
    """
    The counts of a game: decisions, and waits for people by kind.

    ``answers`` counts the same waits by the number of legal commands.
    """

    decisions: int
    kinds: Counter[WaitKind]
    answers: Counter[int]

    @property
    def waits(self) -> int:
        return self.kinds.total()


NO_HELP = Habits()
ONE_AHEAD = Habits(PLAYERS, ahead=1)
HALF_AHEAD = ONE_AHEAD._replace(users=PLAYERS // 2)
EVERY_HELP = Habits(
    PLAYERS,
    ahead=MOST_IN_A_ROW,
    preferences=(
        tuple(map(PickDie, range(6, 0, -1))),
        (FeedInTurn(tuple(Resource)),),
    ),
)
HALF_AHEAD_OWN_TURN = HALF_AHEAD._replace(dice_at_own_turn=True)
HALF_EVERY_HELP_OWN_TURN = EVERY_HELP._replace(
    users=PLAYERS // 2, dice_at_own_turn=True
)


def rows(scale: Scale) -> list[TableRow]:
    """Play the games with each of the habits; return the remaining share of waits."""
    seeds = range(GAMES if scale.rounds > 1 else GAMES_QUICK)
    plain = [VisitedTable(seed, NO_HELP).play() for seed in seeds]
    mails = mean(count.decisions for count in plain)
    games = f"in {len(seeds)} games of 4, seeds {seeds[0]} to {seeds[-1]}"
    return [
        _row(goals.W1, f"nobody writes orders, {games}", plain, mails),
        *(
            _row(
                goal, what, [VisitedTable(seed, habits).play() for seed in seeds], mails
            )
            for goal, what, habits in (
                (goals.W1, "two of four order what they place next", HALF_AHEAD),
                (goals.W1, "all order what they place next", ONE_AHEAD),
                (
                    goals.W2,
                    "all order three in a row, dice and meals by preference",
                    EVERY_HELP,
                ),
                (
                    goals.W3,
                    "dice for all at one's own turn, two of four order the next",
                    HALF_AHEAD_OWN_TURN,
                ),
                (
                    goals.W3,
                    "dice for all at one's own turn, two of four order everything",
                    HALF_EVERY_HELP_OWN_TURN,
                ),
            )
        ),
    ]


def _row(
    goal: goals.Goal, what: str, counts: Sequence[Count], mails: float
) -> TableRow:
    waits = mean(count.waits for count in counts)
    return judged(
        goal,
        f"waits for a person: {what}",
        "one decision a mail",
        quantity(waits, "waits/game"),
        quantity(mails, "mails/game"),
        waits / mails,
    )


class VisitedTable:
    """A game with one visitor; it counts who has to come back."""

    def __init__(self, seed: int, habits: Habits, players: int = PLAYERS) -> None:
        self.game, self.habits = f"waits-{seed}", habits
        self.chance = RandomChance(seed)
        self.state = opening(
            players, self.chance, dice_at_own_turn=habits.dice_at_own_turn
        ).state
        seats = range(players)
        self.orders = [self._preferences(player) for player in seats]
        self.decisions = 0
        self.kinds: Counter[WaitKind] = Counter()
        self.answers: Counter[int] = Counter()
        self.visitor: int | None = None

    def play(self) -> Count:
        while waiting := sorted(awaited(self.state)):
            player = self.visitor if self.visitor in waiting else waiting[0]
            self._answer(player)
        return Count(self.decisions, self.kinds, self.answers)

    def _answer(self, player: int) -> None:
        """Follow the player's orders, or let them come and decide."""
        command = None
        if player != self.visitor:
            command = self._ordered(player)
        if command is None:
            if player != self.visitor:
                self.kinds[kind_of_wait(self.state, player)] += 1
                self.answers[count_answers(self.state, player)] += 1
            self.visitor = player
            command = self._decided(self.state, player)
        self.state = engine.decide(self.state, player, command, self.chance).state
        self.decisions += 1
        if self.visitor == player and player not in awaited(self.state):
            self._place_ahead(player)

    def _ordered(self, player: int) -> Command | None:
        """Return what the orders say; those that cannot be followed are crossed out."""
        answer = next_command(self.orders[player], self.state, player)
        if isinstance(answer, Answered):
            self.orders[player] = answer.orders
            self.visitor = None
            return answer.command
        if answer is not None:
            self.orders[player] = self._preferences(player)
        return None

    def _decided(self, state: GameState, player: int) -> Command:
        return choose(PERSON, _by_the_rulebook(state), player, self.game).command

    def _place_ahead(self, player: int) -> None:
        """Write down what would be placed next, if nobody placed before."""
        ahead: list[Step] = []
        if player < self.habits.users:
            while len(ahead) < self.habits.ahead and (
                step := self._next_step(player, ahead)
            ):
                ahead.append(step)
        self.orders[player] = (*ahead, *self._preferences(player))

    def _next_step(self, player: int, ahead: Sequence[Step]) -> Step:
        """Return their next placement: what they would place, and what elsewhere."""
        state = _by_the_rulebook(self.state)
        possible = placements_ahead(state, player, ahead)
        if not possible:
            return ()
        position = expected_position(state, player, ahead)
        liked = self._liked(position, player)
        best: dict[Place, PlacePeople] = {}
        for placement in filter(possible.__contains__, (*liked, *possible)):
            best.setdefault(placement.place, placement)
        return tuple(best.values())[:ALTERNATIVES]

    def _liked(self, state: GameState, player: int) -> list[PlacePeople]:
        """Return placements as a person would rank them, with the same errors."""
        row = PERSON.row(state.player_count)
        seed = number_of(self.game, state.version, player, PERSON)
        study = study_of(state, player, row, seed)
        commands = (command_of_move(state, player, m) for m in candidates(study, state))
        return [one for one in commands if isinstance(one, PlacePeople)]

    def _preferences(self, player: int) -> Orders:
        return self.habits.preferences if player < self.habits.users else NO_ORDERS


def _by_the_rulebook(state: GameState) -> GameState:
    """
    Return the state as bots know it, which know no dice at one's own turn.

    Dice that still wait are left out; a die that is being picked can be picked.
    """
    if not state.terms.dice_at_own_turn:
        return state
    decision = state.decision
    if isinstance(decision, DiceDecision):
        decision = replace(decision, roll=None)
    terms = replace(state.terms, dice_at_own_turn=False)
    return replace(state, terms=terms, decision=decision, open_rolls=())


def main() -> None:
    """Print the waits by kind and by possible answers, in percent of one mail each."""
    columns = {
        "no orders": NO_HELP,
        "the next placement of two": HALF_AHEAD,
        "of all": ONE_AHEAD,
        "everything": EVERY_HELP,
        "own dice, no orders": NO_HELP._replace(dice_at_own_turn=True),
        "own dice, the next placement of two": HALF_AHEAD_OWN_TURN,
        "own dice, everything of two": HALF_EVERY_HELP_OWN_TURN,
    }
    counts = [
        [VisitedTable(seed, habits).play() for seed in range(GAMES)]
        for habits in columns.values()
    ]
    mails = sum(count.decisions for count in counts[0])
    print(f"| waits in {GAMES} games of {PLAYERS} | {' | '.join(columns)} |")
    print("| --- " * (len(columns) + 1) + "|")
    for kind in WaitKind:
        waits = [sum(count.kinds[kind] for count in played) for played in counts]
        print(_line(kind, waits, mails))
    print(_line("in all", [sum(c.waits for c in played) for played in counts], mails))
    for few in FEW_ANSWERS:
        waits = [sum(count.answers[few] for count in played) for played in counts]
        print(_line(f"of these with {few} possible answers", waits, mails))
    for players in (2, 3, PLAYERS):
        tables = (VisitedTable(seed, NO_HELP, players) for seed in range(SOME_GAMES))
        waits_a_game = mean(table.play().waits for table in tables)
        print(f"{players} players without orders: {waits_a_game:.0f} waits a game")


def _line(kind: str, waits: Sequence[int], mails: int) -> str:
    parts = [f"{100 * number / mails:.1f} %" for number in waits]
    return f"| {' | '.join([kind, *parts])} |"


if __name__ == "__main__":
    main()
