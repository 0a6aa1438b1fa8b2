"""Sends requests to the person's view, as a browser or as whoever pretends to be one."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass, replace
from http.client import HTTPConnection
from urllib.parse import urlencode

FORM = "application/x-www-form-urlencoded"


@dataclass
class Reply:
    """What came back: the status, the headers by their names in small letters, and the text."""

    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Visitor:
    """Sends requests as somebody's browser, with a cookie."""

    port: int
    cookie: str = ""
    host: str = ""
    """The name of the view, with its port; by default the server's address."""

    def send(self, method: str, path: str, body: str | bytes | None = None, **headers: str) -> Reply:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        kind = {"Content-Type": FORM} if body is not None else {}
        cookie = {"Cookie": self.cookie} if self.cookie else {}
        host = {"Host": self.host} if self.host else {}
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, kind | host | cookie | named)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
        finally:
            connection.close()
        return Reply(answer.status, {name.lower(): one for name, one in answer.getheaders()}, text)

    def get(self, path: str, **headers: str) -> Reply:
        return self.send("GET", path, **headers)

    def post(self, path: str, fields: Mapping[str, str | list[str]], **headers: str) -> Reply:
        return self.send("POST", path, urlencode(fields, doseq=True), **headers)

    def form(self, **fields: str) -> dict[str, str]:
        """Return the fields of a form of the first page, and some more."""
        page = self.get("/").text
        return {"form_token": hidden(page, "form_token"), "command_id": hidden(page, "command_id"), **fields}

    def raw(self, request: str, *headers: str) -> socket.socket:
        """Return a connection on which the head of a request was sent."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        lines = (f"{request} HTTP/1.1", f"Host: {self.host}", f"Cookie: {self.cookie}", *headers)
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        return connection


def hidden(page: str, name: str) -> str:
    """Return the value of the first hidden field of a name."""
    return page.partition(f'name="{name}" value="')[2].partition('"')[0]


def enter(nobody: Visitor, token: str) -> Visitor:
    """Return another visitor of the same view, who has signed in with a token."""
    visitor = replace(nobody)
    answer = visitor.post("/sign-in", {"token": token})
    assert answer.status == 303, answer
    visitor.cookie = answer.headers["set-cookie"].partition(";")[0]
    return visitor
