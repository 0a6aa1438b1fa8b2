# The public names of `renkei.testing` by theme: `__init__.py` loads each name from here when it is first used, type
# checkers read it, and `docs/api.md` is written from it.

# Models that play a script
from .models.server import ScriptedModel as ScriptedModel
from .models.script import Reply as Reply
from .models.script import Script as Script
from .models.script import Request as Request

# Time
from .clock import ManualClock as ManualClock

# What an agent was shown
from .shown import assert_shown as assert_shown
from .shown import assert_not_shown as assert_not_shown
from .shown import last_context as last_context
from .shown import shown_messages as shown_messages
from .shown import ShownMessage as ShownMessage

# Faults
from .faults import log_faults as log_faults
from .faults import LogFaults as LogFaults
from .processes import ChildProcess as ChildProcess
