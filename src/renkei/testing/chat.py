"""One suite for every kind of chat: each need of a bridge is a check of the adapter in a real bridge.

Write a `Rig` that lets people act in your chat, and run the checks, such as with pytest:

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_my_chat(check: Check, rig: Rig) -> None:
        check(rig)

A check fails by AssertionError. A rig raises CannotDoError for abilities that it lacks, which `without` passes over.
"""

from renkei.testing import chat_basics, chat_faults  # noqa: F401 – each adds its checks
from renkei.testing.chat_checks import CHECKS, Check, without

__all__ = ["CHECKS", "Check", "without"]
