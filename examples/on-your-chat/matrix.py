"""Talk with the team in a room of a Matrix server on this machine: `make on-your-chat`. Ctrl-D ends it.

This terminal is the person's client; any other one, such as Element, can sign in as well.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

sys.path.append(str(Path(__file__).parents[2] / "tools"))

from local_synapse import NAME, Account, LocalSynapse

import renkei
import team
from renkei import Bridge
from renkei.edges.chat.matrix.chat import MatrixChat
from renkei.edges.chat.options import MatrixOptions

ROOM, PASSWORD = f"#team:{NAME}", "local"
CLIENT = "/_matrix/client/v3"


def main() -> None:
    """Start the server, make a person, a user for the bridge and a room, and run the team until the input ends."""
    with TemporaryDirectory() as place, LocalSynapse(Path(place)) as server:
        person, bot = server.sign_up("you", PASSWORD), server.sign_up("renkei")
        wanted = {"preset": "public_chat", "room_alias_name": "team", "name": "The team"}
        room = server.request("POST", f"{CLIENT}/createRoom", wanted, person.token)["room_id"]
        project = renkei.create(":memory:", goal="A storage that fits", members=team.MEMBERS)
        chat = MatrixChat(MatrixOptions(homeserver=server.address), token=bot.token)
        with team.run(project), Bridge(project, chat, channels={ROOM: "all"}, people={person.id: "human"}):
            print(
                f"Matrix at {server.address}: sign in as {person.id}, password {PASSWORD}, room {ROOM}, or type here."
            )
            print(
                "Say what you need, such as: @lead we need a storage. Then !decide D-1 sqlite, and !accept T-1. !help\n"
            )
            Thread(target=show, args=(server, person, room), daemon=True).start()
            for number, line in enumerate(sys.stdin):
                content = {"msgtype": "m.text", "body": line.rstrip("\n")}
                server.request("PUT", f"{CLIENT}/rooms/{room}/send/m.room.message/{number}", content, person.token)
        project.close()


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
                print(f"{event['content']['body']}\n", flush=True)


if __name__ == "__main__":
    main()
