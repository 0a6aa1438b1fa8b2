"""Any act as a form of the person's view: the fields to send for its arguments."""

from collections.abc import Iterator, Mapping
from typing import Any

from renkei.documents.json_pointer import join
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.view.board.controls import control_of
from renkei.edges.view.forms.arguments import _schema
from visitor import Reply, Visitor


def form_fields(act: str, arguments: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the fields of the form that holds the arguments of an act, given as plain data."""
    if act == "send":
        message = {**arguments["message"]}
        return {"type": [message.pop("type")]} | dict(_pointers("", message))
    if act == "open_contract":
        return dict(_pointers("", arguments["task_contract"]))
    if act == "write":
        rows = [{**row, "value": control_of(row["path"]).shown(row["value"])} for row in arguments["writes"]]
        return dict(_pointers("/writes", rows))
    data = [name for name, one in _schema(act)[0]["properties"].items() if one.get("type") == "object"]
    typed = {f"/{name}": [_yaml(one)] for name, one in arguments.items() if name in data}
    fields = typed | dict(_pointers("", {name: one for name, one in arguments.items() if name not in data}))
    fields = {name[1:] if name.count("/") == 1 else name: found for name, found in fields.items()}
    return fields | ({"meant": ["yes"]} if act == "leave" else {})


def _yaml(value: Any) -> str:
    return value if isinstance(value, str) else to_yaml(value)


def _pointers(path: str, value: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield the fields of plain data by their JSON Pointers; a list of texts is one field with several values."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield from _pointers(path + join(name), one)
    elif isinstance(value, list | tuple) and any(not isinstance(one, str) for one in value):
        for index, one in enumerate(value):
            yield from _pointers(f"{path}/{index}", one)
    elif isinstance(value, list | tuple):
        yield path, list(value)
    elif value is not None and value is not False:
        yield path, ["yes" if value is True else str(value)]


def send_act(visitor: Visitor, act: str, arguments: Mapping[str, Any], **fields: str) -> Reply:
    """Send the form of an act as a person who is signed in; 303 is the status of an act that was done."""
    return visitor.post(f"/acts/{act}", visitor.form(**fields) | form_fields(act, arguments))  # type: ignore[arg-type]
