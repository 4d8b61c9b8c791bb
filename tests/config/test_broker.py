"""config/launcher/broker.py: the broker that `up` starts."""

import stat

import pytest

from config.launcher import broker as module
from config.launcher.broker import OwnBroker, server_program
from config.launcher.supervisor import CannotStart
from tests.harness.servers import broker, running


def test_running_broker_answers(tmp_path):
    own = OwnBroker(tmp_path)
    assert not own.answers()
    with running(own):
        assert own.answers()


def test_other_users_cannot_connect(tmp_path):
    with broker(tmp_path) as own:
        assert stat.S_IMODE(own.socket_directory.stat().st_mode) == 0o700
        assert stat.S_IMODE(own.socket.stat().st_mode) == 0o700
        assert own.url == f"redis+socket://{own.socket}?virtual_host=0"


def test_socket_path_is_short_enough_for_any_directory(tmp_path):
    directory = tmp_path / ("long" * 30)
    directory.mkdir()
    own = OwnBroker(directory)
    assert len(str(own.socket)) < 108
    own.clean_up()
    assert not own.socket_directory.exists()


def test_installed_server_is_used_without_the_package(monkeypatch):
    monkeypatch.setattr(module.os, "access", lambda path, mode: False)
    monkeypatch.setattr(
        module.shutil, "which", {"redis-server": "/usr/bin/redis-server"}.get
    )
    assert server_program() == "/usr/bin/redis-server"


def test_missing_server_is_reported_with_a_remedy(monkeypatch):
    monkeypatch.setattr(module.os, "access", lambda path, mode: False)
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    with pytest.raises(CannotStart, match=r"apt install redis-server.*BROKER_URL"):
        server_program()
