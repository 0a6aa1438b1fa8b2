"""Pictures of the person's view in a browser, over the project that an example leaves. No check compares their pixels."""

import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "src" / "renkei" / "examples" / "auth-api" / "scenario.yaml"
STEPS = "14"
"""After this step somebody waits."""

SCREENS = {
    "conversation": "/",
    "waiting": "/waiting",
    "board": "/board",
    "work": "/graph?closed=yes&size=fit",
    "context": "/contexts/agent-backend",
    "agents": "/agents",
}
"""The address of each picture."""

NARROW = {"narrow": "/waiting"}
"""The same for pictures as wide as a telephone."""

SIZES = ({"width": 1280, "height": 800}, {"width": 390, "height": 800})


def take() -> bool:
    """Write the pictures; return False, and write nothing, where there is no browser."""
    if find_spec("playwright") is None:
        return False
    sys.path.append(str(ROOT / "tests"))  # how a browser and a server are started
    from browsing import chromium_program, served, started_browser
    from process import renkei

    if chromium_program() is None:
        return False
    with TemporaryDirectory() as directory:
        place = Path(directory)
        renkei("replay", EXAMPLE, "--at", STEPS, "--into", ".renkei", cwd=place)
        _ask(place / ".renkei")
        with served(place) as project, started_browser() as browser:
            context = browser.new_context(viewport=SIZES[0], color_scheme="light", reduced_motion="reduce")
            page = context.new_page()
            page.goto(project.link)
            for addresses, size in zip((SCREENS, NARROW), SIZES, strict=True):
                page.set_viewport_size(size)
                for name, address in addresses.items():
                    _write(page, f"{project.address}{address}", ROOT / "docs" / "screens" / f"view-{name}.png")
    return True


def _ask(directory: Path) -> None:
    """Let the project wait for a person."""
    import renkei

    options = [
        {"label": "Rotate every 30 days", "analysis": "What the other services do.", "recommendation_score": 0.9},
        {"label": "Rotate with each release", "analysis": "No timer is needed.", "recommendation_score": 0.4},
    ]
    asked = {"decision_id": "D-014", "question": "How often do the signing keys change?", "options": options}
    payload = renkei.DecisionRequest.model_validate(asked | {"recommended": "Rotate every 30 days"})
    with renkei.open(directory) as project:
        project.send(project.message("agent-architect", payload, "human", context_summary="Keys need a rotation."))


def _write(page: Any, address: str, path: Path) -> None:
    page.goto(address)
    page.wait_for_timeout(300)  # until what the page does when it is loaded is done
    page.screenshot(path=path)


if __name__ == "__main__":
    sys.exit(0 if take() else "no browser was found")
