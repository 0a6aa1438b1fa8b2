"""Proves a part of the work: `python3 check.py endpoints|schema|resolvers|frontend`. The tasks of the team name it."""

import re
import sys
from pathlib import Path

import rest

HERE = Path(__file__).parent


def endpoints():
    """Return which endpoints endpoints.md leaves out."""
    text = (HERE / "endpoints.md").read_text()
    return [f"endpoints.md does not name {one}" for one in rest.ROUTES if one not in text]


def schema():
    """Return which fields schema.graphql lacks."""
    text = (HERE / "schema.graphql").read_text()
    types = dict(re.findall(r"type (\w+) \{(.*?)\}", text, re.DOTALL))
    wanted = {"Query": ("users", "user"), "User": ("id", "name", "orders"), "Order": ("id", "item", "price")}
    return [
        f"schema.graphql lacks {kind}.{field}"
        for kind, fields in wanted.items()
        for field in fields
        if not re.search(rf"\b{field}\b", types.get(kind, ""))
    ]


def resolvers():
    """Return where the resolvers differ from the REST endpoints."""
    from resolvers import RESOLVERS

    users = RESOLVERS["Query"]["users"](None, {})
    found = [] if users == rest.list_users() else ["Query.users differs from GET /users"]
    for user in users:
        if RESOLVERS["Query"]["user"](None, {"id": user["id"]}) != rest.find_user(user["id"]):
            found.append(f"Query.user({user['id']}) differs from GET /users/{{id}}")
        if RESOLVERS["User"]["orders"](user, {}) != rest.orders_of(user["id"]):
            found.append(f"User.orders of {user['id']} differs from GET /users/{{id}}/orders")
    return found


def frontend():
    """Return what web/app.js still does."""
    text = (HERE / "web" / "app.js").read_text()
    found = [] if 'fetch("/graphql"' in text else ["web/app.js does not ask /graphql"]
    return found + (["web/app.js still asks /users"] if "/users" in text else [])


if __name__ == "__main__":
    problems = {one.__name__: one for one in (endpoints, schema, resolvers, frontend)}[sys.argv[1]]()
    print("\n".join(problems) or f"{sys.argv[1]}: as it should be")
    sys.exit(bool(problems))
