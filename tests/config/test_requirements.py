"""The pinned versions: complete, hash-checked, and independent of an index."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = ["run", "dev", "bench", "uv", "audit"]


def pins(name: str) -> dict[str, str]:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("name", FILES)
def test_every_package_has_a_hash(name):
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    entries = re.split(r"\n(?=\w)", text.partition("\n\n")[2] or text)
    for entry in entries:
        if not entry.startswith("#"):
            assert "--hash=sha256:" in entry, entry


@pytest.mark.parametrize("name", FILES)
def test_no_package_index_is_named(name):
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert "://" not in text
    assert "index-url" not in text


def test_larger_sets_include_the_smaller_with_equal_versions():
    assert pins("run").items() <= pins("bench").items() <= pins("dev").items()


def test_audit_checks_every_file():
    audit = (ROOT / ".ci/audit").read_text()
    asked = re.search(r"for pinned in ([\w ]+);", audit)
    assert asked is not None
    # The benchmarks' packages are in the larger set, too.
    assert set(asked[1].split()) == set(FILES) - {"bench"}
    assert 'pip-audit" --strict ' in audit
    assert "run: .ci/audit" in (ROOT / ".github/workflows/audit.yml").read_text()
