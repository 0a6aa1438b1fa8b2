# The public names of `renkei.testing` by theme: `__init__.py` loads each name from here when it is first used, and type
# checkers read it.

# Models that play a script
from .models.script import Reply as Reply
from .models.script import Request as Request
from .models.script import Script as Script
from .models.server import ScriptedModel as ScriptedModel
