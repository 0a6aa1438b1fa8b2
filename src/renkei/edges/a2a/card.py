"""Agent cards, which tell A2A clients what a participant offers, and where."""

from collections.abc import Sequence
from urllib.parse import quote

from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentExtension,
    AgentInterface,
    AgentSkill,
    HTTPAuthSecurityScheme,
    SecurityRequirement,
    SecurityScheme,
    StringList,
)
from a2a.utils.constants import PROTOCOL_VERSION_1_0, TransportProtocol

from renkei import __version__
from renkei.edges.a2a.parts import EXTENSION, INPUT_MODES, MESSAGE, PLAIN
from renkei.engine.state import State
from renkei.errors import BadValueError, UnknownActorError
from renkei.texts.say import say

BEARER = "renkei_token"
"""The name of the security scheme in a card."""

OLDER = "0.3"
"""The earlier version of the protocol, which the SDK translates."""


def check_agents(state: State, agents: Sequence[str]) -> None:
    """Raise UnknownActorError, or BadValueError for a person: only agents are published."""
    for name in agents:
        if name not in state.actors:
            raise UnknownActorError(actor=name, known=state.known_actors())
        if state.actors[name].human:
            raise BadValueError(path="/a2a", got=name, problem=f"{name!r} is a human", expected="an agent")


def card_of(state: State, agent: str, address: str, grpc: str = "") -> AgentCard:
    """Return the card of an agent. `address`: of its requests over HTTP; `grpc`: host and port, "" without gRPC."""
    actor, locale = state.actors[agent], state.locale
    role = actor.role or agent
    bindings = (TransportProtocol.JSONRPC, TransportProtocol.HTTP_JSON)
    interfaces = [
        AgentInterface(url=address, protocol_binding=one, protocol_version=version)
        for version in (PROTOCOL_VERSION_1_0, OLDER)
        for one in bindings
    ]
    if grpc:
        interfaces.append(
            AgentInterface(
                url=grpc,
                protocol_binding=TransportProtocol.GRPC,
                protocol_version=PROTOCOL_VERSION_1_0,
                tenant=agent,
            )
        )
    bearer = HTTPAuthSecurityScheme(scheme="Bearer", description=say(locale, "a2a.token"))
    skill = AgentSkill(
        id=role,
        name=role,
        description=say(locale, "a2a.skill", agent=agent, role=role),
        tags=[role],
        input_modes=INPUT_MODES,
    )
    return AgentCard(
        name=agent,
        description=say(locale, "a2a.description", agent=agent, role=role, project=state.name or agent),
        version=__version__,
        supported_interfaces=interfaces,
        capabilities=AgentCapabilities(
            streaming=True,
            push_notifications=False,
            extensions=[AgentExtension(uri=EXTENSION, description=say(locale, "a2a.extension"), required=False)],
        ),
        security_schemes={BEARER: SecurityScheme(http_auth_security_scheme=bearer)},
        security_requirements=[SecurityRequirement(schemes={BEARER: StringList()})],
        default_input_modes=INPUT_MODES,
        default_output_modes=[PLAIN, MESSAGE],
        skills=[skill],
    )


def path_of(agent: str) -> str:
    """Return an agent's id as a segment of an address."""
    return quote(agent, safe="")
