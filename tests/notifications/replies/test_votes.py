"""Votes by mail: only on what the mail asked about."""

from datetime import datetime

import pytest

from games.lobby.new_games import create_game
from games.models import Game, Invitation, StoredEvent, User
from games.seats.invitations import accept_seat
from notifications.models import Kind, OutgoingMail
from stoneage_core.match.state import Source
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, PerMove, TimeControl
from tests.notifications.replies.conftest import (
    Reply,
    fates,
    last_vote,
    shown,
    the_answer,
    words,
)
from tests.support.mails import mails, seat_of
from tests.support.play import submit
from tests.support.proposals import propose_end, propose_time_control


def test_vote_is_cast(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    assert fates(reply(two_player_game, bob, "yes")) == ["failed"]
    propose_end(seat=seat_of(two_player_game, alice), now=now)
    assert fates(reply(two_player_game, bob, "No.")) == ["done"]
    cast = StoredEvent.objects.get(type="VoteCast")
    assert cast.source == Source.REPLY


def test_vote_among_several_proposals_is_asked_back(
    started_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    propose_end(seat=seat_of(started_game, alice), now=now)
    propose_time_control(
        seat=seat_of(started_game, alice),
        control=TimeControl(PerMove(3 * DAY)),
        now=now,
    )
    mail = reply(started_game, bob, "yes")
    assert fates(mail) == ["failed"]
    assert not StoredEvent.objects.filter(game=started_game, type="VoteCast").exists()


def test_vote_is_on_the_answered_mails_proposal(
    started_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    """Whatever else is open, and whether that mail or a digest asked."""
    ends = propose_end(seat=seat_of(started_game, alice), now=now)
    propose_time_control(
        seat=seat_of(started_game, alice),
        control=TimeControl(PerMove(3 * DAY)),
        now=now,
    )
    asked = OutgoingMail.objects.filter(seat=seat_of(started_game, bob))
    about_end = asked.get(kind=Kind.PROPOSAL_MADE, about_version=ends.version)
    assert fates(reply(started_game, bob, "yes", answers=about_end)) == ["done"]
    end, control = Game.objects.get(pk=started_game.pk).table_state.proposals
    assert (end.votes, control.votes) == ({0: True, 1: True}, {0: True})


def test_vote_on_a_settled_proposal_counts_for_no_other(
    started_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    propose_end(seat=seat_of(started_game, alice), now=now)
    about_end = shown(seat_of(started_game, bob), Kind.PROPOSAL_MADE)
    for user in ("carol", "dave"):
        voter = User.objects.get(email=f"{user}@example.org")
        reply(started_game, voter, "no")
    propose_time_control(
        seat=seat_of(started_game, alice),
        control=TimeControl(PerMove(3 * DAY)),
        now=now,
    )
    mail = reply(started_game, bob, "yes", answers=about_end)
    assert fates(mail) == ["failed"]
    (control,) = Game.objects.get(pk=started_game.pk).table_state.proposals
    assert control.votes == {0: True}


def test_changed_vote_is_on_the_same_proposal(
    started_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    """“no” in reply to our answer to their “yes”, whatever else is open."""
    propose_end(seat=seat_of(started_game, alice), now=now)
    about_end = shown(seat_of(started_game, bob), Kind.PROPOSAL_MADE)
    propose_time_control(
        seat=seat_of(started_game, alice),
        control=TimeControl(PerMove(3 * DAY)),
        now=now,
    )
    first = reply(started_game, bob, "yes", answers=about_end)
    answer = shown(seat_of(started_game, bob), Kind.REPLY_READ)
    assert answer == the_answer(first)
    assert fates(reply(started_game, bob, "no", answers=answer)) == ["done"]
    proposals = Game.objects.get(pk=started_game.pk).table_state.proposals
    assert [proposal.votes.get(1) for proposal in proposals] == [None]


@pytest.mark.parametrize(("word", "vote"), [("accept", True), ("decline", False)])
def test_other_words_for_yes_and_no_are_votes(
    started_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    now: datetime,
    word: str,
    vote: bool,
) -> None:
    propose_end(seat=seat_of(started_game, alice), now=now)
    about_end = shown(seat_of(started_game, bob), Kind.PROPOSAL_MADE)
    assert fates(reply(started_game, bob, word, answers=about_end)) == ["done"]
    assert last_vote() is vote


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "accept not"),
        ("en", "accept, but only after this round"),
        ("en", "accept whatever"),
        ("es", "acepto no terminar"),
        ("ko", "수락 안 합니다"),
        ("ko", "수락 못 해요"),
        ("it", "accetto solo se vinco"),
        ("pt-br", "aceito se"),
    ],
)
def test_line_that_only_begins_like_a_yes_is_no_vote(
    started_game: Game,
    alice: User,
    bob: User,
    reply: Reply,
    now: datetime,
    language: str,
    line: str,
) -> None:
    User.objects.filter(pk=bob.pk).update(language=language)
    propose_end(seat=seat_of(started_game, alice), now=now)
    about_end = shown(seat_of(started_game, bob), Kind.PROPOSAL_MADE)
    (fate,) = fates(reply(started_game, bob, line, answers=about_end))
    assert fate in ("asked", "failed")
    assert not StoredEvent.objects.filter(type="VoteCast").exists()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "accept not"),
        ("en", "I accept, but not now"),
        ("es", "acepto, pero más tarde"),
        ("ko", "수락 안 합니다"),
        ("it", "accetto solo domani"),
        ("pt-br", "aceito se for curto"),
    ],
)
def test_line_that_only_begins_like_a_yes_accepts_no_invitation(
    invited_game: Game, bob: User, reply: Reply, language: str, line: str
) -> None:
    User.objects.filter(pk=bob.pk).update(language=language)
    (fate,) = fates(reply(invited_game, bob, line))
    assert fate in ("asked", "failed")
    assert seat_of(invited_game, bob).invitation == Invitation.INVITED


