"""The context deliveries that ship with the package, by name (section 3)."""

from functools import cache
from importlib import resources
from typing import Literal, get_args

from renkei.budget.delivery.model import ContextDelivery

DeliveryName = Literal["default", "specification", "addressee_only"]

DELIVERIES: tuple[DeliveryName, ...] = get_args(DeliveryName)
"""`default` is the delivery of a project that sets none."""


def delivery_text(name: DeliveryName) -> str:
    """Return the file of a delivery that ships with the package."""
    return resources.files("renkei.budget.delivery").joinpath(f"{name}.yaml").read_text(encoding="utf-8")


@cache
def named_delivery(name: DeliveryName) -> ContextDelivery:
    """Return a delivery that ships with the package."""
    from renkei.documents.yaml_reader import read_yaml  # slow to import, as YAML is
    from renkei.engine.validation import check

    checked = check(next(iter(read_yaml(delivery_text(name)))))
    assert not checked.problems, checked.problems
    delivery: ContextDelivery = checked.model
    return delivery
