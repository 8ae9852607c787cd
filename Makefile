# The commands for working on PromiseScope. `make` lists them. Targets can be repeated: each does only what is missing.
# Owns the names of the commands. scripts/ contains the logic, and scripts/install-packages the list of required packages.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

SWIFT ?= swift
# Flags for building pscope and the tests. Each module is compiled as a whole, and neither optimized nor with the names of variables for a
# debugger: from nothing, that takes two thirds of the default's time. After small changes, the default takes less: SWIFTFLAGS= uses it, and what
# `swift build` has left in .build/debug. The configuration is `release`, because only then modules are compiled as a whole, those of other
# packages, too, and because ArgumentParser does not check the declarations of all options at each start.
SWIFTFLAGS ?= -c release -Xswiftc -Onone -Xswiftc -enable-testing -Xswiftc -gline-tables-only
BINARIES = $$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)
export SWIFT SWIFTFLAGS
PREFIX ?= /usr/local
SCENARIO ?= list-loader
SOURCES := Sources Tests Plugins demos examples Benchmarks Fuzz Package.swift
# The sanitizers use separate build folders below this one, because they compile everything with different flags.
SCRATCH ?= .build
FUZZ_SECONDS ?= 600
# A pscope that examples, test-adapters, and test-exports use instead of building one. SwiftPM builds nothing else while it runs tests.
PSCOPE ?=
# IF_CHANGED=1 leaves out examples, exports, and the thread sanitizer if their sources have passed: scripts/passed says which have.
ALWAYS := $(if $(IF_CHANGED),,--always)

.PHONY: help
help: ## Show this list
	@echo "PromiseScope shows what promises do."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "Settings: PREFIX=$(PREFIX) (install), SCENARIO=$(SCENARIO) (demo), SWIFT=$(SWIFT)"

.PHONY: demo
demo: build ## Watch promises load a list, live in the terminal (SCENARIO=… for another)
	@"$(BINARIES)/pscope" demo $(SCENARIO)

.PHONY: test
test: packages ## Run all tests, those of the adapters too, and check the style
	@scripts/install-packages lint >&2
	@scripts/test

# PSCOPE=PATH copies the pscope of the tests there.
.PHONY: build-tests
build-tests: packages ## Build all tests
	@$(SWIFT) build $(SWIFTFLAGS) --build-tests
	@$(if $(PSCOPE),cp "$(BINARIES)/pscope" "$(PSCOPE)")

.PHONY: test-adapters
test-adapters: $(if $(PSCOPE),packages,build) ## Run the tests of the adapters with every Node on PATH, and with Python (NODES="PATH PATH" for others)
	@scripts/test-adapters "$(or $(PSCOPE),$(BINARIES)/pscope)"

.PHONY: bench-node
bench-node: ## Measure what recording costs a Node program (ROUNDS=3 ONLY="service loop recorded" for less)
	@node adapters/node/bench/bench.cjs $(or $(ROUNDS),5) $(ONLY)

.PHONY: bench-python
bench-python: build ## Measure what recording costs a Python program (PYTHON=PATH ROUNDS=3)
	@"$(or $(PYTHON),python3)" -B adapters/python/bench/bench.py "$(BINARIES)/pscope" $(or $(ROUNDS),5)

.PHONY: depth
depth: packages ## Run the depth and width tests with a million promises, and compare the golden logs, optimized
	@PROMISESCOPE_DEPTH=1000000 $(SWIFT) test --no-parallel -c release -Xswiftc -enable-testing \
	  --filter 'Depth|CombinatorTests|OutlineGrowthTests|GoldenTests'

.PHONY: sanitize
sanitize: packages ## Run the concurrency tests under the thread sanitizer (IF_CHANGED=1 only if they or what they test changed)
	@scripts/if-changed $(ALWAYS) sanitize Sources/CPromiseRuntime Sources/PromiseCore Sources/PromiseTrace Sources/PromiseScope Sources/PromiseLog \
	  Tests/TestSupport Tests/PromiseTraceTests Tests/RecordingTests Tests/RecordedProgram Tests/PromiseCoreTests Tests/PromiseScopeTests \
	  scripts/sanitize scripts/thread-sanitizer-mutex.c -- scripts/sanitize thread "$(SCRATCH)"

.PHONY: sanitize-address
sanitize-address: packages ## Run the concurrency tests under the address sanitizer
	@scripts/sanitize address "$(SCRATCH)"

.PHONY: fuzz
fuzz: packages ## Fuzz the log readers for ten minutes (FUZZ_SECONDS=60 for less)
	@scripts/fuzz $(FUZZ_SECONDS) "$(SCRATCH)/fuzz"

