"""The idle service stays small: few processes, and each loads only what it needs.

`python -m bench.memory` measures the whole; docs/operating.md has its figures.
"""

import json
import socket
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings

from config.launcher import service
from config.launcher.supervisor import Program
from tests.deploy.installation import command_of, read_unit
from tests.harness.environment import ROOT, environment

#: Ends a program: print its modules and its megabytes.
REPORT = """
import json, sys
rollup = open("/proc/self/smaps_rollup").read().split()
megabytes = int(rollup[rollup.index("Pss:") + 1]) // 1024
print(json.dumps({"modules": sorted(sys.modules), "megabytes": megabytes}))
"""
STARTER = """
from config.command_line import run_command
try:
    run_command(["manage.py", "%s", "--port", "70000"])
except SystemExit as refused:
    assert refused.code == 2
"""
WORKER = """
import celery.apps.worker, config.celery_threads
from config.celery import app
app.loader.import_default_modules()
assert "games.tasks.sweep_due" in app.tasks
"""
WEB = """
import config.wsgi
from config.web.__main__ import warm_up
warm_up()
"""
API = """
import config.wsgi, config.urls, ninja
def models(of):
    for each in of.__subclasses__():
        yield each
        yield from models(each)
found = list(models(ninja.Schema))
assert len(found) > 50
print(len([each for each in found if each.__pydantic_complete__]))
"""


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment(DJANGO_SETTINGS_MODULE="config.settings"),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def report(program: str) -> dict[str, Any]:
    if sys.platform != "linux":
        pytest.skip("only Linux tells how much memory processes share")
    found: dict[str, Any] = json.loads(run(program + REPORT))
    return found


class Added:
    """Stands in for the supervisor, and notes which programs it would run."""

    def __init__(self) -> None:
        self.programs: list[Program] = []

    def add(self, program: Program) -> None:
        self.programs.append(program)


def test_up_has_a_web_process_two_workers_and_a_listener_on_demand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With supervisor and broker that makes five processes, and six with replies."""
    monkeypatch.setattr(settings, "WEB_PROCESSES", 1)
    added: Any = Added()
    with socket.socket() as pages, socket.socket() as mails:
        service.start_others(added, pages, mails)
        idle = [each.name for each in added.programs if each.on_demand_at is None]
        assert idle == ["worker", "deadlines"], "beside the first web process"
        assert [each.name for each in added.programs if each.on_demand_at] == ["mails"]


def test_workers_have_threads_and_no_further_processes() -> None:
    for name in ("worker", "deadlines"):
        command = command_of(name)
        assert "--pool" not in command, "the one of the settings"
        assert "--autoscale" not in command
    program = "from config.celery import app; print(app.conf.worker_pool)"
    assert run(program) == "config.celery_threads:ThreadPool\n"
    assert ("--with-beat" in command_of("worker")) is False
    assert "--with-beat" in command_of("deadlines")


def test_unit_files_start_four_programs() -> None:
    wanted = read_unit("stoneage.target")["Unit"]["Wants"].split()
    services = {each for each in wanted if each.endswith(".service")}
    assert len(services) == 4, "pages, two workers, and the listener for replies"


@pytest.mark.parametrize("command", ["up", "serve"])
def test_supervisor_does_not_load_the_application(command: str) -> None:
    found = report(STARTER % command)
    assert {"celery", "django.db.models", "games.models"}.isdisjoint(found["modules"])
    assert found["megabytes"] < 40


def test_worker_starts_without_pages_and_api() -> None:
    found = report(WORKER)
    assert {"config.urls", "config.api", "ninja"}.isdisjoint(found["modules"])
    assert "confusable_homoglyphs.confusables" not in found["modules"]
    assert found["megabytes"] < 110, "it was 78"


@pytest.mark.long
def test_web_process_is_not_much_larger_than_it_was() -> None:
    assert report(WEB)["megabytes"] < 170, "it was 131"


@pytest.mark.long
def test_models_of_the_api_are_built_when_they_are_used() -> None:
    assert int(run(API)) < 10
