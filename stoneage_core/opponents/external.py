"""External programs that play by the engine's protocol (``protocol``)."""

import json
import shlex
import subprocess
from contextlib import suppress
from typing import Any

from stoneage_core.commands import Command
from stoneage_core.errors import GameError, Irregular
from stoneage_core.notation import from_text
from stoneage_core.opponents.protocol import legal_texts
from stoneage_core.record.codec import encode_state
from stoneage_core.state import GameState


class ExternalProgram:
    """
    A running program that decides moves; ``close`` ends it.

    Raise Irregular if it cannot be started.
    """

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
