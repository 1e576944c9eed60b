# Everything starts here. Needs only Python 3.11 or later (with venv) and make; the rest is
# installed into .venv, from the lock files and nowhere else.

VENV := .venv
BIN := $(VENV)/bin
# Arguments for the command that a target ends in: make test ARGS="-k ledger". Never taken from the
# environment: what is meant for one make would reach those that its command starts.
ARGS :=
# An interpreter of your own choice: make up PYTHON=/opt/python3.13/bin/python3.
PYTHON ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help up test check format lint types contracts soak bench texts pages lock secrets clean

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- running ---------------------------------------------------------------------------------

up: $(VENV)/set-up ## set up and run the whole service on this machine
	$(BIN)/greffier up $(ARGS)

secrets: $(VENV)/set-up ## draw the passwords and keys for docker-compose.yml (var/secrets)
	$(BIN)/python -m ops.docker.new_secrets var/secrets

# --- checking --------------------------------------------------------------------------------

test: $(VENV)/set-up-dev ## set up and run the test suite
	$(BIN)/pytest $(ARGS)

check: format lint types contracts test ## everything CI checks

format: $(VENV)/set-up-dev ## is the code formatted?
	$(BIN)/ruff format --check

lint: $(VENV)/set-up-dev ## is the code clean?
	$(BIN)/ruff check

types: $(VENV)/set-up-dev ## are the types right?
	$(BIN)/mypy

contracts: $(VENV)/set-up-dev ## do imports point the right way?
	$(BIN)/lint-imports

soak: $(VENV)/set-up-dev ## the long counts that `make test` leaves out
	$(BIN)/pytest -m soak --timeout 3600 $(ARGS)

bench: $(VENV)/set-up-dev ## measure, and print the table
	$(BIN)/python -m ops.bench $(ARGS)

# --- texts -----------------------------------------------------------------------------------

texts: $(VENV)/set-up-dev ## bring the translators' catalogues up to date (docs/texts.md)
	$(BIN)/python -m ops.texts

pages: $(VENV)/set-up-dev ## write the generated parts of docs/ anew
	$(BIN)/python -m ops.pages.rules

# --- set-up ----------------------------------------------------------------------------------

# The stamps make each set-up run once, and again when a lock or the distribution changes.
$(VENV)/set-up: requirements.lock pyproject.toml | $(VENV)/made
	@ops/set_up.sh $(VENV) requirements.lock
	@touch $@

# The development lock holds all of the other one.
$(VENV)/set-up-dev: requirements-dev.lock pyproject.toml | $(VENV)/made
	@ops/set_up.sh $(VENV) requirements-dev.lock
	@touch $(VENV)/set-up $@

$(VENV)/made:
	@ops/new_venv.sh $(VENV) $(PYTHON)
	@touch $@

lock: $(VENV)/set-up-dev ## resolve both lock files anew
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --upgrade --universal \
		--generate-hashes --no-emit-index-url --extra build \
		pyproject.toml --output-file requirements.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --upgrade --universal \
		--generate-hashes --no-emit-index-url --extra build --extra dev \
		--constraints requirements.lock pyproject.toml --output-file requirements-dev.lock

clean: ## remove what set-up and tools made; var/ (games, secrets) stays
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
