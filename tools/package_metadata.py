"""Adds what the package says of its home: project URLs, and a README whose links also work on the package index.

The addresses come from the environment, `REPOSITORY_URL` and `SITE_URL`, which the workflow `release` sets: the
sources name none, so that a fork publishes links to itself. Without them the package has no URLs, and its README keeps
the links of a checkout.
"""

import os
import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)(\[[^]]*\])\((?!https?:|#|mailto:)([^)\s]+)\)")
"""A link or picture of the README to a file of the checkout."""


class PackageMetadata(MetadataHookInterface):
    """The fields `readme` and `urls` of the package."""

    def update(self, metadata: dict[str, object]) -> None:
        """Set both fields; hatchling calls this while it builds."""
        repository = os.environ.get("REPOSITORY_URL", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        at = f"{repository}/{{}}/v{metadata['version']}/"
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, at) if repository else text}
        metadata["urls"] = urls(repository, os.environ.get("SITE_URL", ""))


def absolute(text: str, at: str) -> str:
    """Return a README with the address of each file in place of its path: `at` has a place for `blob` or `raw`."""

    def with_address(found: re.Match[str]) -> str:
        picture, label, path = found.groups()
        return f"{picture}{label}({at.format('raw' if picture else 'blob')}{path})"

    return _LINK.sub(with_address, text)


def urls(repository: str, site: str) -> dict[str, str]:
    """Return the URLs of the project by the labels that the package index knows; of unknown addresses none."""
    known = {
        "Documentation": site,
        "Source": repository,
        "Issues": repository and f"{repository}/issues",
        "Changelog": repository and f"{repository}/blob/main/CHANGELOG.md",
    }
    return {label: address for label, address in known.items() if address}
