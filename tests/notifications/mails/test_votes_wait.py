"""Four players, a vote to end the game, and one player absent for six days."""

from datetime import datetime, timedelta

import pytest

from games.models import Game, StoredEvent, User
from games.seats.offers import return_to_seat
from games.table.votes import expire_proposals
from games.tasks import sweep_due
from notifications.models import Kind, MailStatus
from stoneage_core.match.votes import expires_at
from tests.notifications.absence import advised, fresh, leave, seat_at, vote
from tests.notifications.mails.test_contents import assert_says, only, written
from tests.notifications.mails.test_turn import fate
from tests.notifications.news import last_pk, newest_since, recipients_of
from tests.support.mails import Send, mails
from tests.support.proposals import propose_end
from tests.support.standing_time import StandingTime

DAY = timedelta(days=1)
TERM = 7 * DAY


def types_of(game: Game) -> list[str]:
    rows = StoredEvent.objects.filter(game=game).order_by("sequence")
    return list(rows.values_list("type", flat=True))


@pytest.fixture
def silent_dave(started_game: Game, now: datetime) -> datetime:
    """
    Alice proposes to end the game, Bob and Carol agree, Dave misses two turns.

    Returns the time of the second miss.
    """
    propose_end(seat=seat_at(started_game, 0), now=now)
    vote(started_game, 1, True, now)
    vote(started_game, 2, True, now)
    return leave(started_game, 3, now)


def test_two_missed_turns_do_not_end_the_game(
    started_game: Game, silent_dave: datetime, now: datetime, alice: User
) -> None:
    late = silent_dave
    assert late - now >= 6 * DAY
    game = fresh(started_game)
    assert game.status == "active"
    assert "ProposalSettled" not in types_of(game)
    assert game.votes_due_at == late + TERM
    (told_to_dave,) = mails(Kind.AUTOPILOT_SEATED)
    assert_says(
        written(told_to_dave, late),
        "You missed 2 turns in a row, so autopilot is playing for you.",
        "Alice proposed to end the game as it stands (proposal 1). That waits for your "
        "vote: take your seat back and vote until",
        "Nothing is decided without you before then.",
    )
    assert recipients_of(Kind.SEAT_LEFT) == ["Bob", "Carol"]
    assert_says(
        written(mails(Kind.YOUR_TURN, alice)[-1], late),
        "Still to be decided: Alice proposed to end the game as it stands",
        "Votes so far: yes: Alice, Bob and Carol; not voted: Dave. The vote is "
        "open until",
    )
    for mail in mails(Kind.SEAT_LEFT):
        assert_says(
            written(mail, late),
            "That isn’t decided by this: Dave can come back and vote until",
            "those who play then decide.",
        )
    assert recipients_of(Kind.GAME_OVER) == []


def test_absent_player_comes_back_and_votes_no(
    started_game: Game, silent_dave: datetime
) -> None:
    later = silent_dave + 5 * DAY
    return_to_seat(seat=seat_at(started_game, 3), user=None, now=later)
    vote(started_game, 3, False, later)
    assert fresh(started_game).status == "active"
    assert recipients_of(Kind.PROPOSAL_SETTLED) == ["Alice", "Bob", "Carol"]
    assert_says(
        written(mails(Kind.PROPOSAL_SETTLED)[0], later),
        "didn’t get enough votes (yes: Alice, Bob and Carol; no: Dave).",
    )


def test_expired_vote_can_be_repeated_without_the_absent_player(
    started_game: Game, silent_dave: datetime, alice: User
) -> None:
    over = silent_dave + TERM
    game = started_game
    early = over - timedelta(seconds=1)
    assert not expire_proposals(game_id=game.pk, now=early)
    assert expire_proposals(game_id=game.pk, now=over)
    assert fresh(game).status == "active"
    assert recipients_of(Kind.PROPOSAL_SETTLED) == ["Alice", "Bob", "Carol"]
    assert_says(
        written(mails(Kind.PROPOSAL_SETTLED)[0], over),
        "The time to vote on proposal 1 is over (yes: Alice, Bob and Carol; not voted: "
        "Dave).",
        "Everything stays as it is.",
        "You can propose it again: then those who play decide, without Dave.",
    )
    propose_end(seat=seat_at(game, 1), now=over)
    vote(game, 0, True, over)
    assert fresh(game).status == "active"
    vote(game, 2, True, over)
    assert fresh(game).status == "finished"
    assert_says(
        only(Kind.GAME_OVER, over, alice),
        "A vote ended the game as it stood. Proposal 2 is accepted (yes: "
        "Alice, Bob and Carol; not voted: Dave).",
    )


def test_sweep_closes_an_expired_vote(
    two_player_game: Game, now: datetime, time_stands: StandingTime
) -> None:
    propose_end(seat=seat_at(two_player_game, 0), now=now)
    (proposal,) = fresh(two_player_game).table_state.proposals
    time_stands.now = expires_at(fresh(two_player_game).table_state, proposal)
    sweep_due()
    game = fresh(two_player_game)
    assert (game.status, game.table_state.proposals) == ("active", ())
    assert game.votes_due_at is None


def test_player_who_has_not_voted_is_reminded_once(
    started_game: Game, now: datetime, send: Send
) -> None:
    propose_end(seat=seat_at(started_game, 0), now=now)
    vote(started_game, 1, True, now)
    assert recipients_of(Kind.VOTE_REMINDER) == ["Bob", "Carol", "Dave"]
    before_it = now + TERM * 2 / 3 - DAY
    send(before_it)
    assert all(mail.sent_at is None for mail in mails(Kind.VOTE_REMINDER))
    send(now + TERM * 2 / 3 + DAY / 2)
    fates = {
        mail.user.name: fate(mail)[0] for mail in mails(Kind.VOTE_REMINDER) if mail.user
    }
    assert fates == {
        "Bob": MailStatus.SKIPPED,
        "Carol": MailStatus.SENT,
        "Dave": MailStatus.SENT,
    }
    assert written(mails(Kind.VOTE_REMINDER)[1], before_it).subject


def test_turn_mails_ask_for_the_vote(
    two_player_game: Game, bob: User, now: datetime
) -> None:
    propose_end(seat=seat_at(two_player_game, 0), now=now)
    before = last_pk()
    advised(two_player_game, 0, now)
    assert newest_since(before) == [("Bob", "your_turn")]
    assert_says(
        only(Kind.YOUR_TURN, now, bob),
        "Your vote is wanted: Alice proposed to end the game as it stands (proposal "
        "1).",
        "The vote is open until",
        "Reply “yes” or “no” to vote, or vote on the page.",
    )
    vote(two_player_game, 1, False, now)
    assert "Your vote is wanted" not in only(Kind.YOUR_TURN, now, bob).body
