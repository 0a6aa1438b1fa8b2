"""Copies the application and its team to a directory and lets the team work there, by default with scripted models."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def main() -> int:
    """Run the team; `--live` asks real models, and a directory is where it works."""
    live, places = "--live" in sys.argv, [one for one in sys.argv[1:] if one != "--live"]
    place = Path(places[0]) if places else Path(tempfile.mkdtemp(prefix="rest-to-graphql-"))
    if not (place / "app").exists():
        shutil.copytree(HERE, place, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", ".renkei"))
    script = [] if live else ["--script", str(place / "script.yaml")]
    done = subprocess.run(  # noqa: S603 – renkei itself, with the files of this example
        [sys.executable, "-m", "renkei", "team", "run", str(place / "team.yaml"), *script], check=False
    )
    print(f"\nThe application is in {place / 'app'}, the log of the team in {place / '.renkei'}.")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
