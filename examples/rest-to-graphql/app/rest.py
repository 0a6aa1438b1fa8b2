"""The REST endpoints of the shop: each row of ROUTES is a method, a path and what answers it."""

from data import ORDERS, USERS


def list_users():
    """Return all users."""
    return list(USERS.values())


def find_user(user):
    """Return one user, or None."""
    return USERS.get(user)


def orders_of(user):
    """Return the orders of a user."""
    return [one for one in ORDERS if one["user"] == user]


ROUTES = {
    "GET /users": list_users,
    "GET /users/{id}": find_user,
    "GET /users/{id}/orders": orders_of,
}
