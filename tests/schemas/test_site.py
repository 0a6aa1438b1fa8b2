"""The schemas on the built site: a validator loads each by its `$id`, over HTTP."""

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import urlopen

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from site_schemas import site_address, write_schemas

from renkei.schemas.published import load, names
from schemas.mutations import MESSAGES, ROOTED


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 – the name of the overridden parameter
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with the schemas."""
    site = tmp_path_factory.mktemp("site")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        url = f"http://127.0.0.1:{server.server_port}/docs/"
        write_schemas(site / "docs", url)
        Thread(target=server.serve_forever, daemon=True).start()
        yield url
        server.shutdown()


def fetched(url: str) -> Any:
    with urlopen(url) as answer:
        return json.loads(answer.read())


def retrieved(url: str) -> Resource[Any]:
    return Resource.from_contents(fetched(url))


@pytest.mark.parametrize("name", names())
def test_an_id_is_the_address_of_its_schema_and_nothing_else_differs(name: str, address: str) -> None:
    url = f"{address}schemas/v1/{name}.json"
    assert fetched(url) == load(name) | {"$id": url}


@pytest.mark.parametrize("name", [*MESSAGES, *ROOTED])
def test_a_validator_loads_a_schema_by_its_address(name: str, address: str) -> None:
    schema = {"$ref": f"{address}schemas/v1/{name}.json"}
    by_url = Draft202012Validator(schema, registry=Registry(retrieve=retrieved))
    document = {**MESSAGES, **ROOTED}[name]
    assert by_url.is_valid(document)
    assert not by_url.is_valid({**document, "mood": 1})


def test_the_schemas_keep_their_names_without_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SITE_URL", raising=False)
    write_schemas(tmp_path, site_address())
    assert json.loads((tmp_path / "schemas" / "v1" / "message.json").read_text())["$id"] == "urn:renkei:v1:message"
    monkeypatch.setenv("SITE_URL", "https://docs.example")
    assert site_address() == "https://docs.example"
