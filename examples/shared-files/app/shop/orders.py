"""The orders of the shop."""

LARGE = 100


def describe(order):
    """Return an order in one line."""
    return f"{order['id']}: {order['item']}"


def is_large(order):
    """Return whether an order needs a lorry."""
    return order["count"] > LARGE
