"""Records checked as auditors do: by the command, in a process of its own."""

import subprocess
import sys
from pathlib import Path


def verified(record: Path, *options: str) -> int:
    """Return what `python -m stoneage_core verify` says."""
    command = [sys.executable, "-m", "stoneage_core", "verify", str(record), *options]
    return subprocess.run(command, capture_output=True, check=False).returncode
