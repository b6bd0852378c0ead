# Every target works as the only command on a fresh machine: it makes .venv and installs what is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
# Debian packages that tests compare with; without apt or rights those tests are left out and say so.
DEBIAN := sctk espeak-ng ffmpeg chromium default-jre-headless
DEBIAN_PROGRAMS := sclite espeak-ng ffmpeg chromium java
APT := $(if $(filter 0,$(shell id -u)),,sudo -n) apt-get

.PHONY: demo test newest lint slow fuzz bench results docs clean

$(BIN)/pip:
	$(PYTHON) -m venv $(VENV)

# The languages that are packages of their own, as they lie here.
LANGUAGES := $(foreach folder,$(wildcard languages/*/pyproject.toml),-e ./$(dir $(folder)))

$(INSTALLED): pyproject.toml $(wildcard languages/*/pyproject.toml) | $(BIN)/pip
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev,serve,spark,speech,stores,train]' $(LANGUAGES)
	touch $@

# `pip install .`, as a user would, in an environment of its own; then the main job on an example.
demo:
	test -x .venv-demo/bin/pip || $(PYTHON) -m venv .venv-demo
	.venv-demo/bin/pip install --quiet --disable-pip-version-check .
	@echo; echo '--- what the recogniser wrote (examples/earnings-call.ctm) ---'
	@grep -v '^;;' examples/earnings-call.ctm | cut -d' ' -f5 | head -n 90 | tr '\n' ' ' | fold -s -w 100; echo ...
	@echo; echo '--- legibly format examples/earnings-call.ctm --to paragraphs ---'
	@.venv-demo/bin/legibly format examples/earnings-call.ctm --to paragraphs | fold -s -w 100

# From sound: the recogniser that comes with the speech extra writes captions of a public-domain clip.
.PHONY: demo-speech
demo-speech:
	test -x .venv-demo/bin/pip || $(PYTHON) -m venv .venv-demo
	.venv-demo/bin/pip install --quiet --disable-pip-version-check '.[speech]'
	@echo; echo '--- legibly transcribe examples/weekly-address.opus -o weekly-address.vtt ---'
	@folder=$$(mktemp -d) && .venv-demo/bin/legibly transcribe examples/weekly-address.opus -o $$folder/weekly-address.vtt && cat $$folder/weekly-address.vtt; status=$$?; rm -r $$folder; exit $$status

.PHONY: debian
debian:
	@(for program in $(DEBIAN_PROGRAMS); do command -v $$program >/dev/null || exit 1; done) || ($(APT) install -y -q $(DEBIAN) >/dev/null 2>&1 || ($(APT) update -q && $(APT) install -y -q $(DEBIAN))) >/dev/null 2>&1 \
		|| echo 'could not install $(DEBIAN); tests that need it are left out'

# What judges the page for people with assistive technology; left out where there is no npm.
AXE := .npm/node_modules/axe-core/axe.min.js
.PHONY: axe
axe:
	@test -e $(AXE) || npm install --prefix .npm --no-save --no-audit --no-fund --silent axe-core@4 >/dev/null 2>&1 \
		|| echo 'could not install axe-core; tests that need it are left out'

test: $(INSTALLED) debian axe lint
	$(BIN)/pytest -n auto --dist loadgroup
	$(MAKE) --no-print-directory newest

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The newest Python beside the oldest, which is that of `make test`; left out where there is none. What
# does not depend on the interpreter's version is tested once: trainers, recipes, browsers, clusters.
TESTED_ONCE := training recipes page spark fuzz server
NEWEST := $(firstword $(wildcard $(HOME)/.pyenv/versions/3.13*/bin/python3.13) python3.13)
newest:
	@if $(NEWEST) -c '' 2>/dev/null; then \
		test -x .venv-newest/bin/pip || $(NEWEST) -m venv .venv-newest; \
		.venv-newest/bin/pip install --quiet --disable-pip-version-check -e '.[dev,serve,speech]' $(LANGUAGES) && .venv-newest/bin/pytest -q -n auto $(addprefix --ignore=tests/,$(TESTED_ONCE)); \
	else echo 'python3.13 is not installed; left out'; fi

# The long tests, and every recipe on made-up data.
slow: $(INSTALLED)
	$(BIN)/pytest -m slow
	$(BIN)/pytest tests/recipes -m 'slow or not slow'

# Damaged files for every reader and loader, for as long as one likes: make fuzz MINUTES=10
MINUTES ?= 10
fuzz: $(INSTALLED)
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES)

bench: $(INSTALLED)
	for script in benchmarks/bench_*.py; do echo; echo "== $$script"; $(BIN)/python -m benchmarks.$$(basename $$script .py) || exit 1; done

# All pages of docs/research, with all optional parts, and the programs that numbers are compared with
# in an environment of their own; `RECIPE=--quick` to see whether it runs.
RESULTS := $(VENV)/.results
$(RESULTS): $(INSTALLED)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev,train,fst,peers,plots,serve,sherpa,spark,speech,stores,vosk,whisper]'
	touch $@

PEERS := .venv-peers
$(PEERS)/.installed:
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/pip install --quiet --disable-pip-version-check nemo_text_processing==1.2.0 wetext==0.1.8
	touch $@

RECIPE ?=
results: $(RESULTS) $(PEERS)/.installed
	for recipe in recipes/*/__main__.py; do name=$$(basename $$(dirname $$recipe)); echo; echo "== $$name"; PATH=$(abspath $(BIN)):$$PATH LEGIBLY_PEERS=$(abspath $(PEERS))/bin/python $(BIN)/python -m recipes.$$name $(RECIPE) || exit 1; done
	$(BIN)/python -m recipes.shugrina_2010.marks $(RECIPE)
	$(BIN)/python -m recipes.kim_woodland_2003.recognition $(RECIPE)
	$(BIN)/python -m recipes.index

# The reference pages from the code, and the site, which opens without a server: site/index.html.
docs: $(INSTALLED)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[docs]'
	$(BIN)/python -m tools.reference
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

clean:
	rm -rf site $(VENV) $(PEERS) .venv-demo .venv-newest .npm .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
