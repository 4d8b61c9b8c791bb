"""At least one event of every type, with its English sentence."""

from stoneage_core import Phase, TieBreak
from stoneage_core.components.places import Place
from stoneage_core.components.resources import NOTHING
from stoneage_core.events.actions import (
    ActionDeclined,
    DiceRolled,
    FoodTrackRaised,
    GoodsGathered,
    NothingGained,
    PeoplePlaced,
    PersonBorn,
    ToolMade,
    ToolsUsed,
)
from stoneage_core.events.chance import (
    BeaconMissed,
    BeaconRevealed,
    BeaconRoundNamed,
    SeedRevealed,
)
from stoneage_core.events.clocks import (
    AbsenceDeclared,
    AbsenceEnded,
    TimeAsked,
    TimeControlSet,
    TimeGiven,
    TimeSpent,
    TurnTimedOut,
)
from stoneage_core.events.feeding import (
    FoodProduced,
    FoodRanShort,
    TribeFed,
    TribeStarved,
)
from stoneage_core.events.proposals import (
    DecisionTakenBack,
    Outcome,
    ProposalKind,
    ProposalMade,
    ProposalSettled,
    VoteCast,
)
from stoneage_core.events.purchases import (
    BuildingBuilt,
    CardDrawn,
    CardKeptOpen,
    CardTaken,
    DiceForAllRolled,
    DiePicked,
    FoodGained,
    PointsScored,
    ResourcesGained,
    ResourcesTaken,
)
from stoneage_core.events.rounds import (
    BuildingRevealed,
    CardRevealed,
    CardsSlid,
    DiceOffered,
    FinalScored,
    GameEnded,
    PhaseStarted,
    RoundStarted,
    TurnStarted,
)
from stoneage_core.events.seats import (
    AutopilotSeated,
    GameCancelled,
    OfferWithdrawn,
    PlayerReturned,
    SeatEntrusted,
    SeatOffered,
    SeatTaken,
)
from stoneage_core.events.service import (
    GameRestored,
    HoursSet,
    OutageRecorded,
    ReplyReceived,
    RulesChanged,
)
from stoneage_core.events.setup import (
    GameCreated,
    GameStarted,
    Origin,
    PlayerJoined,
    PlayerWithdrew,
    PositionSetUp,
)
from stoneage_core.events.staff import (
    GameAdjudicated,
    GameFrozen,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameUnfrozen,
    StaffActed,
    TimeGranted,
)
from stoneage_core.state import INITIAL, EndReason, Score
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, HOUR, Bank, PerMove, TimeControl, Window
from tests.core.scenario import resources

_SCORE = Score(
    before=20, green=9, farmers=8, tool_makers=7, hut_builders=6, shamans=5, resources=4
)

