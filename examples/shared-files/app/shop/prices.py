"""What an order costs."""


def total(items, is_member=False):
    """Return the price of the items of an order."""
    return sum(item["price"] * item["count"] for item in items)
