"""The engine's protocol: JSON lines over standard streams, with an answer per request.

Requests are objects with ``do``: hello, position (``state`` as ``replay --json`` prints
it, or ``log`` with the lines of a record), legal, play, chance, undo, go, evaluate,
quit. An answer has the ``id`` of its request. An invalid request is answered with a
sentence in ``error``. Such an answer also has the ``version`` of the position that is
in force: the one before the request, and null after an invalid ``position``.

``converse`` serves the protocol; ``ExternalProgram`` talks to a program that does.
"""

import json
import shlex
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from stoneage_core import engine
from stoneage_core.advice import reason_for
from stoneage_core.chance import RandomChance
from stoneage_core.commands import Command
from stoneage_core.errors import GameError, Irregular
from stoneage_core.notation import from_text, to_text
from stoneage_core.opponents.choosing import choose
from stoneage_core.opponents.ladder import OPPONENTS, Opponent
from stoneage_core.opponents.outcomes import outcomes_of, play_given
from stoneage_core.opponents.searching import evaluate, judge_moves
from stoneage_core.payments import Payments
from stoneage_core.record.codec import decode_state, encode_state
from stoneage_core.record.log import load
from stoneage_core.rules.soundness import is_sound
from stoneage_core.state import GameState, Phase

PLAYOUTS, MOST_PLAYOUTS = 200, 5000
#: How many outcomes ``chance`` lists, and at most.
OUTCOMES, MOST_OUTCOMES = 1000, 5000

Message = dict[str, Any]


class Conversation:
    """
    The state of a connection: the opponent that plays, and the positions since the last
    ``position``, one for each command that was played.
    """

    def __init__(self, opponent: Opponent) -> None:
        self.is_over = False
        self._opponent = opponent
        self._states: list[GameState] = []
        self._chance = RandomChance()

    def answer(self, line: bytes) -> Message:
        """Return the answer to one line; it may be an error."""
        answer: Message = {}
        try:
            request = _read_request(line)
            answer = {"id": request["id"]} if "id" in request else {}
            return answer | self._handle(request)
        except (GameError, msgspec.MsgspecError) as error:
            said = str(error)
        except RecursionError:
            said = "This line is nested too deeply."
        version = self._states[-1].version if self._states else None
        return answer | {"error": said, "version": version}

    def _handle(self, request: Message) -> Message:
        handlers: dict[str, Callable[[Message], Message]] = {
            "hello": self._hello,
            "position": self._position,
            "legal": self._legal,
            "play": self._play,
            "chance": self._outcomes,
            "undo": self._undo,
            "go": self._go,
            "evaluate": self._evaluate,
            "quit": self._quit,
        }
        asked = request.get("do")
        if not isinstance(asked, str) or asked not in handlers:
            known = ", ".join(handlers)
            raise Irregular("“do” has to be one of {known}.", known=known)
        return handlers[asked](request)

    def _hello(self, _request: Message) -> Message:
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

    def _position(self, request: Message) -> Message:
        self._states = []  # an invalid one must not leave the one before it
        self._states = [read_position(request)]
        return self._shown(request)

    def _legal(self, request: Message) -> Message:
        state, player = self._asked(request)
        return {"legal": legal_texts(state, player)}

    def _undo(self, request: Message) -> Message:
        if len(self._states) < 2:
            raise Irregular("There is nothing to undo.")
        self._states.pop()
        return self._shown(request)

    def _quit(self, _request: Message) -> Message:
        self.is_over = True
        return {"bye": True}

    def _shown(self, request: Message) -> Message:
        """Return who is awaited and the version; the whole state if that is wanted."""
        state = self._played()
        shown: Message = {
            "awaited": sorted(player + 1 for player in engine.awaited(state)),
            "version": state.version,
        }
        if request.get("show") == "state":
            shown["state"] = json.loads(encode_state(state))
        return shown

    def _play(self, request: Message) -> Message:
        """Play a command with the given dice and draws; draw those that are missing."""
        state, player = self._asked(request)
        decision, drawn = play_given(
            state,
            player,
            _command(request),
            self._chance_for(request),
            dice=_numbers(request, "dice"),
            draws=_numbers(request, "draws"),
        )
        self._states.append(decision.state)
        return {"dice": drawn.dice, "draws": drawn.draws} | self._shown(request)

    def _outcomes(self, request: Message) -> Message:
        state, player = self._asked(request)
        most = _count(request, "most", OUTCOMES, MOST_OUTCOMES)
        chance = self._chance_for(request)
        found = outcomes_of(state, player, _command(request), most, chance)
        return {
            "outcomes": msgspec.to_builtins(found.outcomes),
            "complete": found.is_complete,
        }

    def _chance_for(self, request: Message) -> RandomChance:
        """Return the chance of a request with a seed, or else the common one."""
        return RandomChance(_seed(request)) if "seed" in request else self._chance

    def _go(self, request: Message) -> Message:
        state, player = self._asked(request)
        seed = str(request.get("seed", state.game))
        if "playouts" not in request:
            choice = choose(self._opponent, state, player, seed)
            return {"best": to_text(choice.command), "why": str(choice.reason)}
        judged = judge_moves(state, player, _playouts(request), _seed(request))
        best = judged[0].command
        answer = {"best": to_text(best), "why": str(reason_for(state, player, best))}
        options = [
            {
                "command": to_text(move.command),
                "win": round(move.chance, 4),
                "error": round(move.error, 4),
                "equal": move.is_best,
            }
            for move in judged
        ]
        return answer | {"options": options}

    def _evaluate(self, request: Message) -> Message:
        state = self._played()
        chances = evaluate(state, _playouts(request), _seed(request))
        return {"win": [round(chance, 4) for chance in chances]}

    def _played(self) -> GameState:
        if not self._states:
            raise Irregular("Send a position first.")
        return self._states[-1]

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
    return _count(request, "playouts", PLAYOUTS, MOST_PLAYOUTS)


def _count(request: Message, name: str, default: int, most: int) -> int:
    count = request.get(name, default)
    if not isinstance(count, int) or not 1 <= count <= most:
        raise Irregular(
            "“{name}” has to be a number from 1 to {most}.", name=name, most=most
        )
    return count


def _command(request: Message) -> Command:
    text = request.get("command")
    if not isinstance(text, str):
        raise Irregular("“command” has to be a command in the notation.")
    return from_text(text)


def _numbers(request: Message, name: str) -> list[int]:
    numbers = request.get(name, [])
    allowed = range(1, 7) if name == "dice" else range(1, 100)
    if not isinstance(numbers, list) or any(
        type(number) is not int or number not in allowed for number in numbers
    ):
        raise Irregular(
            "“{name}” has to be a list of numbers from 1 to {most}.",
            name=name,
            most=allowed[-1],
        )
    return numbers


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
