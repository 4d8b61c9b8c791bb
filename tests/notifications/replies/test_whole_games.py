"""Games played by mail only, to the end; the audit confirms them."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from games.command_language.spelling import spell_command
from games.history.export import record_lines
from games.lobby.new_games import create_game
from games.log import positions
from games.models import Game, StoredEvent, User
from notifications.mails.blocks.question import number_choices
from notifications.models import IncomingMail, OutgoingMail, Reading
from notifications.replies.handle import handle_reply
from stoneage_core import audit, autopilot, awaited, notation
from stoneage_core.match.state import Source
from stoneage_core.terms import Terms
from tests.notifications.replies.conftest import fates, incoming, typed
from tests.support.mails import seat_of
from tests.support.verifying import verified

A_MINUTE = timedelta(minutes=1)


def answered(game: Game, user: User) -> OutgoingMail:
    """Return a mail to the seat that shows the present position."""
    mail = OutgoingMail.objects.filter(game=game, user=user).latest("pk")
    mail.shown_version = game.version
    mail.save(update_fields=["shown_version"])
    return mail


def by_mail(game: Game, user: User, text: str, now: datetime, **how: object) -> None:
    mail = incoming(seat_of(game, user), now, **how)  # type: ignore[arg-type]
    handle_reply(mail, typed(text), now)
    mail.refresh_from_db()
    assert (mail.reading, fates(mail)) == (Reading.DONE, ["done"]), mail.results


@pytest.mark.long
@pytest.mark.parametrize(
    "terms",
    [
        Terms(2),
        pytest.param(Terms(4), marks=pytest.mark.slow),
        pytest.param(Terms(4, dice_at_own_turn=True), marks=pytest.mark.slow),
    ],
)
def test_whole_game_is_played_by_mail(
    terms: Terms,
    alice: User,
    bob: User,
    carol: User,
    dave: User,
    now: datetime,
    tmp_path: Path,
) -> None:
    people = [alice, bob, carol, dave][: terms.player_count]
    game = create_game(host=alice, players=people, terms=terms, now=now)
    for user in people[1:]:
        by_mail(game, user, "accept", now)
    decisions = 0
    while waiting := sorted(awaited(positions.state_of(_fresh(game)))):
        now, decisions, game = now + A_MINUTE, decisions + 1, _fresh(game)
        player, state = waiting[0], positions.state_of(game)
        text = notation.to_text(autopilot.choose(state, player))
        numbers = {
            choice.text: choice.number for choice in number_choices(state, player)
        }
        said = (
            str(numbers[text])
            if decisions % 2 and text in numbers
            else spell_command(text)
        )
        mail = answered(game, people[player])
        by_mail(game, people[player], said, now, answers=mail)
    _is_in_order(_fresh(game), decisions)
    record = tmp_path / "record.jsonl"
    record.write_text("".join(record_lines(_fresh(game))), "utf-8")
    assert verified(record) == 0
    waited = StoredEvent.objects.filter(game=game, type="DiceOffered").exists()
    assert waited is terms.dice_at_own_turn


def _is_in_order(game: Game, decisions: int) -> None:
    assert game.status == "finished"
    assert IncomingMail.objects.count() == decisions + game.seat_count - 1
    made = StoredEvent.objects.filter(game=game).moves()
    assert set(made.values_list("source", flat=True)) == {Source.REPLY}
    verdict = audit.verify("".join(record_lines(game)))
    assert verdict.finding is None, str(verdict.finding)
    assert verdict.is_over


def _fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)
