"""config/up/child.py and supervisor.py: programs kept running."""

import os
import signal
import sys

import pytest

from config.up.child import LONGEST_PAUSE, Child
from config.up.errors import CannotStart
from config.up.supervisor import AskedToStop, Supervisor
from tests.waiting import PATIENCE, wait_for

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture
def make(tmp_path):
    children = []

    def make_child(command, **options):
        child = Child(
            name="sample", command=command, environment={}, folder=tmp_path, **options
        )
        children.append(child)
        return child

    yield make_child
    for child in children:
        child.stop(lambda: True)


def has_ended(pid: int) -> bool:
    """Has the process ended, be it reaped or not?"""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_killed_program_is_started_again(make):
    child = make(SLEEP)
    child.start()
    said = []
    os.kill(child.process.pid, signal.SIGKILL)
    wait_for(lambda: not child.is_running())
    wait_for(lambda: child.tend(said.append) or child.is_running())
    assert said == ["sample was killed (signal 9); again in 0.5 s"]


def test_the_pause_grows_up_to_a_limit(make):
    child = make([sys.executable, "-c", "raise SystemExit(3)"])
    pauses = []
    for _ in range(9):
        child.start()
        child.process.wait()
        assert child.take_note_of_end() == "ended (code 3)"
        pauses.append(child.pause)
    assert pauses[:4] == [0.5, 1, 2, 4]
    assert pauses[-1] == LONGEST_PAUSE


def test_a_program_that_will_not_stop_is_made_to(make, tmp_path):
    stubborn = (
        "import signal, time; signal.signal(15, signal.SIG_IGN);"
        "open('deaf', 'w').close(); time.sleep(60)"
    )
    child = make([sys.executable, "-c", stubborn], grace=0.2)
    child.start()
    pid = child.process.pid
    wait_for((tmp_path / "deaf").exists)
    child.stop(lambda: False)
    assert has_ended(pid)


def test_its_own_children_end_with_it(make, tmp_path):
    parent = (
        "import subprocess, sys, time;"
        f"c = subprocess.Popen({SLEEP!r});"
        "open('pid', 'w').write(str(c.pid)); time.sleep(60)"
    )
    child = make([sys.executable, "-c", parent])
    child.start()
    wait_for(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
    grandchild = int((tmp_path / "pid").read_text())
    child.stop(lambda: False)
    wait_for(lambda: has_ended(grandchild))


def test_a_program_that_never_starts_is_given_up(make):
    supervisor = Supervisor(say=lambda sentence: None)
    supervisor.add(make([sys.executable, "-c", "raise SystemExit(1)"]))
    with pytest.raises(CannotStart, match="The sample does not start"):
        supervisor.wait_until(lambda: False, seconds=PATIENCE)


def test_an_answer_that_never_comes_is_given_up():
    supervisor = Supervisor(say=print)
    with pytest.raises(CannotStart, match="Nothing answered"):
        supervisor.wait_until(lambda: False, seconds=0.1)


def test_a_signal_ends_the_waiting():
    supervisor = Supervisor(say=print)
    supervisor.note_signal(signal.SIGTERM, None)
    with pytest.raises(AskedToStop):
        supervisor.wait_until(lambda: False, seconds=PATIENCE)
    assert not supervisor.is_impatient()
    supervisor.note_signal(signal.SIGTERM, None)
    assert supervisor.is_impatient()
