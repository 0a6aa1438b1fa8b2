"""A past context is built again from its record, says whether it agrees with it, and answers for other budgets."""

from engine.factory import after, events, reading, send, talk, team, time
from renkei.budget.context.reading import Reading
from renkei.budget.delivery.model import DEFAULT_DELIVERY, ContextDelivery, DeliveryTier
from renkei.engine import commands as c
from renkei.engine.events import NewsGiven, TurnBegan
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import context
from renkei.engine.views.agent_context.given import Given, left_out, preview, rebuild, scores
from renkei.engine.views.agent_context.news import news

LONG = "the migration is careful and slow. " * 40


def told() -> State:
    """Return a team in which ann has messages of three tiers to read."""
    state = after(team(), "lead", send("m1", "lead", "ann", talk("the port is 8080"), priority="blocking"))
    state = after(state, "bob", send("m2", "bob", "ann", talk(LONG)))
    return after(state, "bob", send("m3", "bob", "all", talk("lunch at noon")))


def begun(state: State, **options: object) -> TurnBegan:
    """Return the event of a turn of ann that begins in a state."""
    built = context(state, "ann", Reading(**options))  # type: ignore[arg-type]
    action = c.BeginTurn("ann", "t-1", time(3600), state.seq, built, "en")
    (event,) = [one for one in events(state, "ann", action) if isinstance(one, TurnBegan)]
    return event


def text(found: object) -> str:
    return "".join(f"{one.text}\n" for one in found.context.pieces)  # type: ignore[attr-defined]


def test_a_turn_is_built_again_as_it_was_given() -> None:
    state = told()
    for rendering in ("snapshot", "delta"):
        found = rebuild(state, begun(state, rendering=rendering))
        assert found is not None
        assert found.exact
        assert found.context == context(state, "ann", Reading(rendering=rendering))
        assert text(found) == found.context.text


def test_every_message_is_a_piece_of_the_text() -> None:
    found = rebuild(told(), begun(told()))
    assert found is not None
    pieces = {one.message: one for one in found.context.pieces if one.message}
    assert set(pieces) == {"m1", "m2", "m3"}
    assert pieces["m1"].section == "critical"
    assert "the port is 8080" in pieces["m1"].text


def test_a_context_that_recalled_earlier_messages_is_found_to_have_done_so() -> None:
    state = told()
    begin = c.BeginTurn("ann", "t-1", time(3600), state.seq, context(state, "ann"))
    state = after(after(state, "ann", begin), "ann", c.EndTurn("ann", "t-1"))
    found = rebuild(state, begun(state, recall=True))
    assert found is not None
    assert (found.exact, found.reading.recall) == (True, True)


def test_the_interface_that_a_context_named_is_found() -> None:
    state = told()
    for interface in ("tools", "http"):
        found = rebuild(state, begun(state, interface=interface, budget=400))
        assert found is not None
        assert (found.exact, found.reading.interface) == (True, interface)


def test_a_counter_of_the_agents_own_is_noticed() -> None:
    state = told()
    found = rebuild(state, begun(state, count=lambda text: len(text)))
    assert found is not None
    assert not found.exact


def test_news_is_built_again_too() -> None:
    state = after(told(), "ann", reading(told(), "ann"))
    state = after(state, "bob", send("m4", "bob", "ann", talk("the port moved")))
    built = news(state, "ann", Reading(budget=900), critical_only=False)
    assert built is not None
    (event,) = events(state, "ann", c.GiveNews("ann", "t-1", state.seq, built))
    assert isinstance(event, NewsGiven)
    found = rebuild(state, event)
    assert found is not None
    assert (found.exact, [one.id for one in found.context.given]) == (True, ["m4"])
    closed = after(state, "ann", c.EndTurn("ann", "t-1"))
    assert rebuild(closed, event) is None


def test_an_agent_that_is_not_there_or_a_budget_without_room_gives_nothing() -> None:
    state = told()
    event: Given = begun(state)
    assert rebuild(after(state, "human", c.Leave("ann")), event) is None
    assert rebuild(state, event.model_copy(update={"budget": 5})) is None
    assert preview(state, "ann", Reading(5)) is None


def test_another_budget_shows_what_would_be_dropped() -> None:
    found = preview(told(), "ann", Reading(4000))
    assert found is not None
    small = found.within(220)
    assert small is not None
    assert {one.id: one.form for one in small.given} != {one.id: one.form for one in found.context.given}
    assert small.tokens <= 220
    assert found.within(5) is None


def test_why_a_message_is_left_out_is_said() -> None:
    state = told()
    found = preview(state, "ann", Reading(4000))
    assert found is not None
    assert left_out(found.context.given, DEFAULT_DELIVERY) == {}
    omitted = [one.model_copy(update={"form": "omitted"}) for one in found.context.given]
    assert set(left_out(omitted, DEFAULT_DELIVERY).values()) == {"budget"}
    silent = ContextDelivery(tiers=(DeliveryTier(tier="background", delivery="omit"),))
    assert left_out([one.model_copy(update={"tier": "background"}) for one in omitted], silent)["m1"] == "delivery"
    full = ContextDelivery(background_limit=1)
    rows = [one.model_copy(update={"tier": "background"}) for one in (found.context.given[0], *omitted[1:])]
    assert left_out(rows, full) == {"m2": "limit", "m3": "limit"}


def test_the_score_of_a_weighed_message_says_what_each_feature_added() -> None:
    state = told()
    found = preview(state, "ann", Reading(4000))
    assert found is not None
    weighed = scores(state, "ann", found.context.given)
    assert set(weighed) == {"m3"}
    score = weighed["m3"]
    assert score.weights
    assert all(one.value > 0 for one in score.weights)
    assert [abs(one.added) for one in score.weights] == sorted((abs(one.added) for one in score.weights), reverse=True)
