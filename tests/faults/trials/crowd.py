"""Thirty-two clients at one game at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from uuid import UUID, uuid4

from bench import load, matches
from bench.accept import fields
from games.links.purposes import PLAY_LINK
from games.models import Game
from games.now import database_now
from tests.faults.players import answer_to, quiet_game
from tests.faults.scene import FaultScene

CLIENTS = 32


def send_together(scene: FaultScene, number: int) -> None:
    """
    Send a form from all clients at once; one move must be accepted.

    Every other time they send the same form, which all may then think accepted.
    """
    is_same = bool(number % 2)
    if not scene.players.games:
        scene.players.games.append(quiet_game().pk)
    seat = matches.awaited_seat(Game.objects.get(pk=scene.players.games[0]))
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
    expected = CLIENTS if is_same else 1
    if accepted != expected:
        scene.wrong.append(f"**{accepted} accepted instead of {expected}**")