SENTENCES = [
    (
        GameCreated("g", "abc", 1, Terms(3, first_player=2, tie_break=TieBreak.SUM)),
        "A game for 3 players was set up; its dice are sealed as abc.",
    ),
    (PlayerJoined(0), "Player 1 joined."),
    (PlayerWithdrew(0), "Player 1 left before the start."),
    (
        PlayerJoined(1, program="ash"),
        "Player 2 joined: a program plays for them, called ash.",
    ),
    (ReplyReceived(1, "d1" * 32, True), "An email from player 2 came in."),
    (
        BeaconRoundNamed(1000),
        "What is drawn next takes round 1000 of the public beacon.",
    ),
    (
        BeaconRevealed(1000, "fe290beca10872ef" * 4, "b4" * 48),
        "Round 1000 of the public beacon is known: fe290bec….",
    ),
    (
        BeaconMissed(1000),
        "We couldn’t get round 1000 of the public beacon: what is drawn next comes "
        "from the sealed seed alone.",
    ),
    (GameStarted(2), "Everyone has joined; player 3 will be the start player."),
    (
        PositionSetUp(Origin("g", 7, "0" * 64), INITIAL.position),
        "The board was set up as it stood in game g after event 7.",
    ),
    (
        CardRevealed(Place.CARD_4, 23),
        "A card was turned up on card 4: roll 2 dice for wood / 2 shamans.",
    ),
    (
        BuildingRevealed(Place.BUILDING_2, 1),
        "A building was turned up on building 2: it asks for 2 wood and 1 brick.",
    ),
    (RoundStarted(4, 1), "Round 4 began; player 2 is the start player."),
    (PhaseStarted(Phase.PLACEMENT), "People are placed."),
    (PhaseStarted(Phase.ACTIONS), "The people act."),
    (PhaseStarted(Phase.FEEDING), "The tribes are fed."),
    (TurnStarted(1), "Player 2 is next."),
    (PeoplePlaced(0, Place.FIELD, 1), "Player 1 sent one person to the field."),
    (PeoplePlaced(0, Place.HUT, 2), "Player 1 sent 2 people to the hut."),
    (
        DiceRolled(0, Place.CLAY_PIT, "brick", (1, 5, 6)),
        "Player 1 rolled 1, 5 and 6 for brick (the clay pit).",
    ),
    (ToolsUsed(0, (0, 2), (33,), 5), "Player 1 added tools worth 5."),
    (
        GoodsGathered(0, Place.HUNTING_GROUNDS, "food", 7),
        "Player 1 got 7 food.",
    ),
    (GoodsGathered(0, Place.RIVER, "gold", 0), "Player 1 got nothing."),
    (
        ToolMade(0, Place.TOOL_MAKER, 1, 2),
        "Player 1 now has a tool of value 2 in slot 2.",
    ),
    (PersonBorn(3, Place.HUT), "Player 4’s tribe grew by one person."),
    (FoodTrackRaised(0, None, 6), "Player 1 moved up the food track to 6."),
    (
        NothingGained(0, None),
        "Player 1 gained nothing: there’s no more to get.",
    ),
    (
        CardTaken(0, Place.CARD_2, 26, resources("wood gold")),
        "Player 1 took card 2 (3 points / music), paying 1 wood and 1 gold.",
    ),
    (CardKeptOpen(0, 36), "Player 1 keeps the card open for later."),
    (FoodGained(0, 5), "Player 1 took 5 food from the card."),
    (
        ResourcesGained(0, resources("stone stone")),
        "Player 1 took 2 stone from the supply.",
    ),
    (PointsScored(0, 1), "Player 1 scored one point."),
    (PointsScored(0, 3), "Player 1 scored 3 points."),
    (
        CardDrawn(0, 5),
        "Player 1 drew another card (dice for all / 1 hut builder).",
    ),
    (
        DiceForAllRolled(0, Place.CARD_1, (2, 5)),
        "Player 1 rolled the dice for all: 2 and 5.",
    ),
    (
        DiceForAllRolled(0, Place.CARD_1, (2, 5, 6), at_own_turn=True),
        "Player 1 rolled the dice for all: 2, 5 and 6. The others pick at their next "
        "turns.",
    ),
    (DiceOffered(1, 0), "Player 2 is next to pick a die."),
    (DiePicked(1, 5), "Player 2 picked the 5."),
    (
        ResourcesTaken(0, 36, resources("wood stone")),
        "Player 1 turned a card over and got 1 wood and 1 stone.",
    ),
    (
        BuildingBuilt(0, Place.BUILDING_1, 26, resources("gold"), 6),
        "Player 1 built building 1, paying 1 gold, and scored 6 points.",
    ),
    (ActionDeclined(0, Place.CARD_3), "Player 1 took nothing at card 3."),
    (FoodProduced(0, 4), "Player 1’s food track gave 4 food."),
    (FoodRanShort(0, 3, 2), "Player 1’s tribe ate 3 food and is still 2 short."),
    (FoodRanShort(0, 3, 1), "Player 1’s tribe ate 3 food and is still one short."),
    (TribeFed(0, 5, NOTHING), "Player 1 fed the tribe with 5 food."),
    (
        TribeFed(0, 0, resources("wood wood gold")),
        "Player 1 fed the tribe with 2 wood and 1 gold.",
    ),
    (TribeStarved(0, 1), "Player 1’s tribe went hungry and lost one point."),
    (TribeStarved(0, 10), "Player 1’s tribe went hungry and lost 10 points."),
    (CardsSlid((1, 4, None, None)), "The cards left moved to the right."),
    (FinalScored(0, _SCORE), "Player 1 has 59 points after the final scoring."),
    (
        GameEnded(EndReason.NO_CARDS, (2, 1)),
        "The cards ran out. The game is over. Winner: player 2.",
    ),
    (
        GameEnded(EndReason.NO_BUILDINGS, (1, 3, 1)),
        "A stack of buildings ran out. The game is over. "
        "Winner: player 1 and player 3.",
    ),
    (
        GameEnded(EndReason.AGREED, (1, 2)),
        "A vote ended the game as it stood. The game is over. Winner: player 1.",
    ),
    (
        GameEnded(EndReason.DECIDED, (1, 2)),
        "The moderators ended the game as it stood. The game is over. "
        "Winner: player 1.",
    ),
    (
        GameEnded(EndReason.DRAWN, (1, 1)),
        "The moderators ended the game as a draw. The game is over.",
    ),
    (
        GameEnded(EndReason.CALLED_OFF, ()),
        "The moderators called the game off: no one has won or lost. The game is over.",
    ),
    (SeedRevealed("00ff"), "The seed of the dice is revealed: 00ff."),
    (
        TurnTimedOut(2),
        "Player 3’s time ran out, so we played for player 3.",
    ),
    (
        TurnTimedOut(2, by_orders=True),
        "Player 3’s time ran out, so player 3’s own orders decided.",
    ),
    (
        TimeControlSet(TimeControl(PerMove(3 * DAY))),
        "The pace of this table: 3 days for each turn and autopilot after 2 missed "
        "turns in a row.",
    ),
    (
        TimeControlSet(
            TimeControl(
                Bank(DAY, 4 * HOUR + 30 * 60, 2 * DAY),
                grace=HOUR,
                window=Window(7 * 60, 22 * 60 + 30),
                weekends=True,
                vacation=14,
                misses=1,
            )
        ),
        "The pace of this table: a bank of one day, 4 hours and 30 minutes more for "
        "each turn, at most 2 days, one hour of grace, running from 07:00 to 22:30, "
        "free weekends, 14 vacation days a year and autopilot after one missed turn.",
    ),
    (TimeSpent(1, 3601), "Player 2 took one hour and one second out of the bank."),
    (TimeSpent(1, 0), "Player 2 took 0 seconds out of the bank."),
    (
        AutopilotSeated(0, 1),
        "Player 1 missed a turn; from now on autopilot plays.",
    ),
    (
        AutopilotSeated(0, 2),
        "Player 1 missed 2 turns in a row; from now on autopilot plays.",
    ),
    (PlayerReturned(0), "Player 1 is back and plays again."),
    (SeatTaken(0, 1, for_good=False), "Player 1 plays as a substitute."),
    (TimeAsked(1), "Player 2 asks for more time."),
    (
        TimeGiven(0, 1, 86400),
        "Player 1 gave player 2 one day more for this turn.",
    ),
    (
        AbsenceDeclared(
            3, "2026-12-03T18:00:00.000000Z", "2026-12-10T18:00:00.000000Z"
        ),
        "Player 4 is away from 2026-12-03T18:00:00.000000Z to "
        "2026-12-10T18:00:00.000000Z.",
    ),
    (AbsenceEnded(3), "Player 4 is no longer away."),
    (
        ProposalMade(1, 0, ProposalKind.TAKE_BACK, sequence=20),
        "Player 1 proposed to go back to event 20 (proposal 1).",
    ),
    (
        ProposalMade(2, 0, ProposalKind.SUBSTITUTE, seat=1, offer=1),
        "Player 1 proposed a substitute for player 2 (proposal 2).",
    ),
    (
        ProposalMade(3, 0, ProposalKind.END),
        "Player 1 proposed to end the game as it stands (proposal 3).",
    ),
    (
        ProposalMade(
            4, 0, ProposalKind.TIME_CONTROL, control=TimeControl(PerMove(DAY), misses=1)
        ),
        "Player 1 proposed a different pace (proposal 4): one day for each turn and "
        "autopilot after one missed turn.",
    ),
    (VoteCast(1, 4, True), "Player 2 voted yes to proposal 4."),
    (VoteCast(1, 4, False), "Player 2 voted no to proposal 4."),
    (
        ProposalSettled(4, Outcome.CARRIED, agreed=(0, 1, 2), silent=(3,)),
        "Proposal 4 is accepted (yes: player 1, player 2 and player 3; not voted: "
        "player 4).",
    ),
    (
        ProposalSettled(4, Outcome.CARRIED, agreed=(0,), silent=(1,)),
        "Proposal 4 is accepted: player 1 decided alone; no other person was playing.",
    ),
    (
        ProposalSettled(4, Outcome.REJECTED, agreed=(0,), opposed=(2,), silent=(1, 3)),
        "Proposal 4 didn’t get enough votes (yes: player 1; no: player 3; not voted: "
        "player 2 and player 4).",
    ),
    (
        ProposalSettled(4, Outcome.LAPSED, agreed=(0,), silent=(1,)),
        "Proposal 4 is no longer open (yes: player 1; not voted: player 2).",
    ),
    (
        ProposalSettled(4, Outcome.EXPIRED, agreed=(0,), silent=(1,)),
        "The time to vote on proposal 4 is over (yes: player 1; not voted: player 2).",
    ),
    (
        DecisionTakenBack(0, 20, False),
        "Player 1 took their last move back.",
    ),
    (
        DecisionTakenBack(0, 20, True),
        "It was agreed that player 1 plays again: the game is back where it was after "
        "event 20.",
    ),
    (
        GamePaused("2026-12-10T18:00:00.000000Z"),
        "The moderators paused the game, until 2026-12-10T18:00:00.000000Z at the "
        "latest.",
    ),
    (GameResumed(), "The game goes on."),
    (
        GameFrozen(),
        "The moderators froze the game: no one can move, and no time runs.",
    ),
    (GameUnfrozen(), "The moderators unfroze the game."),
    (
        TimeGranted(1, 86400),
        "The moderators gave player 2 one day more for this turn.",
    ),
    (SeatEntrusted(1), "From now on autopilot plays for player 2."),
    (SeatTaken(1, 3, for_good=True), "Player 2 took over the seat."),
    (
        SeatOffered(1, 2, for_good=False),
        "Someone offered to play for player 3.",
    ),
    (
        SeatOffered(3, 2, for_good=False, by_player=True),
        "Player 3 asked someone to take over the seat.",
    ),
    (
        SeatOffered(2, 2, for_good=True),
        "The moderators asked someone to play for player 3.",
    ),
    (OfferWithdrawn(2), "An offer to play for someone is no longer open."),
    (
        HoursSet(1, (("2026-12-10T18:00:00.000000Z", 60),)),
        "The clock of player 2 runs by the time of day where they are.",
    ),
    (
        OutageRecorded("2026-12-10T18:00:00.000000Z", "2026-12-10T19:00:00.000000Z"),
        "The service was down from 2026-12-10T18:00:00.000000Z to "
        "2026-12-10T19:00:00.000000Z; no clock ran.",
    ),
    (
        GameRestored("1" * 64, "2" * 64),
        "Sorry, we had to go back to a backup: what was played after this is lost. "
        "From here on the dice follow a new seed, sealed as 22222222…; the old one was "
        "11111111….",
    ),
    (RulesChanged(2), "From here on this game goes by other rules."),
    (StaffActed("pause", None, "0" * 64), "The moderators acted, and said why."),
    (GameCancelled(), "The host cancelled the game before it started."),
    (
        GameAdjudicated(EndReason.DRAWN, "2026-12-10T18:00:00.000000Z"),
        "The moderators ended the game; "
        "that is final from 2026-12-10T18:00:00.000000Z.",
    ),
    (
        GameRolledBack(20),
        "The moderators took the game back to where it was after event 20.",
    ),
]
EVENTS = [event for event, _ in SENTENCES]
