"""The pages of a site alone, by one process: it is there at once, and costs little.

No worker, no broker: tests that need those start a whole `Service`.
"""

import json
import socket
import sys
from pathlib import Path
from typing import Any, Self
from urllib.request import Request, urlopen

from config.launcher.supervisor import Program
from config.secret_key import create_keys
from tests.harness.environment import environment
from tests.harness.migrated import NAME, copy_migrated_database
from tests.harness.site import Site
from tests.support.waiting import PATIENCE

#: Where the process of the pages sets scenes, beside the addresses of the site.
SCENES = "/scenes/"


class PageServer(Site):
    """The pages, served at a name of this machine."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self._port = 0
        self._program: Program | None = None

    def start(self) -> Self:
        """Listen, and return: who asks meanwhile waits until the pages are loaded."""
        create_keys(self.directory)
        if not (self.directory / NAME).exists():  # it may be started again
            copy_migrated_database(self.directory)
        with socket.create_server(("127.0.0.1", self._port)) as listener:
            self._port = listener.getsockname()[1]
            self.address = f"http://localhost:{self._port}"
            number = listener.fileno()
            web = [sys.executable, "-m", "config.web", "--fd", str(number)]
            self._program = Program(
                "pages",
                [*web, "tests.e2e.scenes.application"],
                environment=environment(
                    VAR_DIR=str(self.directory),
                    SITE_URL=self.address,
                    BROKER_URL="memory://localhost/",
                ),
                inherited=[number],
                log=self.log_file,
            )
            self._program.start()
        return self

    def stop(self) -> None:
        """Kill it: nobody waits for an answer any more."""
        if self._program is not None:
            self._program.stop(lambda: True)

    def set_scene(self, function: str, *arguments: object) -> Any:
        """Call a function by its dotted name where the pages are; return its result."""
        asked = json.dumps({"function": function, "arguments": arguments})
        request = Request(self.address + SCENES, asked.encode())
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def bring_mails(self) -> None:
        """Do at once what workers would do."""
        self.set_scene("tests.e2e.scenes.bring_mails")
