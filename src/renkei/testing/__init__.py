"""For your tests: scripted models, a clock that you move, faults, and assertions about what an agent was shown.

The names are listed by theme in `__init__.pyi`; each is imported when it is first used. pytest finds the fixtures of
`renkei.testing.plugin` by itself. The suite for your own chat is `renkei.testing.chat`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
