"""A prompt of an editor as the text of a message: words as they are, files by their paths."""

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from acp.schema import (
    AudioContentBlock,
    EmbeddedResourceContentBlock,
    ImageContentBlock,
    ResourceContentBlock,
    TextContentBlock,
    TextResourceContents,
)

Block = TextContentBlock | ImageContentBlock | AudioContentBlock | ResourceContentBlock | EmbeddedResourceContentBlock


def prompt_text(blocks: Sequence[Block], folder: Path) -> str:
    """Return the text of a prompt; "" if nothing in it can be sent.

    Files in the folder are named relative to it. The text of a resource that is no file follows its address, because
    the team could not read it. Pictures and sound are left out.
    """
    return "".join(_part(one, folder) for one in blocks).strip()


def _part(block: Block, folder: Path) -> str:
    if isinstance(block, TextContentBlock):
        return block.text
    if isinstance(block, ResourceContentBlock):
        return _name(block.uri, folder)
    if isinstance(block, EmbeddedResourceContentBlock):
        found = block.resource
        is_text = isinstance(found, TextResourceContents) and urlsplit(found.uri).scheme != "file"
        text = f":\n{found.text}\n" if is_text and isinstance(found, TextResourceContents) else ""
        return f"{_name(found.uri, folder)}{text}"
    return ""


def _name(uri: str, folder: Path) -> str:
    """Return the path of a file, with the lines that the address names after it; another address as it is."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return f" {uri} "
    path = Path(unquote(parts.path))
    shown = path.relative_to(folder) if path.is_relative_to(folder) else path
    return f" {shown}{f'#{parts.fragment}' if parts.fragment else ''} "
