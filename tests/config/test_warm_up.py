"""Who comes first to a process that has just been started waits for nothing."""

import gc
import socket
import sys
from pathlib import Path

import pytest
from celery.signals import worker_process_init
from django.conf import settings
from django.template import Engine
from django.template.loader import get_template
from django.template.loaders import filesystem
from django.utils.translation import trans_real

from config.celery import spare_collections
from config.garbage_collection import COLLECTED_AFTER
from config.web import __main__ as web
from config.web.warm_up import warm_up


def test_templates_and_languages_are_read_beforehand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read(*_: object) -> str:
        raise AssertionError("a template is read")

    languages: dict[str, object] = {}
    monkeypatch.setattr(trans_real, "_translations", languages)
    for loader in Engine.get_default().template_loaders:
        loader.reset()
    warm_up()
    assert {code for code, _name in settings.LANGUAGES} <= languages.keys()
    monkeypatch.setattr(filesystem.Loader, "get_contents", read)
    folder = Path(Engine.get_default().dirs[0])
    for path in folder.rglob("*.html"):
        get_template(str(path.relative_to(folder)))


def test_a_process_takes_nobody_in_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def serve(listener: socket.socket, *_: object, **__: object) -> None:
        listener.close()
        done.append("let in")
        raise SystemExit

    done: list[str] = []
    monkeypatch.setattr(web, "warm_up", lambda: done.append("warmed up"))
    monkeypatch.setattr(web, "server_at", serve)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        inherited = listener.dup().detach()
        monkeypatch.setattr(sys, "argv", ["web", "--fd", str(inherited)])
        with pytest.raises(SystemExit):
            web.main()
    assert done == ["warmed up", "let in"]


def test_a_process_of_a_worker_looks_for_garbage_as_rarely_as_one_of_the_web(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(gc, "collect", lambda: asked.append(("collect",)))
    monkeypatch.setattr(gc, "freeze", lambda: asked.append(("freeze",)))
    monkeypatch.setattr(gc, "set_threshold", lambda *after: asked.append(after))
    spare_collections()
    assert asked == [("collect",), ("freeze",), COLLECTED_AFTER]
    assert spare_collections in [ask() for _key, ask in worker_process_init.receivers]
