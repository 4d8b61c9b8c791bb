"""`manage.py serve`: only the pages, with several processes on one port."""

import json
import signal
import subprocess
import sys
import urllib.request
from contextlib import suppress
from urllib.error import URLError

import psutil
import pytest

from tests.config.test_up import refused
from tests.harness.environment import ROOT, environment, free_port
from tests.support.waiting import PATIENCE, wait_for


@pytest.mark.long
def test_killed_process_is_replaced_while_another_serves(tmp_path):
    port = str(free_port())
    command = [sys.executable, "manage.py", "serve", "--port", port]
    own = {"VAR_DIR": str(tmp_path), "WEB_PROCESSES": "2", "LOG_FORMAT": "json"}
    with (tmp_path / "log").open("w") as log:
        serve = subprocess.Popen(command, cwd=ROOT, env=environment(**own), stderr=log)

    def processes() -> set[psutil.Process]:
        children = psutil.Process(serve.pid).children()
        return {child for child in children if serves(child)}

    def serves(process: psutil.Process) -> bool:
        with suppress(psutil.Error):  # it has ended since
            return "config.web" in process.cmdline()
        return False

    def serves_pages() -> bool:
        with suppress(URLError):
            address = f"http://127.0.0.1:{port}/static/games/page.css"
            return urllib.request.urlopen(address, timeout=PATIENCE).status == 200
        return False

    try:
        wait_for(lambda: len(processes()) == 2 and serves_pages())
        victim, witness = processes()
        victim.kill()
        wait_for(lambda: len(processes() - {victim}) == 2)
        assert witness in processes()
        assert serves_pages()
        assert f"Port {port} of 127.0.0.1 is taken" in refused(*command, **own)
    finally:
        serve.send_signal(signal.SIGTERM)
        assert serve.wait(PATIENCE) == 0
    assert not serves_pages()
    (line,) = (tmp_path / "log").read_text().splitlines()
    assert "web was killed" in json.loads(line)["message"]


def test_single_process_serves_the_pages_itself(tmp_path):
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(free_port())],
        cwd=ROOT,
        env=environment(VAR_DIR=str(tmp_path), WEB_PROCESSES="1"),
    ) as serve:
        process = psutil.Process(serve.pid)
        try:
            wait_for(lambda: "config.web" in process.cmdline())
            assert process.children() == []
        finally:
            serve.terminate()


@pytest.mark.parametrize(
    ("processes", "code", "named"),
    [("0", 2, "WEB_PROCESSES"), ("1", 1, "SECRET_KEY is not set")],
)
def test_wrong_setting_stops_the_start(tmp_path, processes, code, named):
    own = {"SITE_URL": "https://stoneage.example", "WEB_PROCESSES": processes}
    outcome = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(free_port())],
        cwd=ROOT,
        env=environment(VAR_DIR=str(tmp_path), **own),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert outcome.returncode == code
    assert named in outcome.stderr
