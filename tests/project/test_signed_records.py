"""On real servers: `doctor` and `log` say which machine wrote a record, and name records with a wrong signature."""

import json
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import nkeys
import psycopg
import pytest
from nats_servers import PROGRAM, servers
from postgres_server import INITDB, server
from sharing.certified import Operator

import renkei as library
from process import renkei
from renkei.engine.record import read_record
from renkei.log.replication.streams import connect_stream
from renkei.store import stream_file
from renkei.store.layout import Layout


def join(address: str, place: Path, *credentials: object) -> tuple[Path, Path]:
    """Make a project on a stream from one directory, and join it from another one."""
    made = renkei("init", "laptop", "--stream", address, "--agent", "ann", *credentials, cwd=place)
    assert made.returncode == 0, made.stderr
    assert renkei("clone", address, "builder", *credentials, cwd=place).returncode == 0
    return place / "laptop" / ".renkei", place / "builder" / ".renkei"


def post(directory: Path) -> None:
    assert renkei("post", "hello", "--to", "ann", cwd=directory.parent).returncode == 0


def name(directory: Path) -> str:
    found = stream_file.load(Layout(directory))
    assert found is not None
    return found.machine


def findings(directory: Path, *arguments: str, what: str = "signatures") -> list[tuple[bool, str]]:
    found = json.loads(renkei("doctor", "--format", "json", *arguments, cwd=directory.parent).stdout)
    return [(one["sound"], one["text"]) for one in found if one["what"] == what]


def machines(directory: Path) -> list[str | None]:
    found = json.loads(renkei("log", "--format", "json", cwd=directory.parent).stdout)
    return [one["machine"] for one in found]


def forge(address: str, like: Path, signature: Sequence[str]) -> None:
    """Publish a record in the name of a person, as a machine with rights may; it is like the last one."""
    stream = connect_stream(address)
    try:
        last = stream.end().last
        with closing(sqlite3.connect(Layout(like).log)) as db:
            body = db.execute("SELECT body FROM records WHERE seq = 1").fetchone()[0]
        forged = read_record(body).model_copy(update={"seq": last + 1, "id": f"forged-{last}", "events": ()})
        stream.publish([forged.encode()], last, signature)
    finally:
        stream.close()


@pytest.mark.short("nats")
def test_doctor_and_log_name_the_machine_of_each_record(address: str, tmp_path: Path) -> None:
    laptop, builder = join(address, tmp_path)
    post(builder)
    for place in (laptop, builder):
        assert machines(place) == [name(laptop), name(builder)]
        counts = sorted((name(laptop), name(builder)))
        assert findings(place) == [(True, ", ".join(f"1 record by {one}" for one in counts))]
    forge(address, laptop, ())
    assert findings(laptop) == [(True, f"{findings(builder)[0][1]}")]
    assert findings(laptop)[0][1].endswith(", 1 record without a signature")
    with closing(sqlite3.connect(Layout(laptop).log)) as db:
        copied = db.execute("SELECT signature FROM records WHERE seq = 1").fetchone()
    forge(address, laptop, copied)
    for place in (laptop, builder):
        sound, text = findings(place)[0]
        assert not sound
        assert text.endswith(f"1 wrong signature (record 4: the signature of {name(laptop)} does not fit it)")
        assert machines(place) == [name(laptop), name(builder), None, None]
        shown = renkei("log", "--machines", cwd=place.parent).stdout.splitlines()
        signed = [line.strip() for line in shown if "sign" in line]
        wrong = "no right signature of a known machine"
        assert signed == [f"signed by {name(laptop)}", f"signed by {name(builder)}", wrong, wrong]
    assert renkei("log", "--head", cwd=laptop.parent).stdout == renkei("log", "--head", cwd=builder.parent).stdout
    assert renkei("doctor", cwd=laptop.parent).returncode == 1
    post(laptop)


