"""Games that are not among the golden records: valid ones and forged ones."""

from collections import Counter

import pytest

from stoneage_core import awaited, end, expire, join, reveal
from stoneage_core.audit import verify
from stoneage_core.events.chance import SeedRevealed
from stoneage_core.events.clocks import TimeControlSet
from stoneage_core.events.proposals import (
    Outcome,
    ProposalKind,
    ProposalMade,
    ProposalSettled,
    VoteCast,
)
from stoneage_core.events.seats import (
    AutopilotSeated,
    OfferWithdrawn,
    PlayerReturned,
    SeatEntrusted,
    SeatOffered,
    SeatTaken,
)
from stoneage_core.events.staff import (
    GameFrozen,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameUnfrozen,
    TimeGranted,
)
from stoneage_core.state import EndReason
from stoneage_core.time_control import DAY, HOUR, MINUTE, Bank, PerMove, TimeControl
from tests.core.audit.record_forger import finding_in
from tests.core.recorder import LoggedGame

QUICK = TimeControl(PerMove(HOUR), vacation=7, misses=3)
ENDS = sorted(set(EndReason) - {EndReason.NO_CARDS, EndReason.NO_BUILDINGS})
BY_STAFF = [reason for reason in ENDS if reason.is_by_staff]
SAVER = TimeControl(Bank(DAY, HOUR, 2 * DAY))


def valid_verdict(game):
    verdict = verify(game.text)
    assert verdict.finding is None, str(verdict.finding)
    return verdict


def game_at(control=QUICK, players=3, moves=4):
    game = LoggedGame(players, clock=control)
    game.moves(moves)
    return game


def times_out(game, how="timeout"):
    player = game.asked
    decision = expire(game.state, player, game.chance, by_orders=how == "orders")
    game.happens(decision.events, player, how)
    return player


def by_staff(game, event, player=None):
    game.passes()
    game.happens([event], player, "staff")


def test_a_whole_game_of_standing_orders_is_valid():
    # Standing orders are no misses, so autopilot takes no seat.
    game = LoggedGame(clock=TimeControl(PerMove(MINUTE)))
    while awaited(game.state):
        game.passes()
        times_out(game, how="orders")
    assert valid_verdict(game).is_over
    assert {line["event"]["type"] for line in game.lines} >= {"ToolsUsed", "CardTaken"}


def test_a_game_against_bots_is_valid():
    game = LoggedGame(3, how="automatic")
    for _ in range(12):
        game.moves(how="page" if game.asked == 0 else "automatic")
    valid_verdict(game)
    assert "automatic" in {line["source"] for line in game.lines[20:]}


def test_a_game_played_by_email_is_valid():
    game = LoggedGame(2, how="reply", clock=QUICK)
    game.moves(6, how="reply")
    game.happens([ProposalMade(1, 0, ProposalKind.END)], 0, "page")
    game.happens([VoteCast(1, 1, False)], 1, "reply")
    game.happens([ProposalSettled(1, Outcome.REJECTED, (0,), (1,))])
    game.moves(2, how="reply")
    valid_verdict(game)
    assert {line["source"] for line in game.lines[2:]} >= {"reply"}


def test_a_decision_by_email_resets_the_misses():
    game, asked = game_at(), Counter()
    while min(asked.values(), default=0) < 6:
        player = game.asked
        asked[player] += 1
        if asked[player] % 3:
            game.passes(HOUR)
            times_out(game)
        else:
            game.moves(how="reply")
    valid_verdict(game)


def test_orders_at_the_deadline_are_no_miss():
    game = game_at()
    for _ in range(9):
        game.passes(HOUR)
        times_out(game, how="orders")
    valid_verdict(game)


def test_misses_are_counted_until_autopilot_takes_the_seat():
    game, missed = game_at(), Counter()
    while 3 not in missed.values():
        game.passes(HOUR)
        player = times_out(game)
        missed[player] += 1
    assert "The record breaks off" in str(finding_in(game.text).reason)
    game.happens([AutopilotSeated(player, 3)], player, "timeout")
    valid_verdict(game)


@pytest.mark.parametrize("reason", ENDS)
def test_ended_games_reveal_their_seed(reason):
    game = game_at()
    game.passes()
    if reason is EndReason.AGREED:
        game.happens([ProposalMade(1, 0, ProposalKind.END)], 0, "page")
        game.happens([VoteCast(1, 1, True)], 1, "page")
        game.happens([VoteCast(2, 1, True)], 2, "page")
        game.happens([ProposalSettled(1, Outcome.CARRIED, (0, 1, 2))])
    how = "service" if reason is EndReason.AGREED else "staff"
    game.happens(end(game.state, game.chance, reason).events, None, how)
    if reason is EndReason.AGREED:
        assert valid_verdict(game).is_over
        del game.lines[-1]
        assert "breaks off" in str(finding_in(game.text).reason)
        return
    assert not valid_verdict(game).is_over
    game.passes(3 * DAY)
    game.happens(reveal(game.state, game.chance).events)
    assert valid_verdict(game).is_over


