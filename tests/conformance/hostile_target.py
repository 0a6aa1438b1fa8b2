"""A target that greets, and then does something else than answering a request about a document with the text `bad`."""

import json
import os
import sys
import time

MODE = sys.argv[1]
HELLO = {"protocol": "1.0", "implementation": MODE, "levels": [1], "skips": {}}


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def misbehave(line: str) -> None:
    if MODE == "hangs":
        time.sleep(600)
    elif MODE == "floods":
        while True:
            say("x" * 65536)
    elif MODE == "dies":
        os._exit(3)
    elif MODE == "is killed":
        os.kill(os.getpid(), 9)
    elif MODE == "closes its output":
        os.close(1)
        time.sleep(600)
    elif MODE == "answers twice":
        say(line * 2)
    elif MODE == "answers late":
        say("\n" + line)
    else:
        say(ANSWERS[MODE] + "\n")


ANSWERS = {
    "answers no JSON": "I agree.",
    "answers a list": "[1]",
    "answers a number": "1",
    "answers another request": '{"id": 99, "ok": {"valid": true, "errors": []}}',
    "answers true as its id": '{"id": true, "ok": {}}',
    "answers both": '{"id": 2, "ok": {}, "error": {"code": "X"}}',
    "answers with text": '{"id": 2, "ok": "valid"}',
    "answers with bytes": "\udcff\udcfe",
    "answers with depth": "[" * 100_000,
}

sys.stdout.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]
for request in map(json.loads, sys.stdin):
    result = HELLO if request["op"] == "hello" else {"valid": True, "errors": []}
    answer = json.dumps({"id": request["id"], "ok": result}) + "\n"
    misbehave(answer) if request.get("text") == "bad" else say(answer)