.PHONY: test-exports
test-exports: $(if $(PSCOPE),packages,build) ## Open every export format in the tool that people read it with (IF_CHANGED=1 only if the sources changed)
	@scripts/if-changed $(ALWAYS) exports Sources Package.swift 'scripts/consumers/*.*' scripts/test-exports scripts/install-consumers -- \
	  scripts/test-exports "$(or $(PSCOPE),$(BINARIES)/pscope)"

# MODULE=screen tries only the mutants of that module, COUNT=300 more of them, SEED=2 others.
.PHONY: mutants
mutants: toolchain ## Look for small changes to the code that no test notices (MODULE=screen COUNT=50 for less)
	@scripts/mutants "$(SCRATCH)/mutants" $(MODULE) $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))

.PHONY: examples
examples: $(if $(PSCOPE),packages,build) ## Run the example programs and print their trees (IF_CHANGED=1 only if they or the library changed)
	@scripts/if-changed $(ALWAYS) examples examples Package.swift Sources adapters/node README.md README.zh.md docs/adapters.md scripts/examples -- \
	  scripts/examples "$(or $(PSCOPE),$(BINARIES)/pscope)" "$(SCRATCH)/examples"

# Without SUITE, runs all suites and writes docs/benchmarks.md. SUITE=core (or "core growth") only prints those suites.
.PHONY: bench
bench: packages ## Measure the cost of promises and of other libraries (SUITE=core ROUNDS=5 for less)
	@touch Benchmarks/Package.swift # makes SwiftPM notice files added to or removed from the library
	@# The goals compare figures of several runs, so they are written by hand and stay.
	@mkdir -p .build && sed -n '/^## Goals$$/,/^## Type-checking$$/p' docs/benchmarks.md | sed '$$d' >.build/goals.md
	@$(SWIFT) build -c release --package-path Benchmarks --product Benchmarks >&2
	@if [[ -z "$(SUITE)" || " $(SUITE) " == *" consumers "* ]]; then \
	  scripts/install-packages benchmarks >&2 || true; \
	  export BENCH_PYTHON="$$(scripts/install-consumers)"; \
	fi; \
	"$$($(SWIFT) build -c release --package-path Benchmarks --show-bin-path)/Benchmarks" \
	  $(SUITE) $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SUITE),,--full --write docs/benchmarks.md)
	@if [[ -z "$(SUITE)" ]]; then \
	  scripts/bench-picture; \
	  $(MAKE) release; \
	  { printf '\n## The screen on a real terminal\n\n`make share`: the share of one core that a million promises use, and the wake-ups of the screen thread; then how long keys take.\n'; \
	    for size in 80x24 200x60; do echo; scripts/screen-share $$size; done; echo; scripts/screen-keys; echo; cat .build/goals.md; } | tee -a docs/benchmarks.md; \
	  { printf '## Type-checking\n\n`scripts/type-checking`: the instructions of the compiler for typical chains, compared with the signatures of Google Promises; the goal is × 1.5.\n\n'; \
	    scripts/type-checking; \
	    printf '\nA chain of several closures that consist only of operators (`{ $$0 + 1 }`) takes up to three times as long. While the compiler tries\nsuch a closure as one that returns a promise, it tries every overload of the next `then`, including the two for async closures.\nWithout those two, the same chains take as long as with the signatures of Google Promises. The second declaration of each operator, for the\nother language mode, adds 7 %%: × 1.57 without.\n'; } \
	    | tee -a docs/benchmarks.md; \
	  { printf '\n## What an app links\n\n`scripts/app-size`: the code of a program and its file without symbols, and the processor time of clean builds.\n\n'; \
	    scripts/app-size; } | tee -a docs/benchmarks.md; \
	  { printf '\n## The start and the file of the command\n\n`scripts/command-start`: medians of 20 runs of the optimized `pscope`, and what its file consists of.\n\n'; \
	    scripts/command-start; } | tee -a docs/benchmarks.md; \
	  { printf '\n## Attaching to a process\n\n`scripts/attach-times`: how long `pscope attach` stops a Node process, and how long reading takes until the log is written, beside the heap snapshot that V8'"'"'s\ninspector takes of the same process, which stands still as long.\n\n'; \
	    scripts/attach-times; } | tee -a docs/benchmarks.md; \
	  { printf '\n## Instructions\n\n`make bench-guard`: counts under callgrind, compared with the baselines. `encode-line` and `decode-line` are the writer and the reader of\na log, per event; `draw-row` is a row of the text tree.\n\n```\n'; \
	    scripts/bench-guard || true; printf '```\n'; } | tee -a docs/benchmarks.md; \
	fi

.PHONY: bench-guard
bench-guard: packages ## Compare instruction and allocation counts with the baselines (UPDATE=1 updates them)
	@scripts/bench-guard $(if $(UPDATE),--update)

.PHONY: growth
growth: release ## Check that no command takes more than linear time in any shape of log, in two hours (CELLS="chain stats" for some)
	@scripts/growth "$$($(SWIFT) build -c release --show-bin-path)/pscope" $(CELLS)