@pytest.mark.short("nats")
def test_the_private_key_stays_with_its_owner(address: str, tmp_path: Path) -> None:
    laptop, builder = join(address, tmp_path)
    keys = [Layout(one).machine_key for one in (laptop, builder)]
    assert [stat.S_IMODE(one.stat().st_mode) for one in keys] == [0o600, 0o600]
    assert len({one.read_bytes() for one in keys}) == 2
    assert renkei("backup", tmp_path / "copy", cwd=builder.parent).returncode == 0
    assert renkei("export", tmp_path / "lines", cwd=builder.parent).returncode == 0
    shown = [(tmp_path / one).read_bytes() for one in ("copy", "lines")]
    stream = connect_stream(address)
    shown += [*stream.read_shared().values(), *(stream.at(seq).body or b"" for seq in range(1, stream.end().last + 1))]
    stream.close()
    secret = Layout(builder).machine_key.read_bytes()
    assert not any(form in one for one in shown for form in (secret, secret.hex().encode()))
    Layout(builder).machine_key.write_bytes(b"short")
    refused = renkei("post", "hello", "--to", "ann", cwd=builder.parent)
    assert "machine.key" in refused.stderr
    assert refused.returncode != 0


@pytest.mark.short("nats")
def test_a_machine_that_tells_another_key_is_named_until_it_is_accepted(address: str, tmp_path: Path) -> None:
    laptop, builder = join(address, tmp_path)
    post(builder)
    assert findings(laptop, what="key") == []
    Layout(builder).machine_key.unlink()
    post(builder)
    assert findings(builder, what="key") == []
    counts = sorted([(name(builder), "2 records"), (name(laptop), "1 record")])
    assert findings(builder) == [(True, ", ".join(f"{count} by {one}" for one, count in counts))]
    ((sound, text),) = findings(laptop, what="key")
    assert not sound
    assert text.startswith(f"{name(builder)} tells another key than before, ")
    assert "did not have the key" in findings(laptop)[0][1]
    assert machines(laptop)[-1] is None
    assert [sound for sound, _ in findings(laptop, "--repair", what="key")] == [True]
    assert findings(laptop, what="key") == []
    assert findings(laptop)[0][0]
    assert machines(laptop) == [name(laptop), name(builder), name(builder)]


@pytest.mark.short("nats")
def test_records_that_moved_are_unsigned_and_new_ones_signed(address: str, tmp_path: Path) -> None:
    laptop, builder = join(address, tmp_path)
    there = address.replace("/shop", "/next")
    assert renkei("move", there, cwd=laptop.parent).returncode == 0
    assert renkei("move", there, cwd=builder.parent).returncode == 0
    post(builder)
    for place in (laptop, builder):
        assert machines(place) == [None, name(builder)]
        assert findings(place) == [(True, f"1 record by {name(builder)}, 1 record without a signature")]
    assert renkei("move", "--to-directory", cwd=laptop.parent).returncode == 0
    assert machines(laptop) == [None, None]


@pytest.mark.skipif(PROGRAM is None, reason="needs nats-server")
def test_with_a_credentials_file_its_key_signs(tmp_path: Path) -> None:
    operator, rights = Operator(), tmp_path / "rights.creds"
    operator.give(rights)
    seed = rights.read_bytes().partition(b"-----BEGIN USER NKEY SEED-----")[2].split()[0]
    with servers(tmp_path / "nats", settings=operator.settings()) as one:
        laptop, _ = join(one.address("shop"), tmp_path, "--credentials", rights)
        assert machines(laptop) == [name(laptop)]
        assert not Layout(laptop).machine_key.exists()
        known = json.loads(Layout(laptop).machine_keys.read_text())[name(laptop)]
        assert [bytes.fromhex(key) for key in known] == [bytes(nkeys.from_seed(seed)._keys.verify_key)]


@pytest.mark.long
@pytest.mark.skipif(INITDB is None, reason="needs PostgreSQL")
def test_a_table_of_an_earlier_release_takes_records_without_signatures(tmp_path: Path) -> None:
    with server() as one:
        laptop, builder = join(one.address("shop"), tmp_path)
        with psycopg.connect(f"host=127.0.0.1 port={one.port} user=postgres dbname=postgres", autocommit=True) as db:
            db.execute("ALTER TABLE renkei_shop.records DROP COLUMN signature")
        post(builder)
        post(laptop)
        assert machines(builder)[1:] == [name(builder), None]
        assert machines(laptop)[1:] == [None, name(laptop)]


def test_a_project_on_one_machine_loads_nothing_of_this(tmp_path: Path) -> None:
    code = (
        "import sys, renkei; renkei.create(sys.argv[1], goal='sell tea').close(); "
        "print([one for one in sys.modules if 'nacl' in one or 'signing' in one or one.endswith('machines.keys')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "shop")], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
    with library.open(tmp_path / "shop") as project:
        assert project.signed_by(1) is None
    assert not Layout(tmp_path / "shop").machine_key.exists()
