"""Plays a scenario in a browser: a server shows the project while a thread plays it, at a pace that people can follow.

A step by hand waits until the person has answered in the view. The server ends with Ctrl-C, before or after the story.
"""

import signal
import webbrowser
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from time import monotonic

from renkei.edges.application import application
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.scenario.show import print_step
from renkei.edges.server.run import serve
from renkei.edges.times import Days
from renkei.edges.view.session.sign_in import SignIn
from renkei.edges.view.surroundings import Story
from renkei.engine.state import HUMAN
from renkei.errors import RenkeiError
from renkei.scenario.expect import StepResult
from renkei.scenario.model import Scenario
from renkei.scenario.play import Audience, Player

PACE = 3.0
"""Seconds between two steps at the speed 1."""


def play_live(scenario: Scenario, into: Path, speed: float, browser: webbrowser.BaseBrowser | None) -> None:
    """Play a scenario while a server shows it, until Ctrl-C; `browser` is opened on it."""
    ended = Event()
    player = Player(scenario, into, Audience(monotonic, ended.is_set))
    sign_in = SignIn(player.project)
    code = sign_in.invite(HUMAN)
    show = _Show(player, ended, PACE / speed, browser)
    story = Thread(target=show.run, name="story")

    def ready(listening: str) -> None:
        address = sign_in.address(listening)
        show.address, show.link = address, f"{address}sign-in?code={code}"
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
    """The story: it opens the browser, and plays one step after the other, printing each."""

    def __init__(self, player: Player, ended: Event, pause: float, browser: webbrowser.BaseBrowser | None) -> None:
        self._player = player
        self._ended = ended
        self._pause = pause
        self._browser = browser
        self._out = console()
        self.address = ""
        self.link = ""
        self.story: Story = "plays"

    def run(self) -> None:
        """Play the story to its end, or until it is ended."""
        days = Days()
        self._say(self.link)
        self._say("Follow it in your browser; this link signs you in, once. Ctrl-C ends.")
        if self._browser is not None:
            self._browser.open(self.link)
        results = self._player.play()
        while not self._ended.wait(self._pause):
            result = self._next(results.__next__)
            if result is None or self._ended.is_set():
                return
            print_step(self._out, result, None, days=days)
            self.story = "waits" if result.awaited else "plays"
            if result.awaited:
                self._say(f"The story waits for you: {self.address}waiting")

    def _next(self, step: Callable[[], StepResult]) -> StepResult | None:
        try:
            return step()
        except StopIteration:
            self.story = "over"
            self._say("The story is over, and its project is still served: look around. Ctrl-C ends.")
        except RenkeiError as error:
            self.story = "stuck"
            self._say(f"The story cannot continue: {error.message}")
        return None

    def _say(self, text: str) -> None:
        self._out.print()
        self._out.print(Paragraph(Text(text, "notice")))
        self._out.file.flush()
