"""The first request to a new process does not wait for loading."""

import gc
import socket
import sys
from pathlib import Path
from threading import Thread

import pytest
from celery.signals import worker_ready
from django.conf import settings
from django.core.checks import Tags
from django.template import Engine
from django.template.loader import get_template
from django.template.loaders import filesystem
from django.utils.translation import trans_real

from config.celery import spare_collections
from config.garbage_collection import COLLECTED_AFTER
from config.launcher import programs
from config.launcher.service import pipe
from config.web import __main__ as web
from tests.support.waiting import wait_for


def test_templates_and_languages_are_loaded_beforehand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read(*_: object) -> str:
        raise AssertionError("a template is read")

    languages: dict[str, object] = {}
    monkeypatch.setattr(trans_real, "_translations", languages)
    for loader in Engine.get_default().template_loaders:
        loader.reset()
    web.warm_up()
    assert {code for code, _name in settings.LANGUAGES} <= languages.keys()
    monkeypatch.setattr(filesystem.Loader, "get_contents", read)
    folder = Path(Engine.get_default().dirs[0])
    for path in folder.rglob("*.html"):
        get_template(str(path.relative_to(folder)))


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps of a web process, in order."""

    def serve(listener: socket.socket, *_: object, **__: object) -> None:
        listener.close()
        done.append("let in")
        raise SystemExit

    def check(_: object, tags: list[str], **__: object) -> None:
        if Tags.database in tags:
            done.append("compared the tables")

    done: list[str] = []
    monkeypatch.setattr(web.ServiceCommand, "check", check)
    monkeypatch.setattr(web, "warm_up", lambda: done.append("warmed up"))
    monkeypatch.setattr(web, "server_at", serve)
    return done


def start_process(monkeypatch: pytest.MonkeyPatch, *options: str) -> None:
    """Run the start of a web process up to accepting requests."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        inherited = listener.dup().detach()
        monkeypatch.setattr(sys, "argv", ["web", "--fd", str(inherited), *options])
        with pytest.raises(SystemExit):
            web.main()


def test_process_warms_up_before_it_accepts_requests(
    monkeypatch: pytest.MonkeyPatch, done: list[str]
) -> None:
    start_process(monkeypatch)
    assert done == ["warmed up", "compared the tables", "let in"]


def test_process_waits_until_the_pipe_is_closed(
    monkeypatch: pytest.MonkeyPatch, done: list[str]
) -> None:
    """However long the migrations take."""

    def make_tables() -> None:
        try:
            wait_for(lambda: done == ["warmed up"])
            done.append("made the tables")
        finally:
            written.close()

    with pipe() as (read, written):
        tables = Thread(target=make_tables)
        tables.start()
        start_process(monkeypatch, "--after", str(read.fileno()))
        tables.join()
    made = ["warmed up", "made the tables"]
    assert done == [*made, "compared the tables", "let in"]


def test_worker_collects_garbage_as_rarely_as_the_web_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(gc, "collect", lambda: asked.append(("collect",)))
    monkeypatch.setattr(gc, "freeze", lambda: asked.append(("freeze",)))
    monkeypatch.setattr(gc, "set_threshold", lambda *after: asked.append(after))
    spare_collections()
    assert asked == [("collect",), ("freeze",), COLLECTED_AFTER]
    assert spare_collections in [ask() for _key, ask in worker_ready.receivers]


def test_other_applications_are_served_in_the_same_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So a benchmark's floor has the same server."""
    with socket.socket() as listener:
        program = programs.web(listener, "other.application", after=7)
    monkeypatch.setattr(sys, "argv", ["config.web", *program.command[3:]])
    options = web.parse_arguments()
    assert (options.application, options.after) == ("other.application", 7)
