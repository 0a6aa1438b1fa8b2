"""Calls an outside agent with the SDK's client, over the transport that its card prefers.

The token goes only to the host that the person named: a card that sends requests to another host is rejected. So is one
that requires an extension which renkei does not have, because the SDK would ignore that.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import grpc
import httpx
from a2a.client import A2ACardResolver, Client, ClientConfig, ClientFactory
from a2a.client.client import ClientCallContext
from a2a.types import AgentCard, CancelTaskRequest, GetTaskRequest, Message, SendMessageRequest, StreamResponse, Task
from a2a.utils.constants import TransportProtocol
from a2a.utils.errors import A2AError

from renkei.edges.a2a.errors import OutsideAgentError, OutsideAgentUnfitError
from renkei.edges.a2a.outside.agent import is_local
from renkei.edges.a2a.parts import EXTENSION
from renkei.immutable.frozen import frozen

PATIENCE = 30.0
"""Seconds that a request may take."""

BINDINGS = [TransportProtocol.JSONRPC, TransportProtocol.HTTP_JSON, TransportProtocol.GRPC]

FAILURES = (A2AError, httpx.HTTPError, grpc.RpcError, OSError, ValueError)
"""What the SDK raises when an agent does not answer, or not as the protocol says."""


@frozen
class Calls:
    """Requests to one outside agent. All raise an error of `FAILURES`."""

    sdk: Client
    context: ClientCallContext
    typed: bool
    """Whether the agent speaks renkei's extension."""

    async def send(self, message: Message) -> StreamResponse:
        """Send a message without waiting for the end of its task; return the task, or a message."""
        found = StreamResponse()
        async for one in self.sdk.send_message(SendMessageRequest(message=message), context=self.context):
            found = one
        return found

    async def get(self, task: str) -> Task:
        """Return a task as it is."""
        return await self.sdk.get_task(GetTaskRequest(id=task), context=self.context)

    async def cancel(self, task: str) -> None:
        """Cancel a task."""
        await self.sdk.cancel_task(CancelTaskRequest(id=task), context=self.context)


@asynccontextmanager
async def connected(address: str, token: str = "") -> AsyncIterator[Calls]:
    """Yield the requests to an agent; raises OutsideAgentUnfitError, or an error of `FAILURES`."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as http:
        card = await A2ACardResolver(http, address).get_agent_card()
        check_card(card, address)
        typed = any(one.uri == EXTENSION for one in card.capabilities.extensions)
        sent = {**headers, "A2A-Extensions": EXTENSION} if typed else headers
        config = ClientConfig(
            streaming=False,
            polling=True,
            httpx_client=http,
            grpc_channel_factory=_channel,
            supported_protocol_bindings=[*BINDINGS],
        )
        parameters = {name.lower(): value for name, value in sent.items()}
        async with ClientFactory(config).create(card) as client:
            yield Calls(client, ClientCallContext(service_parameters=parameters, timeout=PATIENCE), typed)


def _channel(address: str) -> grpc.aio.Channel:
    target = address.partition("://")[2] or address
    host = urlsplit(f"//{target}").hostname or ""
    if is_local(host):
        return grpc.aio.insecure_channel(target)
    return grpc.aio.secure_channel(target, grpc.ssl_channel_credentials())


def check_card(card: AgentCard, address: str) -> None:
    """Raise OutsideAgentUnfitError for a card that must not be followed."""
    required = [one.uri for one in card.capabilities.extensions if one.required and one.uri != EXTENSION]
    if required:
        raise OutsideAgentUnfitError(
            address=address,
            reason=f"it requires extensions that renkei does not have ({', '.join(required)})",
            hint="Choose an agent that works without them.",
        )
    host = urlsplit(address).hostname
    known = [one for one in card.supported_interfaces if one.protocol_binding in BINDINGS]
    if not known:
        raise OutsideAgentUnfitError(
            address=address,
            reason=f"it offers none of the transports {', '.join(BINDINGS)}",
            hint="Choose an agent with one of them.",
        )
    elsewhere = {_domain(one.url) for one in known} - {host}
    if elsewhere:
        raise OutsideAgentUnfitError(
            address=address,
            reason=f"its card sends requests to another host ({', '.join(sorted(map(str, elsewhere)))})",
            hint="Give the address at which the agent itself answers.",
        )


def _domain(url: str) -> str | None:
    return urlsplit(url if "://" in url else f"//{url}").hostname


def read_role(address: str, token: str) -> str:
    """Return what an agent's card says it can do: its skills.

    Raises OutsideAgentError if it cannot be reached, or OutsideAgentUnfitError.
    """

    async def read() -> str:
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            card = await A2ACardResolver(http, address).get_agent_card()
        check_card(card, address)
        return ", ".join(one.id for one in card.skills)

    try:
        return asyncio.run(read())
    except FAILURES as error:
        raise OutsideAgentError(address=address, reason=reason_of(error)) from None


def reason_of(error: Exception) -> str:
    """Return why a request failed, on one line."""
    text = str(error) or type(error).__name__
    return " ".join(text.split())[:300].rstrip(".")
