"""Generate a TypeScript client of the API, and let it play a whole game of two."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from urllib.request import urlopen

from tests.harness.page_server import PageServer

SOURCES = Path(__file__).parent / "typescript"
COPIED = ("package.json", "package-lock.json", ".npmrc", "tsconfig.json", "play.ts")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        client, directory = Path(folder, "client"), Path(folder, "site")
        client.mkdir()
        directory.mkdir()
        os.environ.setdefault("TESTS_DIR", folder)
        for name in COPIED:
            shutil.copy(SOURCES / name, client)
        run(client, "npm", "ci", "--no-audit", "--no-fund")
        site = PageServer(directory).start()
        try:
            with urlopen(f"{site.address}/api/v1/openapi.json", timeout=60) as answer:
                (client / "openapi.json").write_bytes(answer.read())
            run(client, "npm", "run", "generate")
            run(client, "npm", "run", "build")
            players = site.set_scene("tests.clients.players.make_players")
            run(client, "node", "play.js", site.address, json.dumps(players))
        finally:
            site.stop()


def run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, check=True, env={**os.environ, "CI": "true"})


if __name__ == "__main__":
    main()
