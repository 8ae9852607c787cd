# PromiseScope's commands. `make` alone lists them. Every target may be run again and again: it does only what is missing.
# Owns: what to type. Refuses: knowing packages (scripts/install-packages does) and logic (pscope has it).

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

SWIFT ?= swift
export SWIFT
PREFIX ?= /usr/local
SCENARIO ?= list-loader
SOURCES := Sources Tests demos examples Benchmarks Fuzz Package.swift
# The sanitizers build everything their own way, hence in folders of their own.
SCRATCH ?= .build
FUZZ_SECONDS ?= 600

.PHONY: help
help: ## Show this list
	@echo "PromiseScope shows what promises do."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "Settings: PREFIX=$(PREFIX) (install), SCENARIO=$(SCENARIO) (demo), SWIFT=$(SWIFT)"

.PHONY: demo
demo: build ## Watch promises load a list, live in the terminal (SCENARIO=… for another)
	@"$$($(SWIFT) build --show-bin-path)/pscope" demo $(SCENARIO)

.PHONY: test
test: packages lint ## Run all tests, and check the style
	@$(SWIFT) test --no-parallel

.PHONY: depth
depth: packages ## Run the tests of depth and width with a million of each, optimised
	@PROMISESCOPE_DEPTH=1000000 $(SWIFT) test --no-parallel -c release -Xswiftc -enable-testing --filter 'Depth|CombinatorTests'

.PHONY: sanitize
sanitize: packages ## Run the tests of threads, locks and rings under the thread sanitizer
	@scripts/sanitize thread "$(SCRATCH)"

.PHONY: sanitize-address
sanitize-address: packages ## Run the same tests under the address sanitizer
	@scripts/sanitize address "$(SCRATCH)"

.PHONY: fuzz
fuzz: packages ## Try damaged logs on everything that reads one, for ten minutes (FUZZ_SECONDS=60 for less)
	@scripts/fuzz $(FUZZ_SECONDS) "$(SCRATCH)/fuzz"

.PHONY: examples
examples: build ## Run the example programs, one per library, and show their trees
	@scripts/examples

# All suites write docs/benchmarks.md; SUITE=core (or "core growth") measures those and writes nothing.
.PHONY: bench
bench: packages ## Measure what promises cost, beside other libraries (SUITE=core ROUNDS=5 for less)
	@touch Benchmarks/Package.swift # else SwiftPM would miss files that came or went in the library
	@$(SWIFT) build -c release --package-path Benchmarks --product Benchmarks >&2
	@if [[ -z "$(SUITE)" || " $(SUITE) " == *" consumers "* ]]; then \
	  scripts/install-packages benchmarks >&2 || true; \
	  export BENCH_PYTHON="$$(scripts/install-consumers)"; \
	fi; \
	"$$($(SWIFT) build -c release --package-path Benchmarks --show-bin-path)/Benchmarks" \
	  $(SUITE) $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SUITE),,--full --write docs/benchmarks.md)
	@if [[ -z "$(SUITE)" ]]; then \
	  $(MAKE) release; \
	  { printf '\n## The screen on a real terminal\n\n`make share`: the share of one core that a million promises take, and how often the screen wakes up.\n'; \
	    for size in 80x24 200x60; do echo; scripts/screen-share $$size; done; } | tee -a docs/benchmarks.md; \
	  { printf '\n## Type-checking\n\n`scripts/type-checking`: what the compiler takes for typical chains, beside the signatures of Google Promises; a goal of 1.5.\n\n'; \
	    scripts/type-checking; } | tee -a docs/benchmarks.md; \
	fi

.PHONY: bench-guard
bench-guard: packages ## Count instructions and allocations, and compare with the committed ones (UPDATE=1 commits new ones)
	@scripts/bench-guard $(if $(UPDATE),--update)

.PHONY: share
share: release ## Show what the screen takes of a processor
	@scripts/screen-share

.PHONY: docs
docs: toolchain ## Build the documentation, and check its links, samples and gaps (BASE=/path to host it there)
	@scripts/docs "$(SCRATCH)" "$(or $(BASE),/)"

.PHONY: build
build: packages ## Build for debugging (.build/debug/pscope)
	@$(SWIFT) build --product pscope >&2

.PHONY: release
release: packages ## Build optimised (.build/release/pscope)
	@$(SWIFT) build -c release --product pscope >&2

.PHONY: install
install: release ## Install pscope to PREFIX/bin
	@install -d "$(DESTDIR)$(PREFIX)/bin"
	@install -m 755 "$$($(SWIFT) build -c release --show-bin-path)/pscope" "$(DESTDIR)$(PREFIX)/bin/pscope"
	@echo "Installed $(DESTDIR)$(PREFIX)/bin/pscope"

.PHONY: uninstall
uninstall: ## Remove what install put there
	@rm -f "$(DESTDIR)$(PREFIX)/bin/pscope"

.PHONY: lint
lint: toolchain ## Check the style, changing nothing
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

.PHONY: format
format: toolchain ## Put the sources in the house's style
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

.PHONY: clean
clean: ## Remove everything that was built
	@rm -rf .build Benchmarks/.build examples/*/.build

# Installs the Debian packages that a build needs, where they are missing.
.PHONY: packages
packages: toolchain
	@scripts/install-packages >&2

.PHONY: toolchain
toolchain:
	@command -v "$(firstword $(SWIFT))" >/dev/null || { \
	  echo "The Swift toolchain is missing: install Swift 6.1 or later from https://www.swift.org/install" \
	    "and put its usr/bin on PATH." >&2; exit 1; }
