"""What the first project and message of a process build: validators of their own kinds, not of all kinds."""

import os
import subprocess
import sys

FIRST = """
import renkei
from renkei.engine.commands import Join
from renkei.engine.events import MessageSent, RulesSet
from renkei.engine.record import Record
from renkei.protocol.messages import FreeformMessage, TaskResultMessage

with renkei.create(members=[Join("ann"), Join("bob")]) as project:
    said = {"intent_hint": "NOTE", "body": "hello", "requires_response": False, "urgency": "normal"}
    project.send(project.message("ann", renkei.Freeform(**said), "bob"))
    assert project.record(2).events[0].message.payload.body == "hello"
models = (FreeformMessage, MessageSent, Record, RulesSet, TaskResultMessage)
print(*(one.__name__ for one in models if one.__pydantic_complete__))
"""


def test_a_first_message_builds_no_validator_of_all_events_or_all_messages() -> None:
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.split() == ["FreeformMessage", "RulesSet"]
