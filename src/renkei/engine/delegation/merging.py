"""The actions of the queue that merges accepted work. Only the runtime takes them."""

from renkei.immutable.frozen import frozen


@frozen
class RecordMerge:
    """Record that the files of accepted work are on a branch, which completes the contract.

    `commit`: the branch's commit that has them. `files`: the paths that changed on the branch.
    """

    contract: str
    branch: str
    commit: str
    files: tuple[str, ...] = ()


@frozen
class DelayMerge:
    """Record why accepted work cannot be merged now; it stays accepted and is tried again."""

    contract: str
    reason: str
