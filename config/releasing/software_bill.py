"""The software bill of materials (SBOM) of a release, in CycloneDX 1.6.

Made from the hash-checked requirements alone, so equal releases have equal bills. It
names packages by package URL (purl) and no place to download them from.
"""

import re
from collections.abc import Iterator
from typing import Any

#: A pinned package, the condition it is needed under, and its hashes.
PIN = re.compile(
    r"^(?P<name>[\w.-]+)(?:\[[^]]*\])?==(?P<version>[^\s;]+)"
    r"(?: ; (?P<marker>[^\\\n]+?))?"
    r"(?P<hashes>(?: \\\n +--hash=sha256:[0-9a-f]{64})+)",
    re.MULTILINE,
)
HASH = re.compile(r"sha256:([0-9a-f]{64})")


def describe_software(name: str, version: str, requirements: str) -> dict[str, Any]:
    """Return the bill of `name` in `version`, which needs the pinned `requirements`."""
    root = package_url(name, version)
    packages = list(read_packages(requirements))
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": name,
                "version": version,
                "purl": root,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": packages,
        "dependencies": [
            {"ref": root, "dependsOn": [each["bom-ref"] for each in packages]}
        ],
    }


def read_packages(requirements: str) -> Iterator[dict[str, Any]]:
    """Yield a component for each pinned package, in the order they stand in.

    Its files (wheels and sdist) are told by their hashes; where it is needed under a
    condition (an environment marker, PEP 508), that is a property.
    """
    for pin in PIN.finditer(requirements):
        purl = package_url(pin["name"], pin["version"])
        component: dict[str, Any] = {
            "type": "library",
            "bom-ref": purl,
            "name": pin["name"],
            "version": pin["version"],
            "purl": purl,
            "externalReferences": [
                {
                    "type": "distribution",
                    "url": purl,
                    "hashes": [
                        {"alg": "SHA-256", "content": digest}
                        for digest in HASH.findall(pin["hashes"])
                    ],
                }
            ],
        }
        if pin["marker"]:
            component["properties"] = [
                {"name": "python:environment-marker", "value": pin["marker"].strip()}
            ]
        yield component


def package_url(name: str, version: str) -> str:
    """Return the purl of a Python package: lower case, dashes for underscores."""
    return f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
