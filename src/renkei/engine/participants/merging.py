"""The action that ties the completion of an agent's work to the merge of its files."""

from renkei.immutable.frozen import frozen


@frozen
class SetMerging:
    """Set whether the files of an agent's accepted work must be merged before its contract is completed."""

    actor: str
    is_on: bool
