"""renkei (連携, working together): a coordination layer for teams of AI agents and the people who supervise them.

    import renkei

    with renkei.open(".renkei") as project, project.turn("agent-backend") as turn:
        print(turn.context.text)

The public names are listed by theme in `__init__.pyi`. Each is imported when it is first used, so that a command that
needs few of them starts fast.
"""

from typing import Any

import lazy_loader

from renkei.deprecated import current_name

__version__ = "0.1.0"

_named, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> Any:
    return _named(current_name(name))
