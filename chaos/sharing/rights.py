"""Machines whose rights are wrong or expire, or that trust another authority than the one of the servers."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from fault_outcome import Outcome
from nats_servers import NatsServers, servers, until

import renkei
from renkei import Project
from renkei.board.decide import Write
from renkei.errors import LogError
from sharing.certified import Operator, certificates
from sharing.shared import is_done

SOON = 3.0
"""Seconds after which rights expire."""

REFUSED = "do not accept the rights"
UNKNOWN = "CERTIFICATE_VERIFY_FAILED"


def failing_rights(scratch: Path, scale: float) -> Outcome:
    """Try rights and authorities that the servers do not accept, and let rights expire while a machine works."""
    rounds, names, wrong = max(1, round(3 * scale)), list[str](), list[str]()
    (tls, authority), (_, other) = certificates(scratch / "tls"), certificates(scratch / "other")
    operator, mine, theirs = Operator(), scratch / "machine.creds", scratch / "stranger.creds"
    operator.give(mine)
    Operator().give(theirs)
    with servers(scratch / "nats", settings=operator.settings() + tls) as one:
        address = one.address("shop", scheme="tls")
        with _trusting(authority):
            renkei.create(scratch / "here", stream=address, credentials=str(mine), guarded=False).close()
            for number in range(rounds):
                wrong += _refused(address, scratch / f"without-{number}", "", REFUSED)
                wrong += _refused(address, scratch / f"stranger-{number}", str(theirs), REFUSED)
                with _trusting(other):
                    wrong += _refused(address, scratch / f"other-{number}", str(mine), UNKNOWN)
                with renkei.open(scratch / "here") as project:
                    wrong += _expiring(one, operator, mine, project, names)
            with renkei.clone(address, scratch / "there", str(mine)) as there:
                lost = len(set(names) - {record.id for record in there.records()})
    note = "none, a stranger's, an unknown authority, rights that expire while a machine works; all over TLS"
    return Outcome("rights of machines", 5 * rounds, len(names), lost, tuple(wrong), note)


def _trusting(authority: Path) -> "patch._patch_dict":  # type: ignore[name-defined]
    return patch.dict(os.environ, {"NATS_CA": str(authority)})


def _refused(address: str, place: Path, credentials: str, reason: str) -> Iterator[str]:
    """Yield what is wrong with how a machine is refused."""
    try:
        renkei.clone(address, place, credentials).close()
        yield f"a machine was accepted that should have read: {reason}"
    except LogError as error:
        if reason not in error.message:
            yield f"expected {reason!r}, found: {error.message}"


def _expiring(one: NatsServers, operator: Operator, mine: Path, project: Project, names: list[str]) -> Iterator[str]:
    """Let rights expire while a project is open, and while its server is away; new ones in the same file are used."""
    for is_away in (False, True):
        operator.give(mine, SOON)
        one.kill()
        one.start()
        until(lambda: _is_next_done(project, names))
        if is_away:
            one.kill()
            time.sleep(SOON)
            one.start()
        until(lambda: not _is_next_done(project, names))
        until(lambda: REFUSED in _refusal(project))
        operator.give(mine)
        until(lambda: _is_next_done(project, names))
        if one.asked(0, "connz").get("num_connections", 0) == 0:
            yield "nobody is connected"


def _is_next_done(project: Project, names: list[str]) -> bool:
    name = f"w{len(names)}"
    if done := is_done(project, name):
        names.append(name)
    return done


def _refusal(project: Project) -> str:
    """Return why a command fails."""
    try:
        project.do(Write("/goal", "without rights"))
    except LogError as error:
        return error.message
    return ""
