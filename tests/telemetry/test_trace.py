"""`renkei trace`: a collector gets every span, whatever happens to it and to the command."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from opentelemetry.sdk.resources import Resource

import renkei as library
from collector import LocalCollector, values
from process import renkei, running
from renkei.edges.telemetry.collector import Collector
from renkei.edges.telemetry.cursor import Cursor
from renkei.edges.telemetry.errors import SpansRejectedError
from renkei.edges.telemetry.sending import Sending
from renkei.telemetry.span import Span, SpanRef
from renkei.telemetry.spans import Spans
from working_day import working_day


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalCollector]:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")  # seconds for attempts, of which renkei makes more
    made = LocalCollector()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("day")
    working_day(made / ".renkei", 60).close()
    return made


@pytest.fixture
def shop(day: Path, tmp_path: Path) -> Path:
    """A directory with a project of some records."""
    return Path(shutil.copytree(day, tmp_path, dirs_exist_ok=True))


def expected(directory: Path) -> set[tuple[str, str]]:
    """Return the ids of all spans of a project."""
    with library.open(directory) as project:
        made = Spans()
        found = [one.ref for record in project.records() for one in made.add(record)]
    return {(f"{one.trace:032x}", f"{one.span:016x}") for one in found}


def more(directory: Path, turns: int) -> None:
    """Let an agent take some turns."""
    with library.open(directory) as project:
        for _ in range(turns):
            with project.turn("ann"):
                pass


def test_a_collector_reads_what_was_sent(shop: Path, collector: LocalCollector) -> None:
    done = renkei("trace", "--otlp", collector.url, "--format", "json", cwd=shop)
    assert done.returncode == 0, done.stderr
    assert set(collector.spans) == expected(shop)
    assert (collector.resource["service.name"], collector.headers["content-type"]) == (
        "renkei",
        "application/x-protobuf",
    )
    turn = next(one for one in collector.spans.values() if one.name == "invoke_agent bob" and one.links)
    assert turn.end_time_unix_nano > turn.start_time_unix_nano > 1_700_000_000 * 10**9
    assert (turn.links[0].trace_id.hex(), turn.links[0].span_id.hex()) in collector.spans
    assert values(turn.attributes)["gen_ai.agent.name"] == "bob"
    assert values(turn.events[0].attributes)["renkei.message.to"] == ["cas"]


def test_the_resource_of_all_spans_is_hashed_once(collector: LocalCollector, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exporter asks for its hash with each span, and making it takes longer than most of a span."""
    hashed: list[Resource] = []
    made = Resource.__hash__
    monkeypatch.setattr(Resource, "__hash__", lambda self: hashed.append(self) or made(self))
    sending = Collector(collector.url, "1", lambda *_: None)
    at = "2026-01-05T09:00:00.000000Z"
    sending.send([Span("turn", SpanRef(1, number), None, "internal", at, at, 1, {}) for number in range(1, 50)])
    sending.close()
    assert (len(collector.spans), len(hashed)) == (49, 1)


def test_sending_again_changes_nothing(shop: Path, collector: LocalCollector) -> None:
    renkei("trace", "--otlp", collector.url, cwd=shop)
    first = {name: one.SerializeToString() for name, one in collector.spans.items()}
    renkei("trace", "--otlp", collector.url, cwd=shop)
    assert {name: one.SerializeToString() for name, one in collector.spans.items()} == first
    assert collector.received == 2 * len(first)


def test_after_leaves_out_what_had_ended(shop: Path, collector: LocalCollector) -> None:
    with library.open(shop) as project:
        last = project.log.last()
    more(shop, 2)
    assert "Sent 2 spans" in renkei("trace", "--otlp", collector.url, "--after", last, cwd=shop).stdout
    assert set(collector.spans) < expected(shop)


def test_texts_leave_the_machine_only_with_content(shop: Path, collector: LocalCollector) -> None:
    renkei("trace", "--otlp", collector.url, cwd=shop)
    assert "total" not in repr(collector.spans)
    renkei("trace", "--otlp", collector.url, "--content", cwd=shop)
    assert "`total`, in cents" in repr(collector.spans)


def test_a_killed_command_loses_nothing_and_goes_on_where_it_was(shop: Path, collector: LocalCollector) -> None:
    with running("trace", "--otlp", collector.url, "--follow", cwd=shop) as process:
        collector.wait_for(lambda: len(collector.spans) == len(expected(shop)))
        assert "Waiting for more" in process.stdout.readline()
        process.kill()
        process.wait()
    more(shop, 3)
    before = collector.received
    with running("trace", "--otlp", collector.url, "--follow", cwd=shop):
        collector.wait_for(lambda: collector.received == before + 3)
        more(shop, 2)
        collector.wait_for(lambda: collector.received == before + 5)
    assert set(collector.spans) == expected(shop)


def test_spans_wait_for_a_collector_that_is_away(shop: Path, collector: LocalCollector) -> None:
    with running("trace", "--otlp", collector.url, "--follow", cwd=shop) as process:
        assert "Waiting for more" in process.stdout.readline()
        collector.stop()
        more(shop, 3)
        assert "no connection. It is tried again." in process.stderr.readline()
        collector.start_again()
        assert "accepts spans again" in process.stderr.readline()
        collector.wait_for(lambda: len(collector.spans) == len(expected(shop)))
    assert set(collector.spans) == expected(shop)


def test_a_batch_that_is_too_large_is_sent_in_parts(shop: Path, collector: LocalCollector) -> None:
    collector.largest = 4000
    assert renkei("trace", "--otlp", collector.url, cwd=shop).returncode == 0
    assert set(collector.spans) == expected(shop)
    assert collector.asked["POST /v1/traces"] > 4


