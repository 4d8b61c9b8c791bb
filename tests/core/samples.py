"""One event of every type at least, each with the sentence that tells it."""

from stoneage_core import Phase, TieBreak
from stoneage_core import events as e
from stoneage_core import match_events as c
from stoneage_core.match_events import Outcome, ProposalKind
from stoneage_core.passkey_events import DecisionSigned, PasskeysSet
from stoneage_core.passkeys import Assertion
from stoneage_core.places import Place
from stoneage_core.resources import NOTHING
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
from stoneage_core.state import INITIAL, EndReason, Score
from stoneage_core.time_control import DAY, HOUR, Bank, PerMove, TimeControl, Window

from .scenario import resources

_SCORE = Score(
    before=20, green=9, farmers=8, tool_makers=7, hut_builders=6, shamans=5, resources=4
)

SENTENCES = [
    (
        e.GameCreated("g", 3, TieBreak.SUM, "abc", 1, 2),
        "A game for 3 players was set up; its dice are sealed as abc.",
    ),
    (e.PlayerJoined(0), "Player 1 joined."),
    (
        e.PlayerJoined(1, "d1ce"),
        "Player 2 joined and added a few words to the dice.",
    ),
    (
        e.PlayerJoined(1, "d1ce", own_seal=True),
        "Player 2 joined and sealed a salt that no one else knows yet.",
    ),
    (
        e.SaltsRevealed(("", "d1ce")),
        "What the players add to the dice is revealed, and mixed into every roll.",
    ),
    (PasskeysSet(1, ("3059",)), "Player 2 can sign moves with a passkey."),
    (PasskeysSet(1, ("3059", "305a")), "Player 2 can sign moves with 2 passkeys."),
    (PasskeysSet(1, ()), "Player 2 no longer has a passkey."),
    (
        DecisionSigned(1, "d1" * 32, 7, (Place.FOREST,), Assertion("00", "7b7d", "30")),
        "Player 2 signed the next move with a passkey.",
    ),
    (c.ReplyReceived(1, "d1" * 32, True), "An email from player 2 came in."),
    (
        e.BeaconRoundNamed(1000),
        "What is drawn next takes round 1000 of the public beacon, which no one knows "
        "yet.",
    ),
    (
        e.BeaconRevealed(1000, "fe290beca10872ef" * 4, "b4" * 48),
        "Round 1000 of the public beacon is known: fe290bec….",
    ),
    (
        e.BeaconMissed(1000),
        "We couldn’t get round 1000 of the public beacon: what is drawn next comes "
        "from the sealed seed alone.",
    ),
    (e.GameStarted(2), "Everyone has joined; player 3 will be the start player."),
    (
        e.PositionSetUp(e.Origin("g", 7, "0" * 64), INITIAL.position),
        "The board was set up as it stood in game g after event 7.",
    ),
    (
        e.CardRevealed(Place.CARD_4, 23),
        "A card was turned up on card 4: roll 2 dice for wood / 2 shamans.",
    ),
    (
        e.BuildingRevealed(Place.BUILDING_2, 1),
        "A building was turned up on building 2: it asks for 2 wood and 1 brick.",
    ),
    (e.RoundStarted(4, 1), "Round 4 began; player 2 is the start player."),
    (e.PhaseStarted(Phase.PLACEMENT), "People are placed."),
    (e.PhaseStarted(Phase.ACTIONS), "The people act."),
    (e.PhaseStarted(Phase.FEEDING), "The tribes are fed."),
    (e.TurnStarted(1), "Player 2 is next."),
    (e.PeoplePlaced(0, Place.FIELD, 1), "Player 1 sent one person to the field."),
    (e.PeoplePlaced(0, Place.HUT, 2), "Player 1 sent 2 people to the hut."),
    (
        e.DiceRolled(0, Place.CLAY_PIT, "brick", (1, 5, 6)),
        "Player 1 rolled 1, 5 and 6 for brick (the clay pit).",
    ),
    (e.ToolsUsed(0, (0, 2), (33,), 5), "Player 1 added tools worth 5."),
    (
        e.GoodsGathered(0, Place.HUNTING_GROUNDS, "food", 7),
        "Player 1 got 7 food.",
    ),
    (e.GoodsGathered(0, Place.RIVER, "gold", 0), "Player 1 got nothing."),
    (
        e.ToolMade(0, Place.TOOL_MAKER, 1, 2),
        "Player 1 now has a tool of value 2 in slot 2.",
    ),
    (e.PersonBorn(3, Place.HUT), "Player 4’s tribe grew by one person."),
    (e.FoodTrackRaised(0, None, 6), "Player 1 moved up the food track to 6."),
    (
        e.NothingGained(0, None),
        "Player 1 gained nothing: there’s no more to get.",
    ),
    (
        e.CardTaken(0, Place.CARD_2, 26, resources("wood gold")),
        "Player 1 took card 2 (3 points / music), paying 1 wood and 1 gold.",
    ),
    (e.CardKeptOpen(0, 36), "Player 1 keeps the card open for later."),
    (e.FoodGained(0, 5), "Player 1 took 5 food from the card."),
    (
        e.ResourcesGained(0, resources("stone stone")),
        "Player 1 took 2 stone from the supply.",
    ),
    (e.PointsScored(0, 1), "Player 1 scored one point."),
    (e.PointsScored(0, 3), "Player 1 scored 3 points."),
    (
        e.CardDrawn(0, 5),
        "Player 1 drew another card (dice for all / 1 hut builder).",
    ),
    (
        e.DiceForAllRolled(0, Place.CARD_1, (2, 5)),
        "Player 1 rolled the dice for all: 2 and 5.",
    ),
    (e.DiePicked(1, 5), "Player 2 picked the 5."),
    (
        e.ResourcesTaken(0, 36, resources("wood stone")),
        "Player 1 turned a card over and got 1 wood and 1 stone.",
    ),
    (
        e.BuildingBuilt(0, Place.BUILDING_1, 26, resources("gold"), 6),
        "Player 1 built building 1, paying 1 gold, and scored 6 points.",
    ),
    (e.ActionDeclined(0, Place.CARD_3), "Player 1 left card 3."),
    (e.FoodProduced(0, 4), "Player 1’s food track gave 4 food."),
    (e.FoodRanShort(0, 3, 2), "Player 1’s tribe ate 3 food and is still 2 short."),
    (e.FoodRanShort(0, 3, 1), "Player 1’s tribe ate 3 food and is still one short."),
    (e.TribeFed(0, 5, NOTHING), "Player 1 fed the tribe with 5 food."),
    (
        e.TribeFed(0, 0, resources("wood wood gold")),
        "Player 1 fed the tribe with 2 wood and 1 gold.",
    ),
    (e.TribeStarved(0, 1), "Player 1’s tribe went hungry and lost one point."),
    (e.TribeStarved(0, 10), "Player 1’s tribe went hungry and lost 10 points."),
    (e.CardsSlid((1, 4, None, None)), "The cards left moved to the right."),
    (e.FinalScored(0, _SCORE), "Player 1 has 59 points after the final scoring."),
    (
        e.GameEnded(EndReason.NO_CARDS, (2, 1)),
        "The cards ran out: the game is over. Winner: player 2.",
    ),
    (
        e.GameEnded(EndReason.NO_BUILDINGS, (1, 3, 1)),
        "A stack of buildings ran out: the game is over. "
        "Winner: player 1 and player 3.",
    ),
    (
        e.GameEnded(EndReason.AGREED, (1, 2)),
        "The players agreed to end the game as it stood. Winner: player 1.",
    ),
    (
        e.GameEnded(EndReason.DECIDED, (1, 2)),
        "The moderators ended the game as it stood. Winner: player 1.",
    ),
    (e.GameEnded(EndReason.DRAWN, (1, 1)), "The moderators ended the game as a draw."),
    (
        e.GameEnded(EndReason.CALLED_OFF, ()),
        "The moderators called the game off; it has no result.",
    ),
    (e.SeedRevealed("00ff"), "The seed of the dice is revealed: 00ff."),
    (
        c.TurnTimedOut(2),
        "Player 3’s time ran out, so we played for player 3.",
    ),
    (
        c.TimeControlSet(TimeControl(PerMove(3 * DAY))),
        "The pace of this table: 3 days for each turn and autopilot after 2 missed "
        "turns in a row.",
    ),
    (
        c.TimeControlSet(
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
    (c.TimeSpent(1, 3601), "Player 2 took one hour and one second out of the bank."),
    (c.TimeSpent(1, 0), "Player 2 took 0 seconds out of the bank."),
    (
        c.AutopilotSeated(0, 1),
        "Player 1 missed a turn; from now on autopilot plays.",
    ),
    (
        c.AutopilotSeated(0, 2),
        "Player 1 missed 2 turns in a row; from now on autopilot plays.",
    ),
    (c.PlayerReturned(0), "Player 1 is back and plays again."),
    (c.SubstituteSeated(0, 1), "Player 1 plays as a substitute."),
    (
        c.AbsenceDeclared(
            3, "2026-12-03T18:00:00.000000Z", "2026-12-10T18:00:00.000000Z"
        ),
        "Player 4 is away from 2026-12-03T18:00:00.000000Z to "
        "2026-12-10T18:00:00.000000Z.",
    ),
    (c.AbsenceEnded(3), "Player 4 is no longer away."),
    (
        c.ProposalMade(1, 0, ProposalKind.TAKE_BACK, sequence=20),
        "Player 1 proposes to go back to event 20 (proposal 1).",
    ),
    (
        c.ProposalMade(2, 0, ProposalKind.SUBSTITUTE, seat=1, offer=1),
        "Player 1 proposes a substitute for player 2 (proposal 2).",
    ),
    (
        c.ProposalMade(3, 0, ProposalKind.END),
        "Player 1 proposes to end the game as it stands (proposal 3).",
    ),
    (
        c.ProposalMade(
            4, 0, ProposalKind.TIME_CONTROL, control=TimeControl(PerMove(DAY), misses=1)
        ),
        "Player 1 proposes a different pace (proposal 4): one day for each turn and "
        "autopilot after one missed turn.",
    ),
    (c.VoteCast(1, 4, True), "Player 2 votes yes to proposal 4."),
    (c.VoteCast(1, 4, False), "Player 2 votes no to proposal 4."),
    (c.ProposalSettled(4, Outcome.CARRIED), "Proposal 4 is accepted."),
    (c.ProposalSettled(4, Outcome.REJECTED), "Proposal 4 didn’t get enough votes."),
    (c.ProposalSettled(4, Outcome.LAPSED), "Proposal 4 is no longer open."),
    (
        c.DecisionTakenBack(0, 20, False),
        "Player 1 took back the last move: the game is back where it was after event "
        "20.",
    ),
    (
        c.DecisionTakenBack(0, 20, True),
        "Everyone agreed that player 1 plays again: the game is back where it was "
        "after event 20.",
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
    (c.SeatEntrusted(1), "From now on autopilot plays for player 2."),
    (c.PlayerReplaced(1, 3), "Player 2 took over the seat."),
    (
        c.SubstituteOffered(1, 2, False),
        "Someone offered to play for player 3.",
    ),
    (
        c.SubstituteOffered(2, 2, True),
        "The moderators asked someone to play for player 3.",
    ),
    (c.OfferWithdrawn(2), "An offer to play for someone is no longer open."),
    (c.SeatClaimed(0), "Player 1 stays for good; from now on their clock runs."),
    (
        c.HoursSet(1, (("2026-12-10T18:00:00.000000Z", 60),)),
        "The clock of player 2 runs by the time of day where they are.",
    ),
    (
        c.OutageRecorded("2026-12-10T18:00:00.000000Z", "2026-12-10T19:00:00.000000Z"),
        "The service was down from 2026-12-10T18:00:00.000000Z to "
        "2026-12-10T19:00:00.000000Z; no clock ran.",
    ),
    (
        c.GameRestored("1" * 64, "2" * 64),
        "Sorry, we had to go back to a back-up: what was played after this is lost. "
        "From here on the dice follow a new seed, sealed as 22222222…; the old one was "
        "11111111….",
    ),
    (StaffActed("pause", None, "0" * 64), "The moderators acted, and said why."),
    (c.GameCancelled(), "The host cancelled the game before it started."),
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
