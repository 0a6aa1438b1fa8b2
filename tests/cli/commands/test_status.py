"""`renkei status`: one screen for the person in charge."""

import json
import re
from pathlib import Path

import renkei as library
from process import renkei
from renkei.board.decide import Write


def test_one_screen_says_who_waits_for_whom(tmp_path: Path) -> None:
    example = Path(__file__).parent.parent.parent.parent / "src" / "renkei" / "examples" / "auth-api" / "scenario.yaml"
    renkei("replay", example, "--into", ".renkei", "--at", "12", cwd=tmp_path)
    screen = json.loads(renkei("status", "--format", "json", cwd=tmp_path).stdout)
    waits = {one["agent"]: one["waits_for"] for one in screen["agents"]}
    assert waits["agent-frontend"] == "TC-007"
    assert {one["id"] for one in screen["contracts"]} == {"TC-007", "TC-008"}
    assert renkei("status", cwd=tmp_path).returncode == 0


def test_a_person_whose_value_was_overwritten_sees_it_on_the_screen_and_in_the_inbox(project: Path) -> None:
    with library.open(project / ".renkei") as opened:
        opened.do(Write("/goal", "mine"))
        opened.do(Write("/goal", "its", read_seq=1), actor="lead")
    notice = "RE-READ /goal: lead set it to its; your value mine was overwritten."
    assert re.search(rf"re-read +/goal +lead +{re.escape(notice)}", renkei("status", cwd=project).stdout)
    assert f"! {notice}\n" in renkei("inbox", "--agent", "human", cwd=project).stdout
    found = json.loads(renkei("inbox", "--agent", "human", "--format", "json", cwd=project).stdout)
    assert found["alerts"] == [notice]
    renkei("read", "--as", "human", cwd=project)
    assert "RE-READ" not in renkei("status", cwd=project).stdout
