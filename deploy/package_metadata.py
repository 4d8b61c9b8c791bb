"""The package's description and addresses, which the build makes from README.md.

README's links lead to files beside it. On the page of a package index there are none,
so they become addresses in the repository. Without an address, links become plain words
and pictures are left out.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

#: A link or a picture whose target is a file of ours.
LINK = re.compile(r"(?P<mark>!?)\[(?P<words>[^\]]*)\]\((?!\w+:|#)(?P<file>[^)]+)\)")


class PackageMetadata(MetadataHookInterface):
    """Fills in what `dynamic` names in pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        repository = self.config["repository"].rstrip("/")
        text = Path(self.root, "README.md").read_text("utf-8")
        text = describe(text, repository, f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = addresses(repository) if repository else {}


def describe(readme: str, repository: str, tag: str) -> str:
    """Return the text for a page on which relative links lead nowhere."""

    def replaced(link: re.Match[str]) -> str:
        mark, words, file = link["mark"], link["words"], link["file"]
        if repository:
            view = "raw" if mark else "blob"
            return f"{mark}[{words}]({repository}/{view}/{tag}/{file})"
        return "" if mark else words

    return re.sub(r"\n{3,}", "\n\n", LINK.sub(replaced, readme))


def addresses(repository: str) -> dict[str, str]:
    """Return the addresses that a package index shows beside the description."""
    return {
        "Repository": repository,
        "Documentation": f"{repository}/tree/main/docs",
        "Changes": f"{repository}/blob/main/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
