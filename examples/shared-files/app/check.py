"""Says of each part of the work whether it is done: `python3 check.py PART`, or all parts without an argument."""

import sys
from pathlib import Path

from shop import orders, prices

ITEMS = [{"price": 0.335, "count": 3}, {"price": 10, "count": 1}]
ORDER = {"id": "A-1", "item": "tea", "count": 3, "date": "2026-01-05", "is_cancelled": True}


def says(word):
    """Return whether a function of the orders says a word about an order."""
    found = [getattr(orders, name, None) for name in ("describe", "status")]
    return any(word in one(ORDER) for one in found if one)


PARTS = {
    "rounding": lambda: prices.total(ITEMS) == 11.01,
    "discount": lambda: 9.9 <= prices.total(ITEMS, is_member=True) < 9.92,
    "date": lambda: ORDER["date"] in orders.describe(ORDER),
    "cancelled": lambda: says("cancelled"),
    "guide": lambda: Path("GUIDE.md").is_file(),
}

if __name__ == "__main__":
    failed = [part for part in sys.argv[1:] or PARTS if not PARTS[part]()]
    print(f"not as it should be: {', '.join(failed)}" if failed else "as it should be")
    sys.exit(bool(failed))
