"""The system calls that a caged command may not make, as a program for seccomp(2).

A network namespace does not cover every kind of socket: those of virtual machines reach the host. So, without a
network, only the named families of sockets can be made. The keys that the kernel keeps for the person, and io_uring,
which makes sockets past a filter, are denied in every cage.
"""

import platform
import socket
import struct
from collections.abc import Mapping, Sequence
from errno import EACCES, EPERM

from renkei.immutable.frozen import frozen


@frozen
class Machine:
    """The numbers of a kind of processor: of its system calls, and its own as in linux/audit.h."""

    audit: int
    socket: int
    refused: tuple[int, ...]
    """`add_key`, `request_key`, `keyctl`, `io_uring_setup`."""


MACHINES: Mapping[str, Machine] = {
    "x86_64": Machine(0xC000003E, 41, (248, 249, 250, 425)),
    "aarch64": Machine(0xC00000B7, 198, (217, 218, 219, 425)),
}
LOCAL = (int(socket.AF_UNIX), 16)
"""Unix sockets, and AF_NETLINK, by which a program reads the interfaces of its own namespace."""
LOOPBACK = (*LOCAL, int(socket.AF_INET), int(socket.AF_INET6))

_Check = tuple[int, int] | tuple[int, int, str, str]
_X32 = 0x40000000
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _AUDIT, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000


def syscall_filter(families: Sequence[int] | None, machine: str = "") -> bytes:
    """Return the program for a machine, this one by default; `b""` for a kind of machine that is not known.

    `families`: the families of sockets that can be made; None: all.
    """
    found = MACHINES.get(machine or platform.machine())
    if found is None:
        return b""
    checks: list[_Check] = [
        (_LOAD, _AUDIT),
        (_EQUAL, found.audit, "", "denied"),
        (_LOAD, _NUMBER),
        (_AT_LEAST, _X32, "denied", ""),
    ]
    checks += [(_EQUAL, one, "denied", "") for one in found.refused]
    if families is not None:
        checks += [(_EQUAL, found.socket, "", "allowed"), (_LOAD, _FIRST_ARGUMENT)]
        checks += [(_EQUAL, one, "allowed", "") for one in families]
        checks.append((_RETURN, _REFUSE | EACCES))
    ends = {"allowed": len(checks), "denied": len(checks) + 1}
    checks += [(_RETURN, _ALLOW), (_RETURN, _REFUSE | EPERM)]
    return b"".join(_packed(place, ends, one) for place, one in enumerate(checks))


def _packed(place: int, ends: Mapping[str, int], check: _Check) -> bytes:
    """Return an instruction; its jumps, if true and if false, count the instructions that they leave out."""
    code, value, *jumps = check
    counts = [ends[one] - place - 1 if one else 0 for one in jumps] or [0, 0]
    return struct.pack("=HBBI", code, *counts, value)