.PHONY: share
share: release ## Measure the processor time of the screen, and how fast it answers keys
	@scripts/screen-share
	@scripts/screen-keys

.PHONY: pictures
pictures: build ## Redraw the pictures of the screen in the documentation
	@scripts/pictures "$(BINARIES)/pscope"

.PHONY: gallery
gallery: build ## Write the list loader in every export format, with a page that links them (.build/gallery)
	@scripts/gallery "$(BINARIES)/pscope" "$(SCRATCH)/gallery"

.PHONY: docs
docs: toolchain ## Build the documentation and check its links, samples and gaps (BASE=/path to host it there)
	@scripts/docs "$(SCRATCH)" "$(or $(BASE),/)"

.PHONY: build
build: packages ## Build pscope without optimization (.build/release/pscope)
	@$(SWIFT) build $(SWIFTFLAGS) --product pscope >&2

# The Swift runtime and the library of C++ that it uses are linked in: the program starts in half the time, and needs no Swift where it is
# installed. No other program looks up symbols in it, so it exports none. The folder has nothing but a link to the static library, so that
# it is preferred; it is named once more at the end of the command, because ICU, which uses it, follows the first mention.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib -Xlinker --no-export-dynamic \
  -Xswiftc "-L$(abspath $(SCRATCH)/static)" -Xlinker -lstdc++)

.PHONY: release
release: packages ## Build pscope with optimization (.build/release/pscope as well)
	@scripts/install-packages release >&2
	@mkdir -p "$(SCRATCH)/static"; ln -sf "$$(gcc -print-file-name=libstdc++.a)" "$(SCRATCH)/static/"
	@$(SWIFT) build -c release $(STATIC) --product pscope >&2

.PHONY: deb
deb: release ## Package pscope for Debian (.build/deb/pscope_VERSION_ARCHITECTURE.deb)
	@scripts/install-packages deb >&2
	@scripts/deb "$$($(SWIFT) build -c release --show-bin-path)/pscope" "$(SCRATCH)/deb"

.PHONY: dist
dist: release ## Package pscope for any Linux (.build/deb/pscope-VERSION-linux-ARCHITECTURE.tar.gz)
	@scripts/install-packages deb >&2
	@scripts/dist "$$($(SWIFT) build -c release --show-bin-path)/pscope" "$(SCRATCH)/deb"

.PHONY: test-deb
test-deb: deb ## Install the package in a bare Debian without Swift and use it there (needs root)
	@scripts/test-deb "$$(ls -t "$(SCRATCH)"/deb/pscope_*.deb | head -1)"

.PHONY: test-bare
test-bare: toolchain ## Run the README's two commands in a bare Debian that has only git, gcc, make, and Swift (needs root)
	@scripts/install-packages bare >&2
	@scripts/test-bare

# Each of these takes minutes to an hour. All of them run, whichever fails.
.PHONY: nightly
nightly: ## Run what is too slow for every change: docs gallery test-exports depth growth fuzz test-deb test-bare mutants (needs root)
	@failed=(); \
	for target in docs gallery test-exports depth growth fuzz test-deb test-bare mutants; do \
	  echo "make $$target" >&2; \
	  $(MAKE) "$$target" || failed+=("$$target"); \
	done; \
	if (($${#failed[@]})); then echo "failed: $${failed[*]}" >&2; exit 1; fi

.PHONY: install
install: release ## Install pscope to PREFIX/bin
	@install -d "$(DESTDIR)$(PREFIX)/bin"
	@install -s -m 755 "$$($(SWIFT) build -c release --show-bin-path)/pscope" "$(DESTDIR)$(PREFIX)/bin/pscope"
	@echo "Installed $(DESTDIR)$(PREFIX)/bin/pscope"

.PHONY: uninstall
uninstall: ## Remove the installed pscope
	@rm -f "$(DESTDIR)$(PREFIX)/bin/pscope"

.PHONY: lint
lint: toolchain ## Check the style, doc comments, and directions of references without changing files
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	@scripts/install-packages lint >&2
	@scripts/reference-graph --quiet
	@scripts/bench-picture --check
	@scripts/doc-comments $(SOURCES)

.PHONY: format
format: toolchain ## Format the sources
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

.PHONY: clean
clean: ## Remove all build products
	@rm -rf .build Benchmarks/.build examples/*/.build

# Installs the missing Debian packages that a build needs.
.PHONY: packages
packages: toolchain
	@scripts/install-packages >&2

.PHONY: toolchain
toolchain:
	@command -v "$(firstword $(SWIFT))" >/dev/null || { \
	  echo "The Swift toolchain is missing: install Swift 6.1 or later from https://www.swift.org/install" \
	    "and put its usr/bin on PATH." >&2; exit 1; }
