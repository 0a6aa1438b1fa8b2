"""The bridge as an application service of a real homeserver: each agent is a user with a name and a picture."""

import itertools
import json
import struct
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from local_synapse import LocalSynapse, interpreter

import renkei
from matrix_people import Person, eventually
from matrix_team import messages, taken, text
from renkei import BridgeSettings, Project
from renkei.edges.chat.bridge.bridge import Bridge
from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.matrix.agents import Agents
from renkei.edges.chat.matrix.chat import MatrixChat
from renkei.edges.chat.matrix.registration import Registration, registration
from renkei.edges.chat.options import MatrixOptions
from renkei.edges.chat.pictures import picture_of
from renkei.engine import commands as c

_numbers = itertools.count(1)
"""A server answers the same request from its cache."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(interpreter() is None, reason="no Synapse is installed: see tools/synapse.sh"),
]


@pytest.fixture(scope="module")
def registered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("registration") / "renkei.yaml"
    with pytest.raises(ChatRefusedError, match="does not know the new registration"):
        registration(path)
    return path


@pytest.fixture(scope="module")
def server(registered: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalSynapse]:
    with LocalSynapse(tmp_path_factory.mktemp("synapse"), app_service_config_files=[str(registered)]) as one:
        yield one


@pytest.fixture(scope="module")
def people(server: LocalSynapse) -> dict[str, Person]:
    return {name: Person(server, server.sign_up(name, "secret")) for name in ("mia", "lin")}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with renkei.create(tmp_path / ".renkei", name="team", goal="a goal") as made:
        made.do(c.Join("api", "backend"), c.Join("検索", "backend"), c.Join("lin", "design", human=True))
        yield made


def chat(server: LocalSynapse, registered: Path) -> MatrixChat:
    return MatrixChat(MatrixOptions(homeserver=server.address, registration=str(registered)))


def bridge(project: Project, server: LocalSynapse, registered: Path, people: dict[str, Person], room: str) -> Bridge:
    who = {people["mia"].id: "human", people["lin"].id: "lin"}
    settings = BridgeSettings(chat="matrix", channels={room: "all"}, people=who)
    return Bridge(project, chat(server, registered), name="matrix", settings=settings)


def test_each_agent_writes_as_a_user_with_a_name_and_a_picture(
    project: Project, server: LocalSynapse, registered: Path, people: dict[str, Person]
) -> None:
    mia, lin = people["mia"], people["lin"]
    room = mia.make_room("faces", lin)
    with bridge(project, server, registered, people, "#faces:team.test") as running:
        project.send(project.message("api", text("good morning"), "all"))
        project.send(project.message("検索", text("```py\ndef f():\n    return 1\n```"), "all"))
        first, code = mia.sees(room, "good morning"), mia.sees(room, "return 1")
        assert first["sender"] == "@renkei_api:team.test"
        assert first["content"]["body"] == "good morning"
        assert code["sender"] == "@renkei_=e6=a4=9c=e7=b4=a2:team.test"
        assert '<pre><code class="language-py">def f():\n    return 1' in code["content"]["formatted_body"]
        for user, name in ((first["sender"], "api"), (code["sender"], "検索")):
            profile = mia.ask("GET", f"profile/{quote(user)}")
            assert profile["displayname"] == name
            assert profile["avatar_url"].startswith("mxc://team.test/")

        # What a person says in the room is not said again, and nothing of the bridge's own is taken in.
        mia.post(room, "hello @api")
        assert taken(project, "hello @api").from_ == "human"
        project.send(project.message("human", text("said elsewhere"), "all"))
        assert mia.sees(room, "said elsewhere")["sender"] == "@renkei_human:team.test"
        shown = [mia.ask("GET", f"profile/{quote(one)}")["displayname"] for one in ("@renkei_human:team.test", mia.id)]
        assert shown[0] == shown[1]  # people have the name by which the room knows them
        lin.post(room, "the end")
        taken(project, "the end")
        assert "guest-matrix" not in project.state.actors
        assert running.problem == ""

        # Alone with a person, too.
        project.send(project.message("api", text("only for you"), "lin"))
        alone = eventually(lambda: next(iter(lin.invitations()), None))
        lin.join(alone)
        assert lin.sees(alone, "only for you")["sender"] == "@renkei_api:team.test"


def test_an_agent_that_is_kept_out_of_a_room_is_named_by_the_bridge_and_nothing_is_lost(
    project: Project, server: LocalSynapse, registered: Path, people: dict[str, Person]
) -> None:
    mia = people["mia"]
    room = mia.make_room("", public=False)
    mia.invite(room, "@renkei:team.test")
    with bridge(project, server, registered, people, room):
        project.send(project.message("api", text("it may come in: the bridge invites it"), "all"))
        assert mia.sees(room, "it may come in")["sender"] == "@renkei_api:team.test"
        mia.ask("POST", f"rooms/{room}/ban", {"user_id": "@renkei_api:team.test"})
        project.send(project.message("api", text("it is **banned**"), "all"))
        post = mia.sees(room, "it is **banned**")
        assert (post["sender"], post["content"]["body"]) == ("@renkei:team.test", "api\nit is **banned**")
        assert post["content"]["formatted_body"] == "<strong>api</strong><br>it is <strong>banned</strong>"


def test_an_agent_types_while_its_turn_is_open_and_marks_what_it_has_read(
    project: Project, server: LocalSynapse, registered: Path, people: dict[str, Person]
) -> None:
    mia, room = people["mia"], people["mia"].make_room("typing")
    with bridge(project, server, registered, people, "#typing:team.test"):
        asked = mia.post(room, "@api is it ready?")
        taken(project, "is it ready?")
        with project.turn("api") as turn:
            assert "is it ready?" in turn.context.text
            eventually(lambda: "@renkei_api:team.test" in news(mia, room, "m.typing").get("user_ids", ()))
        eventually(lambda: news(mia, room, "m.typing").get("user_ids") == [])
        read = eventually(lambda: news(mia, room, "m.receipt").get(asked))
        assert "@renkei_api:team.test" in read["m.read"]


def news(person: Person, room: str, kind: str) -> dict:
    """Return the content of what is told of a room without an event in it."""
    only = json.dumps({"room": {"rooms": [room], "timeline": {"limit": 1}}})
    found = person.ask("GET", f"sync?filter={quote(only)}&timeout={next(_numbers)}")["rooms"]["join"].get(room, {})
    events = found.get("ephemeral", {}).get("events", ())
    return next((one["content"] for one in events if one["type"] == kind), {})


def test_a_decision_is_made_by_a_reaction_and_its_post_changes_under_the_face_that_asked(
    project: Project, server: LocalSynapse, registered: Path, people: dict[str, Person]
) -> None:
    mia, room = people["mia"], people["mia"].make_room("deciding")
    with bridge(project, server, registered, people, "#deciding:team.test"):
        options = [renkei.DecisionOption(label=one, analysis="") for one in ("sqlite", "postgres")]
        question = renkei.DecisionRequest(decision_id="D-1", question="Which storage?", options=options)
        project.send(project.message("api", question, ["human", "all"]))
        shown = mia.sees(room, "Which storage?")
        mia.react(room, shown["event_id"], "2️⃣")
        eventually(lambda: [one for one in messages(project) if one.type == "DECISION_RESULT"])
        changed = mia.sees(room, "✓ postgres · mia")
        assert (changed["sender"], shown["sender"]) == ("@renkei_api:team.test",) * 2


def test_a_post_whose_answer_is_lost_is_found_again_under_the_face_that_made_it(
    project: Project, server: LocalSynapse, registered: Path, people: dict[str, Person]
) -> None:
    mia, room = people["mia"], people["mia"].make_room("found")
    with bridge(project, server, registered, people, "#found:team.test") as running:
        project.send(project.message("api", text("once"), "all"))
        post = mia.sees(room, "once")
        assert running.chat.find("#found:team.test", post["content"]["io.renkei.key"]) == post["event_id"]
        forged = mia.post(room, "mine", **{"io.renkei.key": "stolen"})
        assert running.chat.find("#found:team.test", "stolen") != forged


@pytest.mark.parametrize(
    "content",
    ["", "[", "a: b\n", "as_token: x\nnamespaces: {users: [{regex: '.*'}]}\n", "as_token: x\nnamespaces: 3\n"],
)
def test_a_file_that_is_no_registration_says_what_is_missing(tmp_path: Path, content: str) -> None:
    path = tmp_path / "renkei.yaml"
    path.write_text(content)
    with pytest.raises(ChatRefusedError, match=r"renkei\.yaml"):
        registration(path)
    assert path.read_text() == content


def test_a_new_registration_is_for_its_owner_alone_and_named_after_its_file(tmp_path: Path) -> None:
    path = tmp_path / "Shop team.yaml"
    with pytest.raises(ChatRefusedError, match="does not know the new registration") as caught:
        registration(path)
    assert "app_service_config_files" in caught.value.hint
    assert path.stat().st_mode & 0o777 == 0o600
    found = registration(path)
    assert found.name == "shop-team"
    assert len(found.token) == 64
    with pytest.raises(ChatRefusedError, match="cannot be written: No such file"):
        registration(tmp_path / "no" / "renkei.yaml")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    with pytest.raises(ChatRefusedError, match="cannot be read"):
        registration(tmp_path / "link.yaml")
    assert not (tmp_path / "elsewhere.yaml").exists()


def test_a_homeserver_that_does_not_know_the_registration_is_named_with_the_remedy(
    server: LocalSynapse, tmp_path: Path
) -> None:
    path = tmp_path / "other.yaml"
    with pytest.raises(ChatRefusedError):
        registration(path)
    refused = r"other\.yaml: the access token was refused"
    with closing(chat(server, path)) as made, pytest.raises(ChatRefusedError, match=refused) as caught:
        made.open(["#faces:team.test"])
    assert "app_service_config_files" in caught.value.hint


def test_no_two_participants_are_the_same_user() -> None:
    agents = Agents(None, Registration("t", "renkei"), "x.y")  # type: ignore[arg-type]
    names = ("ann", "Ann", "=41nn", "a_b", "a.b", "a-b", "é", "e\u0301", "@x:y", "a+b")
    users = {agents.user_of(one) for one in names}
    assert len(users) == len(names)
    assert all(agents.is_one(one) for one in users)
    assert not agents.is_one("@renkei:x.y")
    assert not agents.is_one("@renkei_ann:elsewhere")


def test_a_generated_picture_is_a_small_png_that_differs_by_name() -> None:
    made = picture_of("ann")
    assert made == picture_of("ann") != picture_of("bob")
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", made[16:24])
    length = int.from_bytes(made[33:37])
    assert len(zlib.decompress(made[41 : 41 + length])) == height * (1 + 3 * width)
    assert len(made) < 3000
