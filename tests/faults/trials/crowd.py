"""Thirty-two clients at one game at the same moment."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from uuid import UUID, uuid4

from bench import load, matches
from bench.accept import fields
from games.links.purposes import PLAY_LINK
from games.models import Game
from games.now import database_now
from tests.faults.outcome import FaultOutcome
from tests.faults.players import Players, answer_to
from tests.faults.scene import FaultScene, playing
from tests.harness.servers import Servers

CLIENTS = 32


def crowd_games(servers: Servers, rounds: int) -> FaultOutcome:
    """Let 32 clients send the same form, and then different forms for one position."""
    with playing(servers, threads=0) as scene:
        game = quiet_table(scene.players)
        accepted = Counter[str]()
        with scene.players:
            for number in range(rounds):
                is_same = bool(number % 2)
                count = send_together(scene, game, is_same=is_same)
                accepted[str(count)] += 1
                expected = CLIENTS if is_same else 1
                if count != expected:
                    scene.wrong.append(f"**{count} accepted instead of {expected}**")
        outcome = scene.outcome(f"{CLIENTS} clients play one game at once", rounds)
        return outcome


def quiet_table(players: Players) -> Game:
    """Return a game for them, which is also audited afterwards."""
    from tests.faults.players import quiet_game

    game = quiet_game()
    players.games.append(game.pk)
    return game


def send_together(scene: FaultScene, game: Game, *, is_same: bool) -> int:
    """Let all clients send a form at once; return how many are accepted."""
    seat = matches.awaited_seat(Game.objects.get(pk=game.pk))
    assert seat is not None
    form, port = fields(seat), scene.service.port
    path = f"/play/{PLAY_LINK.token(seat, now=database_now())}/"
    forms = [
        form if is_same else form | {"request_id": str(uuid4())} for _ in range(CLIENTS)
    ]
    account = scene.players.account
    account.sent |= {UUID(each["request_id"]) for each in forms}
    requests = [load.form(path, each, port) for each in forms]
    with ThreadPoolExecutor(CLIENTS) as pool:
        answers = list(pool.map(lambda each: answer_to(each, port), requests))
    accepted = 0
    for each, (status, took) in zip(forms, answers, strict=True):
        account.note(status, took)
        if status == HTTPStatus.SEE_OTHER:
            account.accepted.add(UUID(each["request_id"]))
            accepted += 1
    return accepted
