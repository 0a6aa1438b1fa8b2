"""The stream of a reply as the Messages API sends it: for models that play a script."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any


def message_stream(message: Mapping[str, Any], written: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the events of a complete message, each with its name: words of text, and the arguments of calls at once.

    `written`: the arguments as the model writes them, if they are not the JSON of a call's input.
    """
    begun = {**message, "content": [], "stop_reason": None}
    yield "message_start", {"type": "message_start", "message": begun}
    for index, block in enumerate(message["content"]):
        is_text = block["type"] == "text"
        empty = {**block, "text": ""} if is_text else {**block, "input": {}}
        yield "content_block_start", {"type": "content_block_start", "index": index, "content_block": empty}
        for delta in _text(block) if is_text else _arguments(block, written):
            yield "content_block_delta", {"type": "content_block_delta", "index": index, "delta": delta}
        yield "content_block_stop", {"type": "content_block_stop", "index": index}
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": stop, "usage": message["usage"]}
    yield "message_stop", {"type": "message_stop"}


def _text(block: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    yield from ({"type": "text_delta", "text": one} for one in re.findall(r"\S*\s*", block["text"]) if one)


def _arguments(block: Mapping[str, Any], written: str) -> Iterator[dict[str, str]]:
    arguments = written or json.dumps(block["input"], ensure_ascii=False)
    yield {"type": "input_json_delta", "partial_json": arguments}
