"""Exact token counts from the provider of Claude models, through the anthropic SDK (imported only here)."""

from renkei.budget.tokens import Counter
from renkei.errors import RenkeiError


class ProviderError(RenkeiError):
    """The provider could not be asked."""

    code = "PROVIDER"
    sentence = "The tokens for {model!r} cannot be counted: {reason}."
    advice = "Set ANTHROPIC_API_KEY, check the model's name, or leave --model out: the estimate needs no key."
    retryable = True


def model_counter(model: str) -> Counter:
    """Give a counter that asks the provider; it raises ProviderError when that is not possible."""
    import anthropic

    def count(text: str) -> int:
        try:
            client = anthropic.Anthropic(max_retries=1, timeout=10)
            answer = client.messages.count_tokens(model=model, messages=[{"role": "user", "content": text}])
        except (anthropic.AnthropicError, TypeError) as error:
            raise ProviderError(model=model, reason=str(error).splitlines()[0]) from error
        return int(answer.input_tokens)

    return count
