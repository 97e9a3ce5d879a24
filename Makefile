# make setup | page | test | test-full | bench | load | docs | walks | run | clean
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup page test test-full bench load docs walks run clean

setup: $(STAMP)

# The stamp is older than pyproject.toml only when the dependencies may have changed.
$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $(STAMP)

# the page of the server, from web/ (Node 20 or newer)
PAGE := src/quepu/server/page/index.html
page: $(PAGE)

web/node_modules: web/package-lock.json
	cd web && npm install --no-save --no-audit --no-fund    # npm ci wants optional packages of all systems
	touch web/node_modules

$(PAGE): web/node_modules $(shell find web/src web/public web/*.ts web/*.mjs web/index.html -type f ! -name tiles.svg 2>/dev/null)
	cd web && npm run --silent build

# Chromium and a Chinese font for the tests of the page, where they can be installed
.PHONY: browser
browser:
	@if command -v chromium >/dev/null; then true; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -y -qq chromium fonts-noto-cjk >/dev/null; \
	else echo "no chromium: the tests of the page will be skipped (apt-get install chromium fonts-noto-cjk)"; fi

test: setup page browser
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	cd web && npm run --silent check && npm test --silent
	$(BIN)/python -m pytest -n 2 -rs

test-full: setup
	QUEPU_FULL=1 $(BIN)/python -m pytest -n 2

bench: setup
	$(BIN)/python -m bench

# 200 games at once, and the server killed among 50, on SQLite and PostgreSQL; make load LOAD="--games 20 --help"
load: setup
	$(BIN)/python -m tools.load $(LOAD)

# the parts of docs/ that are made from the program
docs: setup
	$(BIN)/python -m tools.write_docs
	$(BIN)/python -m tools.write_picture

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
