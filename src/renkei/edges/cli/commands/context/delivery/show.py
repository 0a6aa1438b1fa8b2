"""Print the project's context delivery as a document, or the one called NAME.

NAME is one of those that ship with renkei: default, specification, addressee_only.
"""

from pathlib import Path
from typing import Any

import click

from renkei.budget.delivery.model import DEFAULT_DELIVERY, ContextDelivery
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.echo import echo, print_json
from renkei.edges.cli.options import format_choice, open_project, project_option
from renkei.engine.deliveries import DELIVERIES, DeliveryName, delivery_text, named_delivery


@click.command("show", help=__doc__)
@project_option
@click.argument("name", required=False, metavar="[NAME]", type=click.Choice(DELIVERIES))
@format_choice(("yaml", "json"), "Format of the document; `renkei context delivery set` reads both.")
def command(directory: Path, name: DeliveryName | None, output_format: str) -> None:
    if name is None:
        with open_project(directory) as project:
            delivery = project.state.delivery
        name = "default" if delivery == DEFAULT_DELIVERY else None
    if name is not None and output_format == "yaml":
        echo(delivery_text(name), nl=False)
        return
    document = _document(named_delivery(name) if name is not None else delivery)
    if output_format == "json":
        print_json(document)
        return
    echo(to_yaml(document), nl=False)


def _document(delivery: ContextDelivery) -> dict[str, Any]:
    settings = delivery.model_dump(mode="json", exclude={"tiers"})
    tiers = [one.model_dump(mode="json", exclude_defaults=True) for one in delivery.tiers]
    return {"context_delivery": {"tiers": tiers, **settings}}
