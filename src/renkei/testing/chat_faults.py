"""The checks of a kind of chat in which something comes between: outages, limits, kills, and people who think again."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from tempfile import TemporaryDirectory
from threading import Barrier, Event, Thread

from renkei.edges.chat.errors import ChatUnreachableError
from renkei.edges.chat.port import Heard, Outgoing
from renkei.testing.chat_checks import PATIENCE, Team, check, hears, until
from renkei.testing.rig import CannotDoError, Rig


@check
def a_removed_reaction_is_no_answer(rig: Rig) -> None:
    """A reaction that was removed while the bridge was down decides nothing; later, its removal undoes nothing."""
    if not (rig.remembers and rig.chat().hears_reactions):
        raise CannotDoError("react while the bridge is down")
    with TemporaryDirectory() as directory:
        team = Team(rig, f"{directory}/.renkei")
        with team.bridge() as bridge:
            team.ask("sqlite", "postgres")
            asked = team.shown("Which storage?").id
            assert bridge.wait_until_posted(PATIENCE)
        rig.react(rig.ann, asked, "1")
        rig.unreact(rig.ann, asked, "1")
        with team.bridge():
            hears(team)
            assert team.decided() == []
            rig.react(rig.ann, asked, "2")
            until(team.decided)
            rig.unreact(rig.ann, asked, "2")
            hears(team, "and now?")
            assert team.decided() == ["postgres"]
        team.project.close()


@check
def an_answer_that_is_edited_stays(rig: Rig) -> None:
    """The bridge rejects a change of a post that was an answer; the decision stays, even if the post is deleted."""
    team, chat = Team(rig), rig.chat()
    if not chat.has_threads:
        raise CannotDoError("reply")
    with team.bridge(chat):
        team.ask("sqlite", "postgres")
        asked = team.shown("Which storage?").id
        answer = rig.say(rig.ann, "2", asked)
        until(team.decided)
        rig.edit(rig.ann, answer, "1")
        team.shown("done already")
        with suppress(CannotDoError):
            rig.delete(rig.ann, answer)
        hears(team)
        assert team.decided() == ["postgres"]


@check
def two_answers_at_once_are_one_decision(rig: Rig) -> None:
    """The first of two people decides, the bridge tells the other, and the post shows the decision."""
    team, chat = Team(rig), rig.chat()
    if not chat.has_threads:
        raise CannotDoError("reply")
    team.project.join("kim", human=True)
    with team.bridge(chat, people={rig.ann: "human", rig.guest: "kim"}):
        team.ask("sqlite", "postgres")
        asked = team.shown("Which storage?").id
        together = Barrier(2)

        def answer(user: str, number: str) -> None:
            together.wait(PATIENCE)
            rig.say(user, number, asked)

        answering = [Thread(target=answer, args=one) for one in ((rig.ann, "1"), (rig.guest, "2"))]
        for one in answering:
            one.start()
        for one in answering:
            one.join()
        (chosen,) = until(team.decided)
        other = "human" if team.said("kim") == ["DECISION_RESULT"] else "kim"
        team.shown(f"decided {chosen!r}")
        assert len(team.decided()) == 1
        assert team.said(other) in ([], ["1"], ["2"])
        if chat.replaces_posts:
            until(lambda: [one for one in rig.posts() if one.id == asked and f"✓ {chosen}" in one.text])


@check
def a_renamed_channel_goes_on(rig: Rig) -> None:
    """The bridge posts and hears where the channel has another name."""
    team = Team(rig)
    with team.bridge():
        hears(team)
        rig.rename("renamed")
        rig.say(rig.ann, "said after")
        until(lambda: "said after" in team.said())
        team.note("made after")
        team.shown("made after")


@check
def a_closed_channel_gets_its_posts_later(rig: Rig) -> None:
    """While a channel takes no posts, the status names it; the posts follow in order, also after a restart."""
    with TemporaryDirectory() as directory:
        team = Team(rig, f"{directory}/.renkei")
        with ExitStack() as closed:
            with team.bridge() as bridge:
                team.note("number 0.")
                team.shown("number 0.")
                closed.enter_context(rig.closed())
                for number in range(1, 4):
                    team.note(f"number {number}.")
                assert bridge.wait_until_posted(PATIENCE)  # nothing waits for the channel
                assert bridge.problem.endswith(f"Posts wait for: {rig.channel}."), bridge.problem
            assert [one.text for one in rig.posts() if "number 1" in one.text] == []
        with team.bridge() as bridge:
            team.shown("number 3.")
            assert team.numbers() == ["0.", "1.", "2.", "3."]
            until(lambda: "Posts wait" not in bridge.problem)
        team.project.close()


@check
def a_limit_of_hours_is_named_and_outlived(rig: Rig) -> None:
    """While posts wait for hours, the status says until when, people are heard, and the bridge can end."""
    with TemporaryDirectory() as directory:
        team = Team(rig, f"{directory}/.renkei")
        with team.bridge() as bridge, rig.limited(7200.0):
            hears(team)
            team.note("number 0.")
            until(lambda: "Next attempt at" in bridge.problem, lambda: bridge.problem)
            team.note("number 1.")
            hears(team, "heard meanwhile")
        with team.bridge():
            team.shown("number 1.")
            assert team.numbers() == ["0.", "1."]
        team.project.close()


@check
def what_is_said_while_the_bridge_is_down_arrives(rig: Rig) -> None:
    """A bridge that starts again posts and hears what it missed, once."""
    if not rig.remembers:
        raise CannotDoError("remember")
    with TemporaryDirectory() as directory:
        team = Team(rig, f"{directory}/.renkei")
        rig.say(rig.ann, "before the bridge")
        with team.bridge() as bridge:
            hears(team)
            assert bridge.wait_until_posted(PATIENCE)
        team.note("made meanwhile")
        rig.say(rig.ann, "said meanwhile")
        with team.bridge() as bridge:
            until(lambda: "said meanwhile" in team.said())
            rig.say(rig.ann, "the end")
            until(lambda: "the end" in team.said())
            assert bridge.wait_until_posted(PATIENCE)
        assert [team.said().count(one) for one in ("before the bridge", "said meanwhile")] == [0, 1]
        assert [one.text.count("made meanwhile") for one in rig.posts() if "made meanwhile" in one.text] == [1]
        team.project.close()


@check
def an_answer_to_the_first_post_is_heard(rig: Rig) -> None:
    """The past ends before the bridge posts, so that an answer that comes before it listens is none of it."""
    team, chat, answered = Team(rig), rig.chat(), Event()
    listen = chat.listen

    def late(cursor: str) -> Iterator[Heard]:
        answered.wait(PATIENCE)
        yield from listen(cursor)

    chat.listen = late  # type: ignore[method-assign]
    rig.say(rig.ann, "before the bridge")
    with team.bridge(chat):
        team.note("the first post")
        team.shown("the first post")
        rig.say(rig.ann, "an answer to it")
        answered.set()
        until(lambda: "an answer to it" in team.said(), lambda: str(team.said()))
        assert not rig.remembers or "before the bridge" not in team.said()


@check
def a_post_whose_response_is_lost_is_not_made_twice(rig: Rig) -> None:
    """A post is repeated when its response was lost; the chat shows it once."""
    if not rig.recognizes_posts:
        raise CannotDoError("recognize posts")
    team, chat = Team(rig), rig.chat()
    make, lost = chat.post, list[str]()

    def losing(channel: str, post: Outgoing) -> str:
        made = make(channel, post)
        if post.key not in lost:
            lost.append(post.key)
            raise ChatUnreachableError("the response was lost")
        return made

    chat.post = losing  # type: ignore[method-assign]
    with team.bridge(chat) as bridge:
        team.note("only once")
        assert bridge.wait_until_posted(PATIENCE)
        assert lost
        team.shown("only once")
        assert [one.text.count("only once") for one in rig.posts() if "only once" in one.text] == [1]


@check
def an_outage_delays_and_loses_nothing(rig: Rig) -> None:
    """Messages made while the chat is down are posted when it is back, in order."""
    team = Team(rig)
    with team.bridge() as bridge:
        team.note("before.")
        team.shown("before.")
        with rig.outage():
            for number in range(3):
                team.note(f"number {number}.")
            until(lambda: bridge.problem)
        assert bridge.wait_until_posted(PATIENCE)
        assert team.numbers() == ["0.", "1.", "2."]
        until(lambda: bridge.problem == "", lambda: bridge.problem)
