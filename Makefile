# make            lists the targets
# Variables: PYTHON=python3.13   TORCH=cpu (the small CPU-only build)   DEVICE=cuda   PROCESSOR=avx2 (compute as this one)
#            JOBS=3 (tests at a time: they wait as often as they compute)   PORT=8000   PYTEST="-k tensors"

PYTHON ?= python3
VENV   ?= .venv
TORCH  ?= default
DEVICE ?= auto
PORT   ?= 8000
PYTEST ?=
NAMES  ?=
JOBS   ?= 3
TO     ?= torch torchvision
NAME   ?=

PYTHONS   := $(shell sed -n 's/^requires-python = "\(.*\)"/\1/p' pyproject.toml)
CPU_INDEX := https://download.pytorch.org/whl/cpu
BIN    := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
export NO_MKDOCS_2_WARNING = 1
export PROCESSOR

.DEFAULT_GOAL := help
.PHONY: help serve test page exercise check record release upgrade measure wrong site offline pictures addresses lint lock clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

serve: $(VENV)/site-ready ## set up what the site needs and serve the handbook
	@$(BIN)/python -c "import socket; s = socket.socket(); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1); s.bind(('127.0.0.1', $(PORT)))" 2>/dev/null \
	  || { echo "Port $(PORT) is in use; choose another one: make serve PORT=8001"; exit 1; }
	$(BIN)/mkdocs serve --dirty --no-strict --dev-addr 127.0.0.1:$(PORT)

test: $(VENV)/test-ready-$(TORCH) ## set up everything and run the tests, but for the slow ones: PYTEST="-m slow"
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal --device $(DEVICE) -m "not slow" $(PYTEST)

page: $(VENV)/test-ready-$(TORCH) ## start a page from its script: NAME=models/embeddings
	@$(BIN)/python -m handbook.new page "$(NAME)"

exercise: $(VENV)/test-ready-$(TORCH) ## start an exercise of a page: NAME=models/embeddings/nearest
	@$(BIN)/python -m handbook.new exercise "$(NAME)"

check: $(VENV)/test-ready-$(TORCH) ## record one page and say all that is wrong with it: NAME=models/losses
	$(BIN)/python -m pytest tests/test_examples.py tests/test_pages.py tests/test_prose.py tests/test_exercises.py tests/test_quizzes.py --update-examples --record-verified \
	  -m "not slow" -k "(test_example and $(NAME)) or (test_checker and $(NAME)/) or (test_page and $(NAME).) or (test_quiz and $(NAME)]) or every_question or everything or test_runs or test_prose"

record: $(VENV)/test-ready-$(TORCH) ## run the examples, write their outputs, figures and verified records
	$(BIN)/python -m pytest tests/test_examples.py --numprocesses $(JOBS) --dist worksteal --device $(DEVICE) --update-examples --record-verified $(PYTEST)

release: $(VENV)/test-ready-$(TORCH) ## like test, and fail where any device's record is missing or stale
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal --device $(DEVICE) --release $(PYTEST)

upgrade: ## run the examples on the newest torch, or TO="torch==2.14.1 torchvision": report.md says what differs
	@$(MAKE) --no-print-directory $(VENV)-upgrade/test-ready-$(TORCH) VENV=$(VENV)-upgrade
	$(subst $(VENV)/,$(VENV)-upgrade/,$(BIN))/python -m pip install --quiet --disable-pip-version-check --upgrade $(TO)
	$(subst $(VENV)/,$(VENV)-upgrade/,$(BIN))/python -m pytest tests/test_examples.py tests/test_exercises.py --numprocesses $(JOBS) --dist worksteal \
	  --device $(DEVICE) -m "not slow" -k "not test_verified" --report report.md $(PYTEST)

measure: $(VENV)/test-ready-$(TORCH) ## run the long measurements and write snippets/measurements/: NAMES="mnist"
	$(BIN)/python tests/measure.py $(NAMES)

wrong: $(VENV)/test-ready-$(TORCH) ## print a wrong answer of an exercise: NAME=data/images/flip-boxes/height
	@$(BIN)/python tests/exercises.py $(NAME)

site: $(VENV)/site-ready ## build the site into site/
	$(BIN)/mkdocs build

offline: $(VENV)/site-ready ## build handbook.zip, to read from disk without a server
	$(BIN)/mkdocs build --config-file offline.yml --site-dir .cache/offline/handbook
	$(BIN)/python -m zipfile --create handbook.zip .cache/offline/handbook

pictures: offline $(VENV)/test-ready-$(TORCH) ## draw the card that a link shows, the icon and the picture of README.md
	$(BIN)/python -m handbook.pictures .cache/offline/handbook

addresses: site ## write the list of all pages and headings, when they have been published
	$(BIN)/python -m handbook.addresses site

lint: $(VENV)/test-ready-$(TORCH) ## check style, types and workflow files
	$(BIN)/python -m pytest tests/test_lint.py

lock: ## write constraints.txt: the newest packages that pyproject.toml allows
	rm -rf .cache/lock
	$(MAKE) VENV=.cache/lock .cache/lock/constraints.txt
	mv .cache/lock/constraints.txt .
	rm -rf .cache/lock

clean: ## remove the environment, caches and the built site
	rm -rf $(VENV) $(VENV)-upgrade .cache site .pytest_cache .ruff_cache handbook.zip report.md

$(VENV)/bin-ready:
	@$(PYTHON) -c "import re, sys; low, end = re.findall(r'3\.(\d+)', '$(PYTHONS)'); sys.exit(not int(low) <= sys.version_info[1] < int(end))" || { \
	  echo "The handbook needs Python $(PYTHONS), and $(PYTHON) is another version or missing. Name one that you have: make PYTHON=python3.13"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@touch $@

$(VENV)/constraints.txt: $(VENV)/bin-ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group test
	{ echo "# Written by make lock: what pip install --group test installs on $$($(BIN)/python --version), as pip freeze lists it."; \
	  $(BIN)/python -m pip freeze; } > $@

$(VENV)/site-ready: $(VENV)/bin-ready pyproject.toml constraints.txt
	$(PIP) --group site
	@$(BIN)/python -m handbook.browser
	@touch $@

$(VENV)/test-ready-default: $(VENV)/bin-ready pyproject.toml constraints.txt
	@echo "Installing PyTorch and the test tools (on Linux several GB: the CUDA build; for the small one: make TORCH=cpu)"
	$(PIP) --group test
	@$(BIN)/python -m handbook.browser
	@touch $@ $(VENV)/site-ready

$(VENV)/test-ready-cpu: $(VENV)/bin-ready pyproject.toml constraints.txt
	$(PIP) --no-deps --index-url $(CPU_INDEX) torch torchvision
	$(PIP) --group test
	@$(BIN)/python -m handbook.browser
	@touch $@ $(VENV)/site-ready
