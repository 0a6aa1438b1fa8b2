"""Talk with the team in a room of a Matrix server on this machine: `make on-your-chat`. Ctrl-D ends it.

The bridge is an application service there, so that each agent is a user with a name and a picture. This terminal is
the person's client; any other one, such as Element, can sign in as well.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

sys.path.append(str(Path(__file__).parents[2] / "tools"))

from local_synapse import NAME, Account, LocalSynapse

import renkei
import team
from renkei import Bridge, ChatRefusedError
from renkei.edges.chat.matrix.chat import MatrixChat
from renkei.edges.chat.matrix.registration import registration
from renkei.edges.chat.options import MatrixOptions

ROOM, PASSWORD = f"#team:{NAME}", "local"
CLIENT = "/_matrix/client/v3"

newest: list[str] = []
"""The posts of the team, by their ids."""


def main() -> None:
    """Start the server, make a person, a user for the bridge and a room, and run the team until the input ends."""
    with TemporaryDirectory() as place, served(Path(place)) as (server, registered):
        person = server.sign_up("you", PASSWORD)
        wanted = {"preset": "public_chat", "room_alias_name": "team", "name": "The team"}
        room = server.request("POST", f"{CLIENT}/createRoom", wanted, person.token)["room_id"]
        project = renkei.create(":memory:", goal="A storage that fits", members=team.MEMBERS)
        chat = MatrixChat(MatrixOptions(homeserver=server.address, registration=str(registered)))
        with team.run(project), Bridge(project, chat, channels={ROOM: "all"}, people={person.id: "human"}):
            print(
                f"Matrix at {server.address}: sign in as {person.id}, password {PASSWORD}, room {ROOM}, or type here."
            )
            print(
                "Say what you need, such as: @lead we need a storage. An emoji alone reacts to the newest post: 1️⃣ "
                "decides for its first option. Then !accept T-1. !help\n"
            )
            Thread(target=show, args=(server, person, room), daemon=True).start()
            for number, line in enumerate(sys.stdin):
                kind, content = said(line.rstrip("\n"))
                server.request("PUT", f"{CLIENT}/rooms/{room}/send/{kind}/{number}", content, person.token)
        project.close()


@contextmanager
def served(place: Path) -> Iterator[tuple[LocalSynapse, Path]]:
    """Run a server that knows the bridge as an application service; yield it and the file of the registration."""
    registered = place / "renkei.yaml"
    with suppress(ChatRefusedError):  # no server knows it yet
        registration(registered)
    with LocalSynapse(place, app_service_config_files=[str(registered)]) as server:
        yield server, registered


def said(line: str) -> tuple[str, dict[str, Any]]:
    """Return a line as an event: an emoji alone is a reaction to the newest post of the team."""
    if newest and line and not any(char.isalpha() or char.isspace() for char in line) and not line.isascii():
        return "m.reaction", {"m.relates_to": {"rel_type": "m.annotation", "event_id": newest[-1], "key": line}}
    return "m.room.message", {"msgtype": "m.text", "body": line}


def show(server: LocalSynapse, person: Account, room: str) -> None:
    """Print what others post, until the server ends."""
    since = ""
    while True:
        try:
            news = server.request("GET", f"{CLIENT}/sync?timeout=20000{since}", token=person.token)
        except OSError:
            return
        since = f"&since={news['next_batch']}"
        for event in news.get("rooms", {}).get("join", {}).get(room, {}).get("timeline", {}).get("events", ()):
            if event["type"] == "m.room.message" and event["sender"] != person.id:
                author, changed = event["sender"].partition(":")[0], event["content"].get("m.new_content")
                if changed is None:
                    newest.append(event["event_id"])
                    print(f"{author}: {event['content']['body']}\n", flush=True)
                else:  # of a post that is settled, only what is new
                    print(f"{author} changed the post: {changed['body'].splitlines()[-1]}\n", flush=True)


if __name__ == "__main__":
    main()
