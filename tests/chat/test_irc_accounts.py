"""IRC as a chat, where ngircd cannot show it: accounts and SASL against lines from a script, and texts as lines."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irc_server import ScriptedServer, eventually
from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.irc.chat import MARK, IrcChat, lines_of
from renkei.edges.chat.irc.link import Line
from renkei.edges.chat.options import IrcOptions
from renkei.edges.chat.port import Heard, Membership, Outgoing, Position, Post


def options(port: int, **more: object) -> IrcOptions:
    return IrcOptions(server="127.0.0.1", port=port, tls=False, **({"trust_nicks": True} | more))  # type: ignore[arg-type]


def test_only_an_account_is_an_identity() -> None:
    server = ScriptedServer("sasl=PLAIN account-tag account-notify extended-join")
    chat = IrcChat(options(server.port, trust_nicks=False, account="renkei-account"), password="secret")
    chat.open(["#team"])
    assert "AUTHENTICATE " + "cmVua2VpLWFjY291bnQAcmVua2VpLWFjY291bnQAc2VjcmV0" in [
        one.replace(":", "") for one in server.heard
    ]
    heard = chat.listen("")
    assert next(heard) == Position("")
    assert next(heard) == Membership("#team", "~ann", joined=True)
    assert next(heard) == Membership("#team", "ann-account", True)

    def says(*lines: str, count: int) -> list[str]:
        server.send(*lines)
        return [who(next(heard)) for _ in range(count)]

    def who(one: Heard) -> str:
        if isinstance(one, Post):
            return f"{one.author} says {one.text}"
        assert isinstance(one, Membership)
        return f"{'+' if one.joined else '-'}{one.user}"

    # The tag on the line counts. The same nickname without an account is nobody.
    assert says("@account=ann-account :ann!a@h PRIVMSG #team :hi", count=1) == ["ann-account says hi"]
    assert says(":ann!a@h PRIVMSG #team :!accept TC-1", count=1) == ["~ann says !accept TC-1"]
    assert says("@account=eve;x=\\: :ann!a@h PRIVMSG renkei :hi", count=1) == ["eve says hi"]
    assert chat.send("ann-account", Outgoing("1", "to you")) == ""
    assert f"PRIVMSG ann :to you{MARK}" in server.heard

    # Whoever takes the nickname next is somebody else. Only who leaves the channel leaves its group.
    assert says(":ann!a@h QUIT :bye", ":ann!x@y JOIN #team * :Ann", count=1) == ["+~ann"]
    assert chat.send("ann-account", Outgoing("2", "to you")) is None
    assert says(":ann!x@y ACCOUNT ann-account", ":ann!x@y NICK ann2", ":ann2!x@y ACCOUNT *", count=2) == [
        "+ann-account",
        "+~ann2",
    ]
    assert says(":bob!b@h JOIN #team bob-account :Bob", ":bob!b@h PART #team", count=2) == [
        "+bob-account",
        "-bob-account",
    ]
    assert says(":bob!b@h JOIN #team bob-account :Bob", ":op!o@h KICK #team bob :out", count=2)[1] == "-bob-account"

    # A program is recognized by its tag, and the services of the network by their names.
    for line in ("@bot :mia!a@h PRIVMSG #team :hi", ":NickServ!a@h PRIVMSG renkei :hi", ":mia!a@h PRIVMSG #team :hi"):
        server.send(line)
    assert [one.automated for one in (next(heard) for _ in range(3)) if isinstance(one, Post)] == [True, True, False]

    # Lines that say nothing do no harm.
    server.send("", ":", "@", "@a=b", ":x", ":ann!a@h PRIVMSG", ":ann!a@h PRIVMSG #team", ":s 353", ":s KICK #team")
    assert says("@account=ann-account :ann!a@h PRIVMSG #team :still here", count=1) == ["ann-account says still here"]
    chat.close()
    server.close()


def test_a_block_after_a_line_of_another_bridge_is_that_bridges() -> None:
    server = ScriptedServer("")
    chat = IrcChat(options(server.port))
    chat.open(["#team"])
    heard = (one for one in chat.listen("") if isinstance(one, Post))
    for text in (f"worker → coder{MARK}", "```renkei", "{}", "```", "a person", "```renkei", "{}", "```"):
        server.send(f":other!a@h PRIVMSG #team :{text}")
    found = [next(heard) for _ in range(4)]
    assert [(one.text, one.relayed) for one in found] == [
        ("worker → coder", True),
        ("```renkei\n{}\n```", True),
        ("a person", False),
        ("```renkei\n{}\n```", False),
    ]
    chat.close()
    server.close()


@pytest.mark.parametrize(
    ("offers", "sasl", "more", "says"),
    [
        ("sasl", "904", {}, "the account or its password is wrong"),
        ("account-tag", "903", {}, "no sign-in with a password"),
        ("account-tag", "903", {"nickserv": True}, ""),
    ],
)
def test_a_password_is_sent_to_nobody_who_was_not_named(
    offers: str, sasl: str, more: dict[str, bool], says: str
) -> None:
    server = ScriptedServer(offers, sasl)
    chat = IrcChat(options(server.port, **more), password="secret")
    if says:
        with pytest.raises(ChatRefusedError, match=says):
            chat.open(["#team"])
    else:
        chat.open(["#team"])
    assert [one for one in server.heard if "secret" in one] == (
        ["PRIVMSG NickServ :IDENTIFY renkei secret"] if more else []
    )
    chat.close()
    server.close()


def test_a_server_that_says_nothing_any_more_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.edges.chat.irc.link.IDLE_SECONDS", 0.1)
    server = ScriptedServer("")
    chat = IrcChat(options(server.port))
    chat.open(["#team"])
    heard = chat.listen("")
    assert next(heard) == Position("")
    assert next(heard) == Membership("#team", "ann", joined=True)
    eventually(lambda: server.heard.count("PING :idle") > 2)  # it is asked, and answers
    server.silent = True
    with pytest.raises(ChatUnreachableError, match="does not answer"):
        next(heard)
    chat.close()
    server.close()


@pytest.mark.parametrize("channel", ["team", "#a b", "#a,#b", "#a\r\nQUIT", ""])
def test_what_is_no_channel_is_refused(channel: str) -> None:
    with pytest.raises(ChatRefusedError, match="is not a channel"):
        IrcChat(options(1)).open([channel])


@given(st.text(), st.lists(st.from_regex("[a-z]{1,9}", fullmatch=True), max_size=30), st.integers(60, 400))
def test_no_line_is_too_long_and_none_is_two(text: str, mentions: list[str], limit: int) -> None:
    lines = list(lines_of(text, mentions, limit))
    assert all(0 < len(one.encode("utf-8", "replace")) <= limit and not re.search(r"[\x00-\x1f]", one) for one in lines)
    squeeze = lambda found: re.sub(r"[\s\x00-\x1f\x7f]", "", found)  # noqa: E731
    assert squeeze("".join(lines)).endswith(squeeze("".join(text.splitlines())))
    assert all(one in " ".join(lines) for one in mentions)


@given(st.text())
def test_every_line_of_a_server_can_be_read(text: str) -> None:
    Line.parse(text)


def test_a_line_is_read_as_the_protocol_says() -> None:
    line = Line.parse("@a=1\\:\\s;b :nick!user@host PRIVMSG #team :two words : here")
    assert line == Line({"a": "1; ", "b": ""}, "nick", "PRIVMSG", ("#team", "two words : here"))
    assert Line.parse("PING x") == Line({}, "", "PING", ("x",))
