"""Talk with the team in this terminal: `python examples/on-your-chat/console.py`. Ctrl-D or Ctrl-C ends it."""

from contextlib import suppress

import renkei
import team
from renkei import Bridge, ConsoleChat


def main() -> None:
    """Run the team and a bridge to the terminal until the input ends."""
    project, chat = renkei.create(":memory:", goal="A storage that fits", members=team.MEMBERS), ConsoleChat()
    print("Say what you need, such as: @lead we need a storage. Then /decide D-1 sqlite, and /accept T-1.")
    print("/help lists the commands, Ctrl-D ends.\n")
    with suppress(KeyboardInterrupt), team.run(project), Bridge(project, chat, people={"console": "human"}) as bridge:
        with suppress(KeyboardInterrupt):
            chat.ended.wait()
        bridge.wait_until_posted(10)
    project.close()


if __name__ == "__main__":
    main()
