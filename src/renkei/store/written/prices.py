"""The prices of models: a file in the project's directory that a person writes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter

from renkei.protocol.primitives import Frozen, Id
from renkei.store.layout import Layout
from renkei.store.written.typed_file import read_one

MILLION = 1_000_000

Amount = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
"""Money for a million tokens."""

Model = Annotated[str, Field(min_length=1, max_length=200)]


class Price(Frozen):
    """The price of a model."""

    input: Amount
    """For a million tokens that it reads."""
    output: Amount
    """For a million tokens that it writes."""


class Prices(Frozen):
    """The prices of models, and which model each agent uses."""

    currency: Annotated[str, Field(min_length=1, max_length=8)]
    """The currency of all prices, such as `USD`."""
    models: Annotated[Mapping[Model, Price], Field(min_length=1)]
    """The price of each model."""
    agents: Mapping[Id, Model] = Field(default_factory=dict)
    """The model of each agent."""
    default: str = ""
    """The model of all other agents; "" if they have none."""

    def cost(self, agent: str, read: int, further: int) -> float | None:
        """Return what an agent's tokens cost at most; None if its model has no price.

        `further` tokens, of which a provider reports only the sum, count at the higher of both prices.
        """
        price = self.models.get(self.agents.get(agent, self.default or ""))
        return None if price is None else (read * price.input + further * max(price.input, price.output)) / MILLION


PRICES: TypeAdapter[Prices] = TypeAdapter(Prices)


def read_prices(directory: Path | None) -> Prices | None:
    """Return the prices of a project; None without a file. Raises DocumentError."""
    path = None if directory is None else Layout(directory).prices
    return read_one(path, PRICES) if path is not None and path.is_file() else None
