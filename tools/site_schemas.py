"""Puts the published JSON Schemas on the built site, under addresses that do not change: `schemas/v1/NAME.json`.

The `$id` of a schema is a name, `urn:renkei:v1:NAME`, because the package knows no address. On a site whose address is
known, from `site_url` of zensical.toml or SITE_URL, it is the address of the file, so that a validator can load it.
"""

import json
import os
import sys
import tomllib
from pathlib import Path

from renkei.schemas.published import VERSION, load, names

CONFIGURATION = Path(__file__).parent.parent / "zensical.toml"


def write_schemas(site: Path, address: str) -> None:
    """Write every schema below the directory of a site; an empty address keeps their names."""
    directory = site / "schemas" / VERSION
    directory.mkdir(parents=True, exist_ok=True)
    for name in names():
        schema = load(name)
        if address:
            schema["$id"] = f"{address.rstrip('/')}/schemas/{VERSION}/{name}.json"
        (directory / f"{name}.json").write_text(json.dumps(schema, ensure_ascii=False, indent=2) + "\n", "utf-8")


def site_address() -> str:
    """Return the address of the site; empty if none is known."""
    configured: str = tomllib.loads(CONFIGURATION.read_text("utf-8"))["project"].get("site_url", "")
    return os.environ.get("SITE_URL", configured)


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]), site_address())
