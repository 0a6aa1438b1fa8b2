"""Streams send what keeps running processes from their work once, and read it once for all pages."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from renkei import Project
from renkei.edges.view.stream import problems
from renkei.edges.view.stream.problems import ProblemStream
from renkei.protocol.primitives import Locale
from team import small_team
from viewing import run_async

PROBLEM = "server: deadlines could not be applied since 12:04: the disk is full"
SENTENCES = [("en", "A running process cannot do all of its work"), ("ja", "実行中のプロセスに問題が発生しています")]


@pytest.mark.parametrize(("locale", "words"), SENTENCES)
def test_a_stream_sends_each_change_once(monkeypatch: pytest.MonkeyPatch, locale: Locale, words: str) -> None:
    monkeypatch.setattr(problems, "LOOK", 0.0)
    with small_team() as project:
        sent = run_async(_sent(project, locale))
        project.report_problem("")
    assert sent == ["beat", "", "beat", "beat", f"{words}: {PROBLEM}", "beat", "beat", ""]


def test_each_stream_reads_the_problems_at_its_start_and_all_share_what_is_read_later() -> None:
    with small_team() as project:
        reads: list[str] = []

        async def run(function: Any) -> Any:
            reads.append(function.__name__)
            return function()

        async def all_streams() -> list[bool]:
            found = ProblemStream(project, run)
            told = []
            for text in ("", PROBLEM, ""):
                sent = [one async for one in found.follow(_beats(project, (text,) * 5), "en")]
                told.append(PROBLEM.encode() in sent[1])
            return told

        told = run_async(all_streams())
    assert told == [False, True, False]
    assert reads == ["problems"] * 3


async def _beats(project: Project, reported: tuple[str, ...]) -> AsyncGenerator[bytes, None]:
    for text in reported:
        project.report_problem(text)
        yield b"beat"


async def _sent(project: Project, locale: Locale) -> list[str]:
    async def run(function: Any) -> Any:
        return function()

    stream = ProblemStream(project, run).follow(_beats(project, ("", "", PROBLEM, PROBLEM, "")), locale)
    return ["beat" if one == b"beat" else _text(one) async for one in stream]


def _text(data: bytes) -> str:
    name, line, *rest = data.decode().split("\n")
    assert (name, rest) == ("event: problems", ["", ""])
    return str(json.loads(line.removeprefix("data: ")))
