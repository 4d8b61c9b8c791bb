"""Play games through the services, and keep their records, with seeds and hashes.

    python -m pytest tests/golden/records/make.py

A record that is handed out today has to be found in order by every later version, so a
file that is there is left alone (one is made anew only where its file was removed); to
add one, add a test here that keeps it.
"""

from datetime import datetime
from pathlib import Path

from games.history.export import record_lines
from games.history.what_if import create_what_if
from games.lobby.new_games import create_game
from games.models import Game, User
from games.presentation.timeline import load_timeline
from games.seats.invitations import accept_seat
from stoneage_core.opponents.ladder import OPPONENTS
from tests.core import beaconed
from tests.core.audit.record_forger import record
from tests.core.transparency.site_log import SiteLog
from tests.games.history.test_record import (  # noqa: F401
    play_by_answering,
    play_through_everything,
    sealed_game,
)
from tests.support.play import play_on, play_to_the_end

FOLDER = Path(__file__).parent


def keep(name: str, game: Game) -> None:
    """Write a record down, unless it is there."""
    path = FOLDER / f"{name}.jsonl"
    if not path.exists():
        path.write_text("".join(record_lines(Game.objects.get(pk=game.pk))), "utf-8")


def test_logged() -> None:
    """The running game in the log of its site, as a witness saw it grow by an entry."""
    log, texts = SiteLog(), [record(name) for name in ("finished", "running")]
    finished, running = (len(text.splitlines()) for text in texts)
    for text, upto in ((texts[0], 100), (texts[1], 100), (texts[0], finished)):
        log.adds(text, upto)
    told = {"checkpoint": str(log.cosigned(1795181400))}
    log.adds(texts[1], running)
    checkpoint = log.cosigned(1795185000)
    told |= {"jsonl": log.record(texts[1], checkpoint)}
    told |= {"consistency": log.consistency(3)}
    for ending, text in told.items():
        if not (path := FOLDER / f"logged.{ending}").exists():
            path.write_text(text, "utf-8")


def test_finished(alice: User, bob: User, now: datetime) -> None:
    """Two play to the end."""
    players = [str(alice.email), str(bob.email)]
    game = create_game(host=alice, players=players, now=now)
    seat = game.seats.select_related("game").get(number=1)
    game = accept_seat(seat=seat, now=now)
    keep("finished", play_to_the_end(game, now=now))


def test_eventful_record(sealed_game: Game, now: datetime, outsider: User) -> None:  # noqa: F811
    """Three play to the end, and all that can happen around the play happens once."""
    keep("eventful", play_through_everything(sealed_game, now, outsider))


def test_running(sealed_game: Game, now: datetime) -> None:  # noqa: F811
    """Three play, and are not done."""
    keep("running", play_on(sealed_game, now=now, decisions=60))


def test_answered(sealed_game: Game, now: datetime) -> None:  # noqa: F811
    """Three play by answering mails, and are not done."""
    keep("answered", play_by_answering(sealed_game, now))


def test_beacon() -> None:
    """Two play with a public beacon, and agree to end it."""
    path = FOLDER / "beacon.jsonl"
    if not path.exists():
        path.write_text(beaconed.whole_game().text, "utf-8")


def test_what_if(sealed_game: Game, now: datetime) -> None:  # noqa: F811
    """One plays on to the end against an opponent, from the middle of another game."""
    over = play_to_the_end(sealed_game, now=now)
    middle = load_timeline(over).decisions[60].last
    host = over.host
    assert host is not None
    seat = create_what_if(
        source=over,
        sequence=middle,
        number=0,
        opponent=OPPONENTS["Pebble"],
        player=host,
        now=now,
    )
    keep("what_if", play_to_the_end(Game.objects.get(pk=seat.game_id), now=now))
