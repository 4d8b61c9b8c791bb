"""External bots: any program that speaks the engine's protocol (`protocol`)."""

import json
import shlex
import subprocess
from contextlib import suppress
from typing import Any

from stoneage_core.commands import Command
from stoneage_core.errors import GameError, Irregular
from stoneage_core.notation import from_text
from stoneage_core.opponents.protocol import legal_texts
from stoneage_core.serialization.codec import encode_state
from stoneage_core.state import GameState


class Stranger:
    """A program that decides; it is started once, and ends with `close`."""

    def __init__(self, command_line: str) -> None:
        """Start the program; raise Irregular where that fails."""
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
        """Ask for a decision; raise Irregular for an answer that is none."""
        self._ask({"do": "position", "state": json.loads(encode_state(state))})
        legal = legal_texts(state, player)
        told = self._ask({"do": "go", "player": player + 1, "legal": legal})
        try:
            return from_text(told["best"])
        except (KeyError, AttributeError, GameError) as error:
            raise Irregular(
                "{name} answered without a command: {told}", name=self._name, told=told
            ) from error

    def close(self) -> None:
        """Let the program end, by its own will or else by ours."""
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
        """Send one request and return its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = ""
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
            told = json.loads(line)
        except (OSError, ValueError) as error:
            raise Irregular(
                "{name} did not answer in JSON: “{line}”", name=self._name, line=line
            ) from error
        if not isinstance(told, dict):
            raise Irregular(
                "{name} answered with no object: {told}", name=self._name, told=told
            )
        return told
