"""The engine's protocol: JSON lines over standard streams, with an answer per request.

Requests are objects with ``do``: hello, position (``state`` as ``replay --json`` prints
it, or ``log`` with the lines of a record), legal, go, evaluate, quit. An answer has the
``id`` of its request. An invalid request is answered with a sentence in ``error``.

``converse`` serves the protocol; ``ExternalProgram`` talks to a program that does.
"""

import json
import shlex
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from stoneage_core import engine
from stoneage_core.commands import Command
from stoneage_core.errors import GameError, Irregular
from stoneage_core.notation import from_text, to_text
from stoneage_core.opponents.choosing import choose
from stoneage_core.opponents.ladder import OPPONENTS, Opponent
from stoneage_core.opponents.searching import evaluate, judge_moves
from stoneage_core.payments import Payments
from stoneage_core.record.codec import decode_state, encode_state
from stoneage_core.record.log import load
from stoneage_core.rules.soundness import is_sound
from stoneage_core.state import GameState, Phase

PLAYOUTS, MOST_PLAYOUTS = 200, 5000

Message = dict[str, Any]


class Conversation:
    """The state of a connection: the last position, and the opponent that plays."""

    def __init__(self, opponent: Opponent) -> None:
        self.is_over = False
        self._opponent = opponent
        self._state: GameState | None = None

    def answer(self, line: bytes) -> Message:
        """Return the answer to one line; it may be an error."""
        answer: Message = {}
        try:
            request = _read_request(line)
            answer = {"id": request["id"]} if "id" in request else {}
            return answer | self._handle(request)
        except (GameError, msgspec.MsgspecError) as error:
            return answer | {"error": str(error)}
        except RecursionError:
            return {"error": "This line is nested too deeply."}

    def _handle(self, request: Message) -> Message:
        match request.get("do"):
            case "hello":
                return self._hello()
            case "position":
                self._state = read_position(request)
                return {"awaited": sorted(n + 1 for n in engine.awaited(self._state))}
            case "legal":
                state, player = self._asked(request)
                return {"legal": legal_texts(state, player)}
            case "go":
                return self._go(request)
            case "evaluate":
                return self._evaluate(request)
            case "quit":
                self.is_over = True
                return {"bye": True}
        known = "hello, position, legal, go, evaluate and quit"
        raise Irregular("“do” has to be one of {known}.", known=known)

    def _hello(self) -> Message:
        mine = self._opponent
        opponents = [
            {"name": other.name, "version": other.version, "digest": other.digest}
            for other in OPPONENTS.values()
        ]
        return {
            "name": mine.name,
            "version": mine.version,
            "digest": mine.digest,
            "opponents": opponents,
            "options": {"playouts": {"default": PLAYOUTS, "max": MOST_PLAYOUTS}},
        }

    def _go(self, request: Message) -> Message:
        state, player = self._asked(request)
        seed = str(request.get("seed", state.game))
        choice = choose(self._opponent, state, player, seed)
        answer = {"best": to_text(choice.command), "why": str(choice.reason)}
        if "playouts" not in request:
            return answer
        judged = judge_moves(state, player, _playouts(request), _seed(request))
        options = [
            {
                "command": to_text(move.command),
                "win": round(move.chance, 4),
                "error": round(move.error, 4),
            }
            for move in judged
        ]
        return answer | {"options": options}

    def _evaluate(self, request: Message) -> Message:
        state = self._played()
        chances = evaluate(state, _playouts(request), _seed(request))
        return {"win": [round(chance, 4) for chance in chances]}

    def _played(self) -> GameState:
        if self._state is None:
            raise Irregular("Send a position first.")
        return self._state

    def _asked(self, request: Message) -> tuple[GameState, int]:
        """Return the position and the requested, or else the first, awaited player."""
        state = self._played()
        waiting = sorted(engine.awaited(state))
        if not waiting:
            raise Irregular("Nobody is awaited: the game is over.")
        number = request.get("player", waiting[0] + 1)
        if not isinstance(number, int) or number - 1 not in waiting:
            shown = ", ".join(str(player + 1) for player in waiting)
            raise Irregular("“player” has to be awaited: {shown}.", shown=shown)
        return state, number - 1


