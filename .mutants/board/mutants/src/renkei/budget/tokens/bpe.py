"""Exact token counts without a network, for models whose tokenizer is public (the extra `renkei[bpe]`).

Nothing is imported until a counter is asked for. Tokenizers of Claude models are not public: for those there are the
estimate, its calibration, and the provider's own count.
"""

import warnings
from typing import Literal

from renkei.budget.tokens.estimate import Counter
from renkei.errors import ExtraMissingError

Encoding = Literal["cl100k_base", "o200k_base"]


def bpe_counter(encoding: Encoding = "o200k_base") -> Counter:
    """Give a counter that is exact for models with this encoding; raises ExtraMissingError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of the package's own making
            import bpe_openai

            tokenizer = bpe_openai.get_encoding(encoding)
    except ImportError as error:
        raise ExtraMissingError(what="An exact count", package="bpe-openai", extra="bpe") from error

    def count(text: str) -> int:
        return len(tokenizer.encode(text.encode(errors="replace").decode()))

    return count
