"""The agents of a project over gRPC, at a separate port: HTTP/2 cannot share the other one.

One service serves all agents; the `tenant` of a request names its agent, as the agent's card says.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import grpc
from a2a.server.context import ServerCallContext
from a2a.server.request_handlers.grpc_handler import DefaultGrpcServerCallContextBuilder, GrpcHandler
from a2a.types import a2a_pb2_grpc
from anyio.to_thread import run_sync

from renkei.edges.a2a.following import Records
from renkei.edges.a2a.handler import Requests
from renkei.errors import TokenRefusedError, UnknownActorError
from renkei.project.project import Project

LARGEST_MESSAGE = 4 * 1024 * 1024
"""Bytes."""

GRACE = 2.0
"""Seconds that requests may take to end when the server ends."""


def _token(metadata: Any) -> str:
    found = next((value for name, value in metadata or () if name == "authorization"), "")
    text = found if isinstance(found, str) else found.decode("utf-8", "replace")
    return text.partition(" ")[2].strip()


class _Builder(DefaultGrpcServerCallContextBuilder):
    def build(self, context: grpc.aio.ServicerContext[Any, Any]) -> ServerCallContext:
        found = super().build(context)
        found.state["token"] = _token(context.invocation_metadata())
        return found


class _Gate(grpc.aio.ServerInterceptor):
    """Refuses requests without a valid token before their message is read."""

    def __init__(self, project: Project) -> None:
        self._project = project

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        details: grpc.HandlerCallDetails,
    ) -> Any:
        """Return what answers a request."""
        try:
            await run_sync(self._project.token_holder, _token(details.invocation_metadata))
        except TokenRefusedError as error:
            return _refusing(str(error))
        return await continuation(details)


def _refusing(text: str) -> Any:
    async def refuse(request: object, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        await context.abort(grpc.StatusCode.UNAUTHENTICATED, text)

    return grpc.unary_unary_rpc_method_handler(refuse)


class GrpcServer:
    """Serves the agents of a project at a port of one address while it runs."""

    def __init__(self, host: str, port: int) -> None:
        self._host = f"[{host}]" if ":" in host else host
        self._port = port

    @property
    def address(self) -> str:
        """Host and port; of port 0 the real one, once it serves."""
        return f"{self._host}:{self._port}"

    @asynccontextmanager
    async def serving(self, project: Project, records: Records, agents: Sequence[str]) -> AsyncIterator[None]:
        """Serve during a block; raises OSError if the port is taken."""

        def agent_of(context: ServerCallContext) -> str:
            if context.tenant not in agents:
                raise UnknownActorError(actor=context.tenant, known=", ".join(agents))
            return context.tenant

        options = (("grpc.max_receive_message_length", LARGEST_MESSAGE), ("grpc.so_reuseport", 0))
        server = grpc.aio.server(interceptors=(_Gate(project),), options=options)
        handler = GrpcHandler(Requests(project, records, agent_of), _Builder())
        a2a_pb2_grpc.add_A2AServiceServicer_to_server(handler, server)  # type: ignore[no-untyped-call]
        try:
            self._port = server.add_insecure_port(self.address)
        except RuntimeError as error:
            raise OSError(f"cannot listen at {self.address}") from error
        logging.getLogger("grpc").setLevel(logging.CRITICAL)  # it logs what clients did wrong
        await server.start()
        try:
            yield
        finally:
            await server.stop(GRACE)
