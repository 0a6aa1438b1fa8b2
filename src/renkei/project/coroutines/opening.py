"""Opening a project in an event loop; `open_async` and `create_async` are generated from `open` and `create`."""

from collections.abc import Callable, Generator
from typing import Any

from renkei.project.coroutines.calls import Calls
from renkei.project.coroutines.project import AsyncProject
from renkei.project.project import Project


class Opening:
    """A project that opens when it is awaited, or at the beginning of a block that closes it."""

    def __init__(self, make: Callable[[], Project]) -> None:
        self._make = make
        self._project: AsyncProject | None = None

    def __await__(self) -> Generator[Any, Any, AsyncProject]:
        return self._open().__await__()

    async def __aenter__(self) -> AsyncProject:
        self._project = await self._open()
        return self._project

    async def __aexit__(self, *_: object) -> None:
        if self._project is not None:
            await self._project.close()

    async def _open(self) -> AsyncProject:
        calls = Calls(1)
        try:
            return AsyncProject(await calls.run(self._make, Project.close))
        finally:
            await calls.close()
