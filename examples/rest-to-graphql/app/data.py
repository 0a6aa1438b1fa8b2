"""What the shop knows."""

USERS = {1: {"id": 1, "name": "Ada"}, 2: {"id": 2, "name": "Grace"}}
ORDERS = [
    {"id": 10, "user": 1, "item": "compiler", "price": 120},
    {"id": 11, "user": 1, "item": "keyboard", "price": 45},
    {"id": 12, "user": 2, "item": "manual", "price": 30},
]