def test_vote_on_another_games_proposal_is_refused(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    """For a reply to one game's mail at the address of another game."""
    people = [str(alice.email), str(bob.email)]
    other = create_game(
        host=alice, players=people, terms=Terms(len(people), first_player=0), now=now
    )
    other = accept_seat(seat=other.seats.get(number=1), now=now)
    propose_end(seat=seat_of(other, alice), now=now)
    about_other = shown(seat_of(other, bob), Kind.PROPOSAL_MADE)
    astray = reply(two_player_game, bob, "board", answers=about_other)
    answer = shown(seat_of(two_player_game, bob), Kind.REPLY_READ)
    assert answer == the_answer(astray)
    propose_end(seat=seat_of(two_player_game, alice), now=now)
    mail = reply(two_player_game, bob, "yes", answers=answer)
    assert fates(mail) == ["failed"]
    assert not StoredEvent.objects.filter(type="VoteCast").exists()


@pytest.mark.parametrize(
    ("word", "invitation"),
    [("yes", Invitation.ACCEPTED), ("no", Invitation.DECLINED)],
)
def test_other_words_accept_and_decline(
    invited_game: Game, bob: User, reply: Reply, word: str, invitation: str
) -> None:
    assert fates(reply(invited_game, bob, word)) == ["done"]
    assert seat_of(invited_game, bob).invitation == invitation


def test_reply_to_an_invitation_affects_nothing_later(
    invited_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    """Neither proposals nor decisions; accepting twice is harmless."""
    asked = mails(Kind.INVITATION, bob)[0]
    both = reply(invited_game, bob, "accept\nsay Hello", answers=asked)
    assert fates(both) == ["done", "done"]
    propose_end(seat=seat_of(invited_game, alice), now=now)
    assert fates(reply(invited_game, bob, "yes", answers=asked)) == ["failed"]
    assert not StoredEvent.objects.filter(type="VoteCast").exists()
    submit(invited_game, 0, "forest 3", now=now)
    assert fates(reply(invited_game, bob, "quarry 3", answers=asked)) == ["failed"]
    assert fates(reply(invited_game, bob, "accept", answers=asked)) == ["done"]


def test_reply_to_an_older_mail_does_not_vote_on_later_proposals(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    older = reply(two_player_game, bob, "board", answers=None)
    before = the_answer(older)
    shows = Game.objects.get(pk=two_player_game.pk).version
    OutgoingMail.objects.filter(pk=before.pk).update(shown_version=shows)
    propose_end(seat=seat_of(two_player_game, alice), now=now)
    mail = reply(two_player_game, bob, "yes", answers=before)
    assert fates(mail) == ["failed"]
    assert not StoredEvent.objects.filter(type="VoteCast").exists()
    shown(seat_of(two_player_game, bob), Kind.REPLY_READ)
    again = reply(two_player_game, bob, "yes", answers=the_answer(mail))
    assert fates(again) == ["done"]


def test_carried_vote_does_not_allow_stale_moves(
    two_player_game: Game, alice: User, bob: User, reply: Reply, now: datetime
) -> None:
    propose_end(seat=seat_of(two_player_game, alice), now=now)
    mail = reply(two_player_game, bob, "yes\nforest 3")
    assert fates(mail) == ["done", "failed"]
    assert "over" in words(mail, 1)
