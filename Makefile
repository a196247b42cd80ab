# make check   what CI demands of every change to the registry; needs Python 3.11 or later with venv
# make test    make check, then the quick tests, all but some hundred; needs Node 20 and npm too
# make test-all    make check, then every test: what CI runs; needs Chromium, docker-registry and pre-commit too
# make site    build the documentation into build/site; SITE_URL=https://... is where it is published, OFFLINE=true makes
#              a site that a browser reads without a server
# make dist    build what a release publishes into dist: wheels, sdists, npm tarball, site
# make lock    renew requirements/*.txt after a change of dependencies; needs uv

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet
NODE := tests/typescript
SOURCES := generators tests benchmarks

# Thousands of interpreters start here: each would compile the tool anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: check test test-all types site dist lock clean
.DELETE_ON_ERROR:

check: $(VENV)/check-installed
	$(BIN)/registry lint
	$(BIN)/registry check-compat
	$(BIN)/registry gen --check
	$(BIN)/registry docs --check

test: CHOSEN := -m "not slow"
test test-all: $(VENV)/test-installed
	$(MAKE) --no-print-directory -j 2 check types
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder $(CHOSEN) $(PYTEST)

types: $(VENV)/test-installed
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy

site: $(VENV)/test-installed
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	$(BIN)/registry docs --finish build/site

dist: $(VENV)/test-installed
	rm -rf dist
	.ci/dist dist

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; try: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/check-installed: requirements/check.txt pyproject.toml | $(VENV)/bin/python
	$(PIP) install --require-hashes --requirement requirements/check.txt
	$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/test-installed: requirements/test.txt $(wildcard $(NODE)/package-lock.json) | $(VENV)/check-installed
	$(PIP) install --require-hashes --requirement requirements/test.txt
	@if ! test -f $(NODE)/package-lock.json; then :; \
	elif command -v npm >/dev/null; then npm --prefix $(NODE) ci --ignore-scripts --no-audit --no-fund; \
	else echo "npm is not here: tests that need it are skipped, and fail where CI is set" >&2; fi
	@touch $@

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
	--custom-compile-command "make lock" pyproject.toml requirements/build.in

lock:
	$(LOCK) --extra test --output-file requirements/test.txt
	$(LOCK) --constraints requirements/test.txt --output-file requirements/check.txt

clean:
	rm -rf $(VENV) build dist $(NODE)/node_modules