def converse(lines: Iterable[bytes], opponent: Opponent) -> Iterator[str]:
    """Yield the answer to each line, until ``quit``."""
    conversation = Conversation(opponent)
    for line in lines:
        if line.strip():
            yield json.dumps(conversation.answer(line)) + "\n"
        if conversation.is_over:
            return


def _read_request(line: bytes) -> Message:
    try:
        # Unlike json, msgspec rejects lone surrogates and unbounded numbers.
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Irregular("This line is not JSON: {error}.", error=error) from error
    if not isinstance(request, dict):
        raise Irregular("A request has to be a JSON object.")
    if not isinstance(request.get("id"), int | float | str | None):
        raise Irregular("“id” has to be a number or a text.")
    return request


def read_position(request: Message) -> GameState:
    """
    Return the position in a request's ``state`` or ``log``.

    Raise Irregular, or the errors of ``log.load`` and ``codec.decode_state``, if it is
    unreadable, not started or impossible. Later code does not check positions again.
    """
    if "log" in request:
        log = request["log"]
        if not isinstance(log, list) or not all(isinstance(ln, str) for ln in log):
            raise Irregular("“log” has to be a list of lines.")
        state = engine.replay(load("\n".join(log)))
    elif "state" in request:
        state = decode_state(msgspec.json.encode(request["state"]))
    else:
        raise Irregular("A position needs a “state” or a “log”.")
    if state.phase is Phase.INVITATION:
        raise Irregular("This game has not started.")
    if not is_sound(state):
        raise Irregular("This position is impossible.")
    return state


def legal_texts(state: GameState, player: int) -> list[str]:
    texts: list[str] = []
    for choice in engine.legal_commands(state, player):
        several = choice.commands() if isinstance(choice, Payments) else [choice]
        texts += map(to_text, several)
    return texts


def _playouts(request: Message) -> int:
    count = request.get("playouts", PLAYOUTS)
    if not isinstance(count, int) or not 1 <= count <= MOST_PLAYOUTS:
        raise Irregular(
            "“playouts” has to be a number from 1 to {most}.", most=MOST_PLAYOUTS
        )
    return count


def _seed(request: Message) -> int:
    """Return a request's seed as a number; it may be any text."""
    return sum(str(request.get("seed", 0)).encode())


class ExternalProgram:
    """A running program that decides; raise Irregular if it does not start."""

    def __init__(self, command_line: str) -> None:
        self._name = command_line
        try:
            self._process = subprocess.Popen(
                shlex.split(command_line),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        except (OSError, ValueError) as error:
            raise Irregular(
                "{name} cannot be started: {error}", name=command_line, error=error
            ) from error

    def choose(self, state: GameState, player: int) -> Command:
        """Ask for a decision; raise Irregular if the answer has no command."""
        self._ask({"do": "position", "state": json.loads(encode_state(state))})
        legal = legal_texts(state, player)
        answer = self._ask({"do": "go", "player": player + 1, "legal": legal})
        try:
            return from_text(answer["best"])
        except (KeyError, AttributeError, GameError) as error:
            raise Irregular(
                "{name} answered without a command: {answer}",
                name=self._name,
                answer=answer,
            ) from error

    def close(self) -> None:
        """Ask the program to quit, and kill it after five seconds."""
        with suppress(Irregular):
            self._ask({"do": "quit"})
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return its answer; raise Irregular if it is not JSON."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = ""
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
            answer = json.loads(line)
        except (OSError, ValueError) as error:
            raise Irregular(
                "{name} did not answer in JSON: “{line}”", name=self._name, line=line
            ) from error
        if not isinstance(answer, dict):
            raise Irregular(
                "the answer of {name} is not an object: {answer}",
                name=self._name,
                answer=answer,
            )
        return answer
