# What there is to do: `make` lists it. Needs Python 3.11 or newer, with venv, and nothing else.

PORT ?= 8000
# of make test: -m "", for the slow tests, too; of make verify-latest: --record
OPTIONS ?=
PYTHONS ?= python3.13 python3.12 python3.11 python3
BIN := .venv/bin
# pip's hint that a newer pip exists helps nobody here
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve install playground test lint format audit verify verify-latest check preview wheel messages bench clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## /  make \1	/p' Makefile

# Not by manage.py serve, which checks the settings of a public server first: a quarter of a second of computing more.
serve: .venv/installed var/static/staticfiles.json  ## the site on http://127.0.0.1:8000; PORT=8123 chooses another port
	@$(BIN)/python -c 'import socket; socket.create_server(("127.0.0.1", $(PORT)))' 2>/dev/null || \
		{ echo "Port $(PORT) is taken (or is no port): choose another one, such as make serve PORT=8123" >&2; exit 1; }
	@$(BIN)/python manage.py migrate --verbosity 0 || echo "Votes and sketches are not taken; everything else works." >&2
	@echo "Making the search index, and a picture for each article: a minute or two the first time"
	@$(BIN)/python manage.py build_index
	@$(BIN)/python manage.py build_cards
	@echo "Tracefix is served on http://127.0.0.1:$(PORT) (Ctrl-C ends it)"
	@exec $(BIN)/granian --interface wsgi --http 1 --host 127.0.0.1 --port $(PORT) --blocking-threads 8 --log-level error kb.wsgi:application

install: .venv/installed  ## only the virtual environment, .venv

playground: playground/built/pyodide.mjs  ## Python for the browser, so that articles have "Run it here"; needs npm

test: export PYTHONDONTWRITEBYTECODE :=
test: .venv/installed-dev  ## the suite, browser tests included; OPTIONS='-m ""' for the slow ones, too, as CI has it
	$(BIN)/python -m pytest -n auto --maxprocesses 4 $(OPTIONS)

# All of it, also after a problem, and first what is mended most quickly.
lint: .venv/installed-dev  ## style, articles, types; known weaknesses of requirements, where they can be asked for
	@failed=; step() { echo "$$*"; "$$@" || failed="$$failed\n  $$*"; }; \
	step $(BIN)/ruff check; step $(BIN)/ruff format --check; \
	[ -z "$$failed" ] || echo "make format mends what can be mended by itself" >&2; \
	for what in cards articles notes; do step $(BIN)/python manage.py lint_$$what; done; \
	step $(BIN)/mypy; step $(BIN)/python .ci/audit.py; \
	[ -z "$$failed" ] || { printf "Something is wrong, see above:$$failed\n" >&2; exit 1; }

format: .venv/installed-dev  ## format the code, and mend what ruff can mend by itself
	$(BIN)/ruff format
	$(BIN)/ruff check --fix; failed=$$?; $(BIN)/ruff format; exit $$failed

audit: .venv/installed-dev  ## ask whether a requirement has a known weakness; fails where nobody can be asked
	$(BIN)/python .ci/audit.py --strict

verify: .venv/installed-dev  ## run every repro and every fix, each in an environment of its own
	$(BIN)/python manage.py verify_repros --jobs 2
	$(BIN)/python manage.py verify_in_browser

verify-latest: .venv/installed-dev  ## run them with the newest releases instead; what is no longer true is in var/latest.md
	$(BIN)/python manage.py verify_latest $(OPTIONS)

check: .venv/installed-dev  ## run, record, lint and test one article, and say what comes next: make check ARTICLE=slug
	@[ -n "$(ARTICLE)" ] || { echo "Say which one: make check ARTICLE=slug" >&2; exit 2; }
	@$(BIN)/python manage.py check "$(ARTICLE)"

preview: .venv/installed-dev var/static/staticfiles.json  ## the page of one article as it is written, with lint: make preview ARTICLE=slug PORT=8000
	@[ -n "$(ARTICLE)" ] || { echo "Say which one: make preview ARTICLE=slug" >&2; exit 2; }
	@$(BIN)/python manage.py preview "$(ARTICLE)" --port $(PORT)

wheel: .venv/installed-dev  ## the client, dist/tracefix-*.whl: what `pip install` brings to where jobs run
	@$(BIN)/python -m tools.client_wheel

messages: .venv/installed  ## gather what pages say into locale/, and compile it; needs GNU gettext
	$(BIN)/python manage.py makemessages
	$(BIN)/python manage.py compilemessages --ignore '.*'

bench: .venv/installed-dev  ## the benchmarks, each beside its peers in one run; the last line is JSON
	$(BIN)/python -m benchmarks

clean:  ## remove what was built: .venv, and var but for what visitors left there (state.sqlite3)
	rm -rf .venv playground/built playground/node_modules
	[ ! -d var ] || find var -mindepth 1 -maxdepth 1 ! -name 'state.sqlite3*' -exec rm -rf {} +

# ── how ─────────────────────────────────────────────────────────────────────────────────────────────────────────

.venv/bin/python:
	@for python in $(PYTHONS); do \
		if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "Making .venv with $$("$$python" --version)"; \
			exec "$$python" -m venv .venv; \
		fi; \
	done; \
	echo "Tracefix needs Python 3.11 or newer with the venv module; none of these is one: $(PYTHONS)." >&2; \
	echo "Install one (Debian: apt install python3-venv), or name yours: make $(MAKECMDGOALS) PYTHONS=/path/to/python3" >&2; \
	exit 1

.venv/installed: requirements.txt | .venv/bin/python
	@echo "Installing $<"
	@$(PIP_INSTALL) -r $<
	@touch $@

.venv/installed-dev: requirements-dev.txt .venv/installed
	@echo "Installing $<"
	@$(PIP_INSTALL) -r $<
	@touch $@

playground/built/pyodide.mjs: $(addprefix playground/,install build.mjs package-lock.json requirements.txt) | .venv/installed
	playground/install $(BIN)/python

# hashed and compressed copies of static/, which the server sends
var/static/staticfiles.json: .venv/installed $(shell find static)
	@$(BIN)/python manage.py collectstatic --noinput --clear --verbosity 0
