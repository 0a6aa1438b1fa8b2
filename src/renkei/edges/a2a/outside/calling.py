"""Calls an outside agent with the SDK's client, over the transport that its card prefers.

The token goes only to the host that the person named: a card that sends requests to another host is rejected. So is one
that requires an extension which renkei does not have, because the SDK would ignore that.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from urllib.parse import urlsplit

import grpc
import httpx
from a2a.client import A2ACardResolver, Client, ClientConfig, ClientFactory
from a2a.client.client import ClientCallContext
from a2a.types import (
    AgentCard,
    CancelTaskRequest,
    GetTaskRequest,
    Message,
    SendMessageRequest,
    StreamResponse,
    SubscribeToTaskRequest,
    Task,
)
from a2a.utils.constants import TransportProtocol
from a2a.utils.errors import A2AError
from google.protobuf.json_format import ParseError

from renkei.acts.names import first_line
from renkei.edges.a2a.errors import OutsideAgentError, OutsideAgentUnfitError
from renkei.edges.a2a.outside.agent import is_local
from renkei.edges.a2a.outside.answered import LARGEST_ANSWER, PLAIN, bounded
from renkei.edges.a2a.parts import EXTENSION
from renkei.immutable.frozen import frozen

PATIENCE = 30.0
"""Seconds that a request may take."""

LONGEST_NAME = 256
"""Characters of the id of a task or a context."""

BINDINGS = [TransportProtocol.JSONRPC, TransportProtocol.HTTP_JSON, TransportProtocol.GRPC]

FAILURES = (A2AError, httpx.HTTPError, grpc.RpcError, ParseError, OSError, ValueError)
"""The errors of the SDK when an agent does not answer, or breaks the protocol."""


@frozen
class Calls:
    """Requests to one outside agent. All raise an error of `FAILURES`."""

    sdk: Client
    context: ClientCallContext
    typed: bool
    """Whether the agent speaks renkei's extension."""
    streaming: Client | None = None
    """The client for streams, if the agent has them."""

    async def send(self, message: Message) -> StreamResponse:
        """Send a message without waiting for the end of its task; return the task, or a message."""
        found = StreamResponse()
        async with asyncio.timeout(PATIENCE):
            async for one in self.sdk.send_message(SendMessageRequest(message=message), context=self.context):
                found = one
        if not found.HasField("message") and not found.task.id:
            raise ValueError("it answered with neither a task nor a message")
        _check_names(found.task.id, found.task.context_id, found.message.context_id, found.message.message_id)
        return found

    async def get(self, task: str) -> Task:
        """Return a task as it is."""
        async with asyncio.timeout(PATIENCE):
            found = await self.sdk.get_task(GetTaskRequest(id=task, history_length=1), context=self.context)
        if found.id != task:
            raise ValueError(f"it was asked for the task {task}, and returned another one")
        _check_names(found.context_id, found.status.message.message_id)
        return found

    async def subscribe(self, task: str) -> AsyncIterator[None]:
        """Yield whenever an agent with streams says something about a task."""
        context = ClientCallContext(service_parameters=self.context.service_parameters)
        if self.streaming is not None:
            async for _ in self.streaming.subscribe(SubscribeToTaskRequest(id=task), context=context):
                yield

    async def cancel(self, task: str) -> None:
        """Cancel a task."""
        async with asyncio.timeout(PATIENCE):
            await self.sdk.cancel_task(CancelTaskRequest(id=task), context=self.context)


def _check_names(*names: str) -> None:
    if any(len(one) > LONGEST_NAME for one in names):
        raise ValueError(f"one of its ids has more than {LONGEST_NAME} characters")


async def _read_card(http: httpx.AsyncClient, address: str) -> AgentCard:
    """Return the card of an agent; raises OutsideAgentUnfitError, or an error of `FAILURES`."""
    async with asyncio.timeout(PATIENCE):
        try:
            card = await A2ACardResolver(http, address).get_agent_card()
        except (
            AttributeError,
            TypeError,
            KeyError,
            RecursionError,
        ) as error:  # the SDK reads JSON of another form with these
            raise ValueError(f"its card is not a card of A2A ({error})") from None
    check_card(card, address)
    return card


def _client(headers: Mapping[str, str]) -> httpx.AsyncClient:
    hooks = {"response": [bounded]}
    return httpx.AsyncClient(headers={**PLAIN, **headers}, timeout=PATIENCE, event_hooks=hooks)


@asynccontextmanager
async def connected(address: str, token: str = "") -> AsyncIterator[Calls]:
    """Yield the requests to an agent; raises OutsideAgentUnfitError, or an error of `FAILURES`."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with _client(headers) as http:
        card = await _read_card(http, address)
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
        context = ClientCallContext(service_parameters=parameters, timeout=PATIENCE)
        async with AsyncExitStack() as stack:
            client = await stack.enter_async_context(ClientFactory(config).create(card))
            streaming = None
            if card.capabilities.streaming:
                streams = ClientFactory(replace(config, streaming=True)).create(card)
                streaming = await stack.enter_async_context(streams)
            yield Calls(client, context, typed, streaming)


def _channel(address: str) -> grpc.aio.Channel:
    target = address.partition("://")[2] or address
    host = urlsplit(f"//{target}").hostname or ""
    options = (("grpc.max_receive_message_length", LARGEST_ANSWER),)
    if is_local(host):
        return grpc.aio.insecure_channel(target, options)
    return grpc.aio.secure_channel(target, grpc.ssl_channel_credentials(), options)


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
    if not is_local(host or "") and any(urlsplit(one.url).scheme == "http" for one in known):
        raise OutsideAgentUnfitError(
            address=address,
            reason="its card sends requests over http, which anyone on the network could read",
            hint="Have its card name https addresses only.",
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
        async with _client({}) as http:
            card = await _read_card(http, address)
        return first_line(", ".join(one.id for one in card.skills))

    try:
        return asyncio.run(read())
    except FAILURES as error:
        raise OutsideAgentError(address=address, reason=reason_of(error)) from None


def reason_of(error: Exception) -> str:
    """Return why a request failed, on one line."""
    text = str(error) or type(error).__name__
    return " ".join(text.split())[:300].rstrip(".")
