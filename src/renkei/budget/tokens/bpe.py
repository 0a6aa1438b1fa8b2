"""Exact token counts without a network, for models with a public tokenizer (the extra `renkei[bpe]`).

The tokenizer is imported when a counter is created. Tokenizers of Claude models are not public: for those use the
estimate, its calibration, or the provider's own count.
"""

import warnings
from typing import Literal

from renkei.budget.tokens.estimate import Counter
from renkei.extras import require

Encoding = Literal["cl100k_base", "o200k_base"]


def bpe_counter(encoding: Encoding = "o200k_base") -> Counter:
    """Return an exact counter for models with this encoding.

    Raises ExtraMissingError if the extra is not installed.
    """
    require("bpe", "An exact count")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # raised by the package itself
        import bpe_openai

        tokenizer = bpe_openai.get_encoding(encoding)

    def count(text: str) -> int:
        return len(tokenizer.encode(text.encode(errors="replace").decode()))

    return count
