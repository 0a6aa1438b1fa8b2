"""Plays a scenario in a browser: a server shows the project while a thread plays it, at a pace that people can follow.

The terminal shows links and one line that says how far the story is, so they are still there when somebody looks. A
step by hand waits until the person has answered in the view. The server ends with Ctrl-C, before or after the story.
"""

import os
import signal
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from urllib.parse import urlsplit

from renkei.edges.application import application
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.status_line import StatusLine
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.server.run import serve
from renkei.edges.view.session.sign_in import SignIn
from renkei.edges.view.surroundings import Story
from renkei.engine.state import HUMAN
from renkei.errors import RenkeiError
from renkei.scenario.expect import StepResult
from renkei.scenario.model import Scenario
from renkei.scenario.play import Audience, Player

PACE = 3.0
"""Seconds between two steps at the speed 1."""

ABOUT = "This is a demo: its agents work by themselves, and wait for one decision that you make in a browser."
OPEN = "The link signs you in, once. Ctrl-C ends."
ELSEWHERE = "To open it in a browser on your own machine, run this there first:"
FORWARD = "  ssh -L {port}:127.0.0.1:{port} {host}"
WAITS = "The story waits for you: {link}"
WAITING = "Waiting for your decision."
OVER = "The story is over, and its project is still served: look around. Ctrl-C ends."
"""The sentences of the terminal."""


def play_live(scenario: Scenario, into: Path, speed: float, browser: webbrowser.BaseBrowser | None) -> None:
    """Play a scenario while a server shows it, until Ctrl-C; `browser` is opened on it."""
    ended = Event()
    player = Player(scenario, into, Audience(monotonic, ended.is_set))
    sign_in = SignIn(player.project)
    show = _Show(player, sign_in, ended, PACE / speed, browser)
    story = Thread(target=show.run, name="story")

    def ready(listening: str) -> None:
        show.address = sign_in.address(listening)
        story.start()

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C, so that the project is closed
    try:
        serve(application(player.project, sign_in, story=lambda: show.story), 0, ready)
    except KeyboardInterrupt:
        pass
    finally:
        ended.set()
        if story.ident is not None:
            story.join()
        player.project.close()


class _Show:
    """The story: it opens the browser, and plays one step after the other."""

    def __init__(
        self, player: Player, sign_in: SignIn, ended: Event, pause: float, browser: webbrowser.BaseBrowser | None
    ) -> None:
        self._player = player
        self._sign_in = sign_in
        self._ended = ended
        self._pause = pause
        self._browser = browser
        self.address = ""
        self.story: Story = "plays"

    def run(self) -> None:
        """Play the story to its end, or until it is ended."""
        link = self._link()
        self._introduce(link)
        if self._browser is not None:
            self._browser.open(link)
        with StatusLine() as line:
            results = self._player.play()
            while not self._ended.wait(self._pause):
                result = self._next(results.__next__, line)
                if result is None:
                    self._ended.wait()  # the line stays
                elif not self._ended.is_set():
                    self._tell(result, line)

    def _introduce(self, link: str) -> None:
        texts = [ABOUT, "", link, "", OPEN]
        if self._browser is None:
            forward = FORWARD.format(port=urlsplit(self.address).port, host=this_machine())
            texts += [ELSEWHERE, forward]
        for text in texts:
            console().print(Paragraph(Text(text, "bold" if text == link else "")))

    def _link(self, to: str = "") -> str:
        """Return an address that signs the person in, once; a person who is signed in may use it again."""
        return f"{self.address}sign-in?code={self._sign_in.invite(HUMAN)}{f'&to={to}' if to else ''}"

    def _tell(self, result: StepResult, line: StatusLine) -> None:
        self.story = "waits" if result.awaited else "plays"
        if result.awaited:
            line.say(WAITS.format(link=self._link("/waiting")), "notice")
            line.show(WAITING)
        else:
            steps = len(self._player.scenario.steps)
            line.show(f"Step {result.number} of {steps}, {result.actor}: {result.step.note}")

    def _next(self, step: Callable[[], StepResult], line: StatusLine) -> StepResult | None:
        try:
            return step()
        except StopIteration:
            self.story = "over"
            line.show(OVER, "good")
        except RenkeiError as error:
            self.story = "stuck"
            line.show(f"The story cannot continue: {error.message}", "bad")
        return None


def this_machine() -> str:
    """Return the address by which the person's ssh has reached this machine; its name without ssh."""
    reached = os.environ.get("SSH_CONNECTION", "").split()
    return reached[2] if len(reached) > 2 else socket.gethostname()