@pytest.mark.parametrize("reason", BY_STAFF)
def test_the_staff_end_a_game_and_the_service_reveals_its_seed(reason):
    game = game_at()
    game.happens(end(game.state, game.chance, reason).events, None, "staff")
    game.happens(reveal(game.state, game.chance).events, None, "staff")
    assert str(finding_in(game.text).reason) == "The source “staff” cannot do that"
    game.lines[-1]["source"] = "service"
    assert valid_verdict(game).is_over


def test_the_staff_can_reverse_an_end_until_the_seed_is_revealed():
    game = game_at(SAVER)
    version = game.state.version
    by_end = end(game.state, game.chance, EndReason.CALLED_OFF).events
    game.happens(by_end, None, "staff")
    by_staff(game, GameRolledBack(version))
    game.moves(3)
    valid_verdict(game)
    game.happens(end(game.state, game.chance, EndReason.DECIDED).events, None, "staff")
    game.happens(reveal(game.state, game.chance).events)
    by_staff(game, GameRolledBack(version))
    assert finding_in(game.text).sequence == len(game.lines)


def test_a_seed_is_not_revealed_while_a_game_goes_on():
    game = game_at()
    seed = game.chance.reveal()
    game.happens([SeedRevealed(seed)])
    assert "the game isn’t over" in str(finding_in(game.text).reason)


def test_the_staff_can_act_in_a_frozen_game():
    game = game_at(SAVER)
    version = game.state.version
    game.moves()
    by_staff(game, GameFrozen())
    game.passes(9 * DAY)
    by_staff(game, GameRolledBack(version))
    game.happens([SeatEntrusted(0)], 0, "page")  # players may still leave
    by_staff(game, PlayerReturned(0), 0)
    by_staff(game, GameUnfrozen())
    game.moves(2)
    valid_verdict(game)


@pytest.mark.parametrize("how", ["page", "autopilot", "timeout"])
def test_moves_in_a_frozen_game_are_found(how):
    game = game_at()
    if how == "autopilot":
        by_staff(game, SeatEntrusted(game.asked), game.asked)
    by_staff(game, GameFrozen())
    if how == "timeout":
        game.passes(DAY)
        times_out(game)
    else:
        game.moves(how=how)
    assert "The moderators have frozen this game" in str(finding_in(game.text).reason)


def test_a_frozen_game_cannot_be_frozen_again():
    game = game_at()
    by_staff(game, GameFrozen())
    by_staff(game, GameFrozen())
    assert "frozen already" in str(finding_in(game.text).reason)


def test_unfreezing_has_to_close_lapsed_proposals():
    game = game_at()
    game.happens([ProposalMade(1, 0, ProposalKind.END)], 0, "page")
    by_staff(game, GameFrozen())
    by_staff(game, SeatEntrusted(1), 1)
    by_staff(game, SeatEntrusted(2), 2)
    valid_verdict(game)
    by_staff(game, GameUnfrozen())
    assert "breaks off" in str(finding_in(game.text).reason)


def test_a_roll_back_restores_the_banks():
    for early in (0, 1):
        game = game_at(TimeControl(Bank(2 * DAY, HOUR, 2 * DAY)))
        version = game.state.version
        game.passes(2 * DAY - 120)
        game.moves()
        by_staff(game, GameRolledBack(version))
        game.passes(2 * DAY - early)
        times_out(game)
        if early:
            assert "cannot have run out" in str(finding_in(game.text).reason)
        else:
            valid_verdict(game)


def test_an_incomplete_end_is_found():
    game = game_at()
    game.happens(end(game.state, game.chance, EndReason.DRAWN).events, None, "staff")
    del game.lines[-2:]
    assert "breaks off" in str(finding_in(game.text).reason)


def test_an_end_without_an_agreement_is_found():
    game = game_at()
    game.happens(end(game.state, game.chance).events, None, "service")
    assert str(finding_in(game.text).reason) == "Nobody had agreed to this"


def test_a_proposal_lapses_when_its_decision_is_rolled_back():
    game = game_at()
    sequence = game.state.version - 2
    back = ProposalMade(1, 0, ProposalKind.TAKE_BACK, sequence=sequence)
    game.happens([back], 0, "page")
    by_staff(game, GameRolledBack(sequence))
    game.happens([ProposalSettled(1, Outcome.LAPSED, (0,), (), (1, 2))])
    valid_verdict(game)


def test_a_proposal_lapses_when_its_proposer_leaves():
    game = game_at()
    game.happens([ProposalMade(1, 0, ProposalKind.END)], 0, "page")
    by_staff(game, SeatEntrusted(0), 0)
    game.happens([ProposalSettled(1, Outcome.LAPSED, (0,), (), (1, 2))])
    valid_verdict(game)


def test_a_proposal_lapses_when_an_offer_is_withdrawn():
    game = game_at()
    by_staff(game, SeatEntrusted(0), 0)
    game.happens([SeatOffered(1, 0, for_good=False)])
    substitute = ProposalMade(1, 1, ProposalKind.SUBSTITUTE, seat=0, offer=1)
    game.happens([substitute], 1, "page")
    game.passes()
    game.happens([OfferWithdrawn(1)])
    game.happens([ProposalSettled(1, Outcome.LAPSED, (1,), (), (0, 2))])
    valid_verdict(game)


