"""Print the project's context delivery as a document, or the one called NAME.

NAME is one of those that ship with renkei: default, specification, addressee_only.
"""

from typing import Any

import click

from renkei.budget.delivery.model import DEFAULT_DELIVERY, ContextDelivery
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.cli.arguments.options import FORMATS, format_choice, pager_option
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.project_directory import open_project
from renkei.engine.turns.deliveries import DELIVERIES, DeliveryName, delivery_text, named_delivery


@click.command("show", help=__doc__)
@click.argument("name", required=False, metavar="[NAME]", type=click.Choice(DELIVERIES))
@pager_option
@format_choice(FORMATS, "Text is a document in YAML; `renkei context delivery set` also reads JSON.")
def command(name: DeliveryName | None, output_format: str) -> None:
    if name is None:
        with open_project() as project:
            delivery = project.state.delivery
        name = "default" if delivery == DEFAULT_DELIVERY else None
    if name is not None and output_format == "text":
        echo(delivery_text(name), nl=False)
        return
    document = _document(named_delivery(name) if name is not None else delivery)
    if output_format in DATA:
        print_data(output_format, document)
        return
    echo(to_yaml(document), nl=False)


def _document(delivery: ContextDelivery) -> dict[str, Any]:
    settings = delivery.model_dump(mode="json", exclude={"tiers"})
    tiers = [one.model_dump(mode="json", exclude_defaults=True) for one in delivery.tiers]
    return {"context_delivery": {"tiers": tiers, **settings}}
