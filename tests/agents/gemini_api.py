"""The Gemini API of the scripted model, as Gemini CLI calls it."""

from typing import Any

from agents.scripted_model import Handler, ModelServer, Request, Step, texts

TEXTS = ("parts", "text", "functionResponse", "response", "output", "error")
"""The members of a request that hold texts."""


class GeminiHandler(Handler):
    """Answers `:generateContent`, `:streamGenerateContent` and `:countTokens`."""

    def answer(self, path: str, request: Request) -> None:
        """Answer one request with the script's next step."""
        method = path.rpartition(":")[2]
        if method == "countTokens":
            self.write_json({"totalTokens": 100})
        elif method in ("generateContent", "streamGenerateContent"):
            text = new_text(request)
            found = _response(self.script.reply(request, text, bool(request.get("tools"))), text)
            if method == "generateContent":
                self.write_json(found)
            else:
                self.write_events([("", found)])
        else:
            self.do_GET()


class GeminiServer(ModelServer):
    """A server of the Gemini API."""

    handler = GeminiHandler


def new_text(request: Request) -> str:
    """Return the text of the contents after the model's last reply, as it is, without the escapes of JSON."""
    contents = request["contents"]
    last = max((index for index, one in enumerate(contents) if one.get("role") == "model"), default=-1)
    return "\n".join(texts(contents[last + 1 :], TEXTS))


def shown(request: Request) -> str:
    """Return the text of all contents of a request."""
    return "\n".join(texts(request["contents"], TEXTS))


def _response(step: Step, text: str) -> dict[str, Any]:
    parts: list[dict[str, Any]] = [{"text": step.say}] if step.say else []
    if step.call:
        arguments = step.arguments_for(text)
        parts.append({"functionCall": {"name": step.call, "args": arguments}})
    content = {"role": "model", "parts": parts}
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}
    return {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}], "usageMetadata": usage}