def test_a_batch_that_is_too_large_for_the_exporter_is_sent_in_parts(
    shop: Path, collector: LocalCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    exporter = "opentelemetry.exporter.otlp.proto.http.trace_exporter._DEFAULT_MAX_REQUEST_SIZE"
    with library.open(shop) as project:
        monkeypatch.setattr(exporter, 20_000)
        to = Collector(collector.url, "1", lambda count, why: None)
        Sending(project, to, Cursor(project, to.url)).send_past(0)
        assert set(collector.spans) == expected(shop)
        monkeypatch.setattr(exporter, 10)
        to = Collector(collector.url, "1", lambda count, why: None)
        with pytest.raises(SpansRejectedError, match="too large"):
            Sending(project, to, Cursor(project, to.url)).send_past(0)


def test_spans_that_a_collector_rejects_are_counted_and_not_sent_again(shop: Path, collector: LocalCollector) -> None:
    collector.rejecting = "too old"
    done = renkei("trace", "--otlp", collector.url, cwd=shop)
    assert (done.returncode, done.stderr) == (0, "The collector rejected 1 span: too old.\n")
    assert collector.asked["POST /v1/traces"] == 1


@pytest.mark.parametrize(
    ("status", "code"), [(400, "SPANS_REJECTED"), (401, "SPANS_REJECTED"), (500, "COLLECTOR_UNAVAILABLE")]
)
def test_an_error_says_what_the_collector_answered(
    shop: Path, collector: LocalCollector, status: int, code: str
) -> None:
    collector.fail("/v1/traces", status, times=9)
    done = renkei("trace", "--otlp", collector.url, cwd=shop)
    assert done.returncode != 0
    assert f"error {code}" in done.stderr
    assert f"status {status}" in done.stderr
    assert "not now" in done.stderr


def test_a_web_page_is_no_collector(shop: Path, collector: LocalCollector) -> None:
    done = renkei("trace", "--otlp", f"{collector.url}/page", cwd=shop)
    assert "there is no collector at this path" in done.stderr


@pytest.mark.parametrize("url", ["localhost:4318", "ftp://x", "http://", "http://x:99999999", ""])
def test_only_an_address_over_http_is_a_collector(shop: Path, url: str) -> None:
    done = renkei("trace", "--otlp", url, cwd=shop)
    assert "Expected: an address such as http://127.0.0.1:4318" in done.stderr


@pytest.mark.short("*HEADERS*")
@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("OTEL_EXPORTER_OTLP_HEADERS", "key=a%0d%0asecret", "a header is not allowed"),
        ("OTEL_EXPORTER_OTLP_TIMEOUT", "0", "timeout cannot be"),
        ("HTTP_PROXY", "http://me:secret@[", "an address is not allowed"),
    ],
)
def test_a_setting_that_allows_no_request_is_named(
    shop: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, says: str
) -> None:
    monkeypatch.setenv(variable, value)
    done = renkei("trace", "--otlp", "http://collector.invalid", "--follow", cwd=shop)
    assert "error BAD_VALUE: --otlp: no request can be made to http://collector.invalid/v1/traces" in done.stderr
    assert says in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.short("2600*")
@pytest.mark.parametrize("at", ["1969-07-20T20:17:40Z", "2600-01-01T00:00:00Z"])
def test_a_time_that_otlp_cannot_say_is_the_nearest_one(collector: LocalCollector, at: str) -> None:
    to = Collector(collector.url, "1", lambda count, why: None)
    to.send([Span("a", SpanRef(1, 1), None, "internal", at, at, 1, {})])
    (span,) = collector.spans.values()
    assert span.start_time_unix_nano == (0 if at < "1970" else 2**64 - 1)


def test_a_password_in_an_address_is_not_shown(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    done = renkei("trace", "--otlp", "http://me:secret@127.0.0.1:1/v1/traces?key=secret", cwd=shop)
    assert done.returncode != 0
    assert "secret" not in done.stderr


@pytest.mark.parametrize(
    "url", ["me:secret@collector:4318", "ftp://x?key=secret", "http://me:se/secret@x", "http://me:1/secret@x#secret"]
)
def test_an_address_that_is_wrong_shows_no_password(url: str, monkeypatch: pytest.MonkeyPatch, shop: Path) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    done = renkei("trace", "--otlp", url, cwd=shop)
    assert done.returncode != 0
    assert "secret" not in done.stderr


def test_of_an_answer_without_end_only_the_beginning_is_read(shop: Path, collector: LocalCollector) -> None:
    done = renkei("trace", "--otlp", f"{collector.url}/endless", cwd=shop)
    assert "rejected the spans: status 400 Bad Request, xxx" in done.stderr


def test_credentials_and_the_resource_come_from_the_environment(
    shop: Path, collector: LocalCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20abc")
    monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test,service.name=shop")
    renkei("trace", "--otlp", collector.url, cwd=shop)
    assert collector.headers["authorization"] == "Bearer abc"
    assert (collector.resource["service.name"], collector.resource["deployment.environment.name"]) == ("shop", "test")


def test_another_log_in_the_same_place_begins_again(shop: Path, collector: LocalCollector) -> None:
    renkei("trace", "--otlp", collector.url, cwd=shop)
    kept = next((shop / ".renkei" / "telemetry").iterdir())
    kept.write_text(kept.read_text().replace('"record":"', '"record":"other-'))
    before = collector.received
    with running("trace", "--otlp", collector.url, "--follow", cwd=shop):
        collector.wait_for(lambda: collector.received == before + len(expected(shop)))
