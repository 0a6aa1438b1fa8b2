"""The commands of `renkei`: one module a command, or a group of commands, in folders as the help lists them.

Each module is named after its command and calls it `command`. Its docstring is the help text; the first line is the
summary in the list of commands. The commands of a group are functions, whose docstrings are their help.
"""