def test_a_rejected_proposal_is_valid():
    game = game_at()
    game.happens([ProposalMade(1, 0, ProposalKind.END)], 0, "page")
    game.happens([VoteCast(1, 1, False)], 1, "page")
    game.happens([ProposalSettled(1, Outcome.REJECTED, (0,), (1,), (2,))])
    game.moves()
    valid_verdict(game)


def test_the_staff_can_move_seats_between_players():
    game = game_at(SAVER)
    player = game.asked
    by_staff(game, SeatEntrusted(player), player)
    game.moves(how="autopilot")
    by_staff(game, PlayerReturned(player), player)
    by_staff(game, SeatOffered(1, player, for_good=True))
    by_staff(game, SeatTaken(player, 1, for_good=True), player)
    game.moves(2, how="staff")
    by_staff(game, TimeControlSet(QUICK))
    game.moves(3)
    valid_verdict(game)


@pytest.mark.parametrize(
    ("acts", "seconds"),
    [
        ([], 0),
        ([GamePaused("2026-11-20T15:10:00.000000Z")], 3 * HOUR),
        ([GamePaused("2026-11-20T15:10:00.000000Z"), GameResumed()], 120),
        ([GameFrozen(), GameUnfrozen()], 120),
        ([TimeGranted(1, 500)], 500),
    ],
)
@pytest.mark.parametrize("control", [QUICK, SAVER])
def test_pauses_and_grants_delay_a_time_out_to_the_second(control, acts, seconds):
    for early in (0, 1):
        game = game_at(control, moves=4)
        assert game.asked == 1
        asked_at = game.now
        for act in acts:
            by_staff(game, act)
        game.now = asked_at
        own = HOUR if control is QUICK else DAY + HOUR - 120
        game.passes(own + seconds - early)
        times_out(game)
        if early:
            reason = str(finding_in(game.text).reason)
            assert reason == "Player 2’s time cannot have run out yet"
        else:
            valid_verdict(game)


@pytest.mark.parametrize(
    ("back", "reason"),
    [
        (1, "A game cannot go back to before its start"),
        (100, "A game can only go back to an earlier event"),
    ],
)
def test_a_roll_back_needs_an_earlier_event_after_the_start(back, reason):
    game = game_at()
    version = game.state.version
    by_staff(game, GameRolledBack(back))
    if back < version:
        for player in range(3):
            joining = join(game.state, player, game.chance).events
            game.happens(joining, player, "page")
    finding = finding_in(game.text)
    assert (finding.sequence, str(finding.reason)) == (version + 2, reason)


@pytest.mark.parametrize("reason", EndReason)
@pytest.mark.parametrize("how", ["service", "staff"])
def test_votes_and_staff_end_games_only_for_their_own_reasons(how, reason):
    game = game_at(players=2)
    if how == "service":
        game.happens([ProposalMade(1, 0, ProposalKind.END)], 0, "page")
        game.happens([VoteCast(1, 1, True)], 1, "page")
        game.happens([ProposalSettled(1, Outcome.CARRIED, (0, 1))])
    sequence = game.state.version + 1
    game.happens(end(game.state, game.chance, reason).events, None, how)
    if reason in ([EndReason.AGREED] if how == "service" else BY_STAFF):
        valid_verdict(game)
    else:
        finding = finding_in(game.text)
        ahead = how == "staff"  # an act, and that the game was adjudicated
        assert finding.sequence in (sequence + ahead, sequence + 2)  # or the scores
        otherwise = (
            "It should say" if how == "service" else "The staff cannot end a game"
        )
        assert str(finding.reason).startswith(otherwise)


@pytest.mark.parametrize(
    ("act", "decided_by", "reason"),
    [
        (SeatEntrusted(0), 1, "It should say: From now on autopilot plays"),
        (SeatEntrusted(0), None, "Only a player can do that"),
        (SeatEntrusted(3), 3, "There is no such seat"),
        (
            SeatTaken(1, 1, for_good=True),
            1,
            "There is no open offer for this seat",
        ),
        (GameFrozen(), 0, "No player can do that"),
        (TimeControlSet(SAVER), 1, "No player can do that"),
    ],
)
def test_acts_of_the_staff_on_a_wrong_seat_are_found(act, decided_by, reason):
    game = game_at(players=2)
    by_staff(game, act, decided_by)
    assert str(finding_in(game.text).reason).startswith(reason)


def test_the_seat_of_a_bot_cannot_be_offered():
    game = LoggedGame(2, how="automatic")
    by_staff(game, SeatOffered(1, 1, for_good=True))
    assert str(finding_in(game.text).reason) == "The seat of a bot cannot be taken"


def test_a_time_out_in_practice_is_found():
    game = LoggedGame(2, "automatic", QUICK)
    game.passes(30 * DAY)
    assert game.asked == 0
    times_out(game)
    assert "cannot have run out yet" in str(finding_in(game.text).reason)
