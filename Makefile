# make setup | page | test | quick | test-full | fuzz | bench | load | docs | walks | run | lock | clean
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup page test quick lint types checked-page engine test-full fuzz bench load docs walks run lock clean

setup: $(STAMP)

# The stamp is older than these files only when the dependencies may have changed.  What is installed is what the lock
# says, file by file; where there is no such file for a Python or a platform, whatever fits the bounds of pyproject.toml.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCKS := requirements-build.lock requirements.lock
$(STAMP): pyproject.toml $(LOCKS)
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@{ $(INSTALL) --require-hashes --no-deps --only-binary :all: -r requirements-build.lock && \
		$(INSTALL) --require-hashes --no-deps --no-build-isolation -r requirements.lock && \
		$(INSTALL) --no-deps --no-build-isolation -e . ; } 2>.venv/lock.log || { \
		echo "requirements.lock cannot be installed here (see .venv/lock.log): what fits pyproject.toml is installed instead"; \
		$(INSTALL) -e ".[dev]"; }
	touch $(STAMP)

# The locks, written anew by uv (pip install uv): python -m pip install needs none of it.  What is locked already stays;
# make lock LOCK=--upgrade takes the newest.
UV ?= uv
WRITE_LOCK := $(UV) --no-config pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --no-header
lock:
	$(WRITE_LOCK) $(LOCK) --all-extras --group build pyproject.toml -o requirements.lock
	$(WRITE_LOCK) $(LOCK) --constraint requirements.lock --group build -o requirements-build.lock

# the page of the server, from web/ (Node 20 or newer)
PAGE := src/quepu/server/page/index.html
page: $(PAGE)

web/node_modules: web/package-lock.json
	@cd web && npm ci --no-audit --no-fund 2>/dev/null || { \
		echo "package-lock.json cannot be installed here: what fits package.json is installed instead"; \
		npm install --no-save --no-audit --no-fund; }
	touch web/node_modules

$(PAGE): web/node_modules $(shell find web/src web/public web/*.ts web/*.mjs web/index.html -type f ! -name tiles.svg 2>/dev/null)
	cd web && npm run --silent build

# Chromium and a Chinese font for the tests of the page, where they can be installed
.PHONY: browser
browser:
	@if command -v chromium >/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing Chromium and a Chinese font for the tests of the page"; \
		apt-get update -qq && apt-get install -y -qq chromium fonts-noto-cjk >/dev/null && exit 0; \
	fi; \
	echo "no Chromium: the tests of the page are skipped (apt-get install chromium fonts-noto-cjk)"

lint: setup
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-cache

types: setup
	$(BIN)/mypy

checked-page: page
	cd web && npm run --silent check && npm test --silent

# the engine and the rulebooks that ship, compiled before the tests begin: two workers would each do it
engine: setup
	$(BIN)/python -m tests.warm

# A worker has a third of the tests in their order, so that it opens one browser and keeps few engines; who is done first
# takes from another's end.  Three on two cores: tests of servers and browsers mostly wait.  Large tables go back to the
# machine when they are freed: else workers swell.
PYTEST := MALLOC_MMAP_THRESHOLD_=4194304 $(BIN)/python -m pytest -n 3 --dist worksteal

test: setup page browser
	$(MAKE) --no-print-directory -j2 lint types checked-page engine
	$(PYTEST) -rsR

# for the inner loop, under two minutes: every room, but neither whole matches nor real servers and browsers
quick: setup
	$(MAKE) --no-print-directory -j2 lint types engine
	$(PYTEST) $$(cat tests/quick.txt)

test-full: setup engine
	QUEPU_FULL=1 $(PYTEST)

# hostile rulebooks, records, requests, command lines and hands; today's date is the seed: make fuzz FUZZ="--minutes 30"
FUZZ ?= --minutes 10
fuzz: setup
	$(BIN)/python -m tools.fuzz --seed $$(date +%F) --finds finds/$$(date +%F) $(FUZZ)

bench: setup
	$(BIN)/python -m bench

# 200 games at once, 50 of two people, the server killed among 50; SQLite and PostgreSQL; make load LOAD="--games 20 --help"
load: setup
	$(BIN)/python -m tools.load $(LOAD)

# the parts of docs/ that are made from the program, and lines no wider than 100
docs: setup page
	$(BIN)/python -m tools.write_docs
	$(BIN)/python -m tools.write_third_party
	$(BIN)/python -m tools.wrap_docs
	$(BIN)/python -m tools.page_types

# the golden hands in tests/walks and tests/counts; read the diff
walks: setup
	$(BIN)/python -m tools.write_walks

# what can be done from the shell, in its language; then the page at http://127.0.0.1:8000
run: setup page
	@case "$${LC_ALL:-$${LC_MESSAGES:-$$LANG}}" in \
		[zZ][hH]*) cat docs/commands.zh.txt ;; \
		*) cat docs/commands.en.txt ;; \
	esac
	@echo
	@$(BIN)/quepu serve

clean:
	rm -rf .venv build dist web/node_modules src/quepu/server/page .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
