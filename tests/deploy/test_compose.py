"""Compose file, image, dashboard and alerts refer to things that exist."""

import json
import re

from config.celery_settings import task_queues
from config.monitoring.metrics import AGES
from tests.deploy.containers import commands_of
from tests.deploy.engine import IMAGES
from tests.deploy.installation import DEPLOY, command_of

COMPOSE = (DEPLOY / "compose.yaml").read_text()


def test_containers_run_the_commands_of_the_units() -> None:
    """Except for where they listen; `.ci/containers` tests the file with Compose."""
    for name in ("worker", "deadlines"):
        block = re.search(rf"\n  {name}:\n(.*?)\n\n", COMPOSE + "\n\n", re.DOTALL)[1]
        said = re.search(r"command: \[(.*)\]", block)[1].replace('"', "").split(", ")
        unit = [part.rpartition("/")[2] for part in command_of(name)]
        assert said == unit, name


def test_logs_of_containers_are_limited() -> None:
    services = COMPOSE.partition("\nservices:\n")[2].partition("\nvolumes:")[0]
    blocks = re.split(r"\n  (?=\w+:\n)", services)
    limited = ["logging: *logging" in each or "<<: *service" in each for each in blocks]
    assert len(limited) > 5
    assert all(limited), blocks
    shared = re.search(r"x-service: &service\n(.*?)\n\n", COMPOSE, re.DOTALL)[1]
    assert "logging: *logging" in shared
    assert "max-size" in COMPOSE


def test_celery_prints_no_banner() -> None:
    for name in ("worker", "deadlines"):
        assert "--quiet" in command_of(name), name


def test_image_contains_only_what_it_needs() -> None:
    kept = re.findall(r"^!(\S+)", (DEPLOY.parent / ".dockerignore").read_text(), re.M)
    assert all((DEPLOY.parent / name).exists() for name in kept)
    assert {"tests", "var", ".git", ".venv", "docs"}.isdisjoint(kept)
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    assert "--require-hashes" in dockerfile
    assert "\nUSER stoneage\n" in dockerfile
    # The environment that `manage.py` keeps up to date would need a writable folder.
    assert "/srv/stoneage/.venv" not in dockerfile
    assert "ENV PATH=/opt/stoneage/bin:" in dockerfile


def test_image_can_back_up_the_database() -> None:
    """Debian's client programs refuse a newer server."""
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    assert "postgresql-client" in dockerfile.rpartition("\nFROM ")[2]
    debian = re.findall(r"^FROM python:\S+-(\w+)", dockerfile, re.MULTILINE)[-1]
    (server,) = re.findall(r"image: postgres:(\d+)", COMPOSE)
    assert int(server) <= {"trixie": 17}[debian]


def test_database_is_ready_once_it_answers_over_tcp() -> None:
    """While it is created it answers only on its socket."""
    assert "pg_isready, --host, 127.0.0.1," in COMPOSE


def test_trial_has_all_images_and_commands() -> None:
    named = set(re.findall(r"^ +image: (\S+:\S+)", COMPOSE, re.MULTILINE))
    named |= set(re.findall(r"^FROM (\S+)", (DEPLOY / "Dockerfile").read_text(), re.M))
    assert named == set(IMAGES.values())
    told = {
        "Docker with Compose": ["up", "exec"],
        "**Upgrading.**": ["tag", "build", "stop", "up"],
        "**Going back**": ["stop", "run", "tag", "up"],
        "**A backup**": ["exec", "cp"],
        "To **restore** it": ["stop", "exec", "exec", "run", "up"],
    }
    for words, wanted in told.items():
        called = [
            next(w for w in each if w != "compose") for each in commands_of(words)
        ]
        assert called == wanted, words


def test_dashboard_and_alerts_use_existing_metrics() -> None:
    source = (DEPLOY.parent / "config/monitoring/metrics.py").read_text()
    known = {f"stoneage_{name}" for name in re.findall(r'gauges?\(\s*"(\w+)"', source)}
    known |= {f"stoneage_{name}" for name in AGES} | {"stoneage_events_total"}
    known |= {f"stoneage_http_request_seconds_{part}" for part in ("count", "bucket")}
    dashboard = json.loads((DEPLOY / "grafana/dashboard.json").read_text())
    asked = [
        target["expr"] for each in dashboard["panels"] for target in each["targets"]
    ]
    asked.append((DEPLOY / "prometheus/alerts.yml").read_text())
    named = set(re.findall(r"stoneage_\w+", " ".join(asked)))
    assert named <= known, named - known
    assert len(named) > 10
    assert {queue.name for queue in task_queues} == {"celery", "deadlines"}
