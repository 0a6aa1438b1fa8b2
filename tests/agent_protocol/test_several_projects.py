"""Agents of several projects at one server, and of a server behind a proxy with TLS."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import renkei as library
from a2a_client import A2aServer, connected, state_name
from agent_protocol.test_requests import ask, rpc
from process import renkei, running


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, A2aServer]]:
    root: Path = tmp_path_factory.mktemp("projects")
    for name in ("shop", "bank"):
        members = [library.Join("ann"), library.Join("client")]
        library.create(root / name, name, "a goal", members=members).close()
    words = ("--port", "0", "--allow-remote", "team.example", "--a2a", "shop/ann", "--a2a", "bank/ann")
    with running("serve", *words, "--format", "json", "shop", "bank", cwd=root) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said = json.loads("".join(iter(process.stdout.readline, "}\n")) + "}")
        assert said["a2a"] == [f"https://team.example/p/{one}/a2a/ann/" for one in ("shop", "bank")]
        listening = process.stderr.readline().split()[2]
        yield {one: A2aServer(root / one, f"{listening}p/{one}/", process) for one in ("shop", "bank")}


def test_each_project_has_its_own_agents_and_tokens(servers: dict[str, A2aServer]) -> None:
    async def client() -> None:
        for name, server in servers.items():
            async with connected(server, "ann", "client") as talk:
                task = await talk.say(f"Do it for the {name}.")
                assert state_name(task.status.state) == "submitted"
            with server.project() as project:
                assert project.find_contract(task.id).terms.inputs.description == f"Do it for the {name}."

    asyncio.run(client())


def test_the_token_of_another_project_is_refused(servers: dict[str, A2aServer]) -> None:
    foreign = servers["bank"].token("client")
    asked = rpc("GetTask", id="TC-001")
    servers["shop"].tokens["shop"] = foreign
    status, data = ask(servers["shop"], "/p/shop/a2a/ann", asked)
    assert (status, data["code"]) == (401, "TOKEN_REFUSED")


def test_a_card_names_the_address_of_the_proxy(servers: dict[str, A2aServer]) -> None:
    path = "/p/shop/a2a/ann/.well-known/agent-card.json"
    _, card = ask(servers["shop"], path, None, "GET", Authorization="none", Host="team.example")
    assert {one["url"] for one in card["supportedInterfaces"]} == {"https://team.example/p/shop/a2a/ann"}
    status, _ = ask(servers["shop"], path, None, "GET", Authorization="none", Host="evil.example")
    assert status == 421


@pytest.mark.parametrize("agent", ["ann", "club/ann", "shop/nobody"])
def test_an_agent_of_no_project_is_not_published(servers: dict[str, A2aServer], agent: str) -> None:
    done = renkei("serve", "--port", "0", "--a2a", agent, "shop", "bank", cwd=servers["shop"].directory.parent)
    assert done.returncode in (1, 2)
    assert ("Names: bank, shop" if agent != "shop/nobody" else "nobody") in done.stderr
