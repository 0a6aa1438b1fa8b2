"""Everything that a participant can do, declared once: `table.ACTS` has a row for each act.

The doors (library, command line, HTTP, model tools, view, chats, teams) make their form of an act from its row.
"""
