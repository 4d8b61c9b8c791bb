"""config/launcher/supervisor.py: programs are kept running."""

import itertools
import os
import signal
import socket
import sys

import pytest

from config.launcher import supervisor as supervisor_module
from config.launcher.supervisor import (
    LONGEST_PAUSE,
    CannotStart,
    Program,
    StopRequested,
    Supervisor,
)
from tests.support.waiting import PATIENCE, wait_for

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture
def make(tmp_path):
    programs = []

    def make_program(command, **options):
        program = Program(
            name="sample", command=command, environment={}, folder=tmp_path, **options
        )
        programs.append(program)
        return program

    yield make_program
    for program in programs:
        program.stop(lambda: True)


def has_ended(pid: int) -> bool:
    """Return whether the process has ended, reaped or not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_killed_program_is_restarted(make):
    program = make(SLEEP)
    program.start()
    said = []
    os.kill(program.process.pid, signal.SIGKILL)
    wait_for(lambda: not program.is_running())
    wait_for(lambda: program.tend(said.append) or program.is_running())
    assert said == ["sample was killed (signal 9) and will restart in 0.5 s"]


def test_pause_grows_up_to_a_limit(make):
    program = make([sys.executable, "-c", "raise SystemExit(3)"])
    pauses = []
    for _ in range(9):
        program.start()
        program.process.wait()
        assert program.note_end() == "ended (code 3)"
        pauses.append(program.pause)
    assert pauses[:4] == [0.5, 1, 2, 4]
    assert pauses[-1] == LONGEST_PAUSE


def test_program_that_ignores_the_signal_is_killed(make, tmp_path):
    stubborn = (
        "import signal, time; signal.signal(15, signal.SIG_IGN);"
        "open('deaf', 'w').close(); time.sleep(60)"
    )
    program = make([sys.executable, "-c", stubborn], grace=0.2)
    program.start()
    pid = program.process.pid
    wait_for((tmp_path / "deaf").exists)
    program.stop(lambda: False)
    assert has_ended(pid)


def test_children_of_a_program_are_killed_with_it(make, tmp_path):
    parent = (
        "import subprocess, sys, time;"
        f"c = subprocess.Popen({SLEEP!r});"
        "open('pid', 'w').write(str(c.pid)); time.sleep(60)"
    )
    program = make([sys.executable, "-c", parent])
    program.start()
    wait_for(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
    grandchild = int((tmp_path / "pid").read_text())
    program.stop(lambda: False)
    wait_for(lambda: has_ended(grandchild))


def test_program_that_keeps_ending_is_given_up(make):
    supervisor = Supervisor(say=lambda sentence: None)
    supervisor.add(make([sys.executable, "-c", "raise SystemExit(1)"]))
    with pytest.raises(CannotStart, match="The sample keeps ending"):
        supervisor.wait_until(lambda: False, seconds=PATIENCE)


def test_step_that_never_ends_is_given_up():
    supervisor = Supervisor(say=print)
    with pytest.raises(CannotStart, match=r"Gave up loading the pages after 0.1 sec"):
        supervisor.wait_until(lambda: False, "loading the pages", seconds=0.1)


def test_long_step_is_reported_every_ten_seconds(monkeypatch):
    said: list[str] = []
    supervisor = Supervisor(say=said.append)
    clock = itertools.count(1000)  # one second for each check
    monkeypatch.setattr(supervisor_module.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(supervisor_module.time, "sleep", lambda _: None)
    looks = itertools.count()
    supervisor.wait_until(lambda: next(looks) == 95, "loading the pages")
    assert len(said) == 9
    assert said[0] == "still loading the pages (11 s so far)"
    assert said[-1] == "still loading the pages (91 s so far)"


def test_signal_ends_the_wait():
    supervisor = Supervisor(say=print)
    supervisor.note_signal(signal.SIGTERM, None)
    with pytest.raises(StopRequested):
        supervisor.wait_until(lambda: False, seconds=PATIENCE)
    assert not supervisor.is_urgent()
    supervisor.note_signal(signal.SIGTERM, None)
    assert supervisor.is_urgent()


def test_program_on_demand_runs_while_a_client_waits_and_may_end(make, tmp_path):
    answer = (
        "import socket, sys; open('begun', 'a').write('x');"
        "socket.socket(fileno=int(sys.argv[1])).accept()"
    )
    said: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        number = listener.fileno()
        program = make(
            [sys.executable, "-c", answer, str(number)],
            inherited=[number],
            on_demand_at=listener,
        )
        supervisor = Supervisor(say=said.append)
        supervisor.add(program)
        supervisor.tend()
        assert not program.is_running()
        for times in (1, 2):
            with socket.create_connection(listener.getsockname()) as client:
                supervisor.tend()
                assert client.recv(1) == b"", "it has accepted, and ended"
            wait_for(lambda: not program.is_running())
            supervisor.tend()
            assert (tmp_path / "begun").read_text() == "x" * times
    assert said == []


def test_program_that_runs_once_is_not_started_again(make, tmp_path):
    program = make([sys.executable, "-c", "open('done', 'a').write('x')"], once=True)
    program.start()
    said = []
    for _ in range(2):
        wait_for(lambda: not program.is_running())
        program.tend(said.append)
        program.tend(said.append)
    assert (tmp_path / "done").read_text() == "x"
    assert program.exit_code == 0
    assert said == []
