"""A bridge between a project and rooms of a real homeserver, and what the log has taken from them."""

import renkei
from matrix_people import Person, eventually
from renkei import Freeform, Project
from renkei.edges.chat.bridge.bridge import Bridge
from renkei.edges.chat.matrix.chat import MatrixChat
from renkei.edges.chat.options import MatrixOptions
from renkei.edges.chat.settings import BridgeSettings


def settings(people: dict[str, Person], *channels: str, **more: object) -> BridgeSettings:
    who = {people["mia"].id: "human", people["lin"].id: "lin", people["helper"].id: "helper"}
    shown = {one: "front" if "front" in one else "all" for one in channels}
    return BridgeSettings.model_validate({"chat": "matrix", "channels": shown, "people": who, **more})


def chat(people: dict[str, Person], token: str = "") -> MatrixChat:
    bot = people["renkei"]
    return MatrixChat(MatrixOptions(homeserver=bot.server.address), token=token or bot.account.token)


def bridge(project: Project, people: dict[str, Person], *channels: str, **more: object) -> Bridge:
    return Bridge(project, chat(people), name="matrix", settings=settings(people, *channels, **more))


def text(body: str, *, asks: bool = False) -> Freeform:
    return Freeform(intent_hint="NOTE", body=body, requires_response=asks, urgency="normal")


def bodies(project: Project) -> list[str]:
    """Return the texts of every message in the log, in order."""
    return [getattr(one.payload, "body", "") for one in messages(project)]


def messages(project: Project) -> list[renkei.AnyMessage]:
    return [event.message for one in project.records() for event in one.events if hasattr(event, "message")]


def taken(project: Project, body: str) -> renkei.AnyMessage:
    """Return the message with a text in it, as soon as the log has it."""
    return eventually(
        lambda: next((one for one in messages(project) if body in getattr(one.payload, "body", "")), None), body
    )


def relation(event: dict) -> dict:
    return event["content"].get("m.relates_to", {})
