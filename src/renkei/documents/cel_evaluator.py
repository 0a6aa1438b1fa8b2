"""The evaluator of CEL expressions, without the command line of its package.

`import cel` also imports typer, prompt_toolkit, pygments and rich, which takes eight times as long as the evaluator. So
the compiled module is loaded alone, under its own name: an `import cel` elsewhere in the process shares it. Importing
this module loads it; only functions that evaluate something import this module.
"""

import sys
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from typing import Any

_NAME = "cel.cel"


def _load() -> Any:
    if _NAME not in sys.modules:
        package = PathFinder.find_spec("cel")
        spec = PathFinder.find_spec(_NAME, package.submodule_search_locations) if package else None
        if spec is not None and spec.loader is not None:  # otherwise found by another way, as in a frozen program
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
            sys.modules[_NAME] = module
    return import_module(_NAME)


compile_expression = _load().compile
"""Parse a CEL expression and return a program; raises ValueError for a fault."""
