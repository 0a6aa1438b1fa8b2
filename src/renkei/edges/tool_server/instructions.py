"""The instructions of the tool server, from which a program's model learns about the team before any call.

Programs whose hooks give the agent its news must not be told to ask for it: each call costs a whole request.
"""

from renkei.protocol.primitives import Locale
from renkei.texts.say import say


def instructions(locale: Locale, agent: str = "", *, hooks: bool = False) -> str:
    """Return the instructions for an agent, or for a server of many agents. `hooks`: they give the agent its news."""
    way = "_by_hooks" if hooks else ""
    who = say(locale, "instructions.you", agent=agent) if agent else say(locale, "instructions.one_of_many")
    lines = (f"calls{way}", "work", f"rest{way}", "others")
    return "\n".join([who, *(say(locale, f"instructions.{line}") for line in lines)])
