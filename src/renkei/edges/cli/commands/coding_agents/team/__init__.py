"""Run a team of agents from one file: a goal, a lead, and members with their roles, models, tools and limits.

`renkei team run TEAM.yaml` runs it until its work is done, `renkei team chat` lets you talk to its lead. The members
are participants of the project beside the file: all other commands show and steer them too.
"""

from renkei.edges.cli.lazy_group import LazyGroup

SECTIONS = {"Commands": ("run", "chat", "status", "stop")}

command = LazyGroup("team", package=__name__, sections=SECTIONS, help=__doc__)
