# Development tasks. `make` alone prints the targets.
.DEFAULT_GOAL := help
.PHONY: help run tour quick test check lint format build release bench docs fuzz simulate merge mutants \
  test-crash test-power test-chaos test-failover test-postgres test-browser tsan wasm wasm-check \
  hooks install package package-check clean setup setup-quick setup-test setup-bench

KILLS ?= 2000
HISTORIES ?= 1000000
SECONDS ?= 60
RUNS ?= 10
CYCLES ?= 20
PREFIX ?= /usr/local

debug := $(CURDIR)/.build/debug/cairn
release := $(CURDIR)/.build/release/cairn

help: ## Print this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

run: build ## Set up, build and serve a made-up year at http://127.0.0.1:8080
	@$(debug) serve --demo

tour: build ## Set up, build and walk through a demo log in the terminal
	@Scripts/demo.sh

quick: setup-quick ## Test the domain, store, API, commands and pages in minutes; CHANGED=1 tests changes only
	@Scripts/steps.sh quick step-format step-core step-build step-quick

test: setup-test setup-bench ## Set up, run all tests, short stress tests and the smallest benchmark, build the docs
	@Scripts/steps.sh test $(tests)

check: tsan test test-browser ## Run all checks for a change, plus the thread sanitizer and all variants of the pages
	Scripts/cluster.sh all

lint: ## Check the format of every Swift file
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks Examples

format: ## Format every Swift file in place
	swift format format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks Examples

build: setup ## Set up and build the command `cairn`
	swift build --product cairn

release: setup ## Build for release, with the benchmark and simulation programs
	Scripts/release.sh cairn Simulate MergeCheck Bench

docs: setup ## Write the API reference to .build/docs
	swift build
	Scripts/docs.sh

bench: setup-bench release ## Run the benchmarks against C, timewarrior, FastAPI and pgbench
	Benchmarks/run.sh

fuzz: setup-test release ## Fuzz every parser and a running server for SECONDS=60 each
	Fuzz/run.sh $(SECONDS)
	Scripts/attack.sh $(SECONDS)

test-browser: setup-test release ## Test every flow and page in Chromium, on phone and desktop, light and dark
	CAIRN=$(release) Scripts/browser.sh --all

test-crash: setup-test build ## Kill the command KILLS=2000 times and fill its disk; lose no data
	Scripts/crash.sh $(KILLS)

test-power: setup-test build ## Simulate a power failure after every file change; lose no data
	Scripts/crash.sh 10000 --part power

test-chaos: setup-test build ## Sync five devices over a bad connection, RUNS=10 times for 60 seconds; lose no data
	Scripts/chaos.sh $(RUNS) 60

test-postgres: setup-test ## Run the PostgreSQL tests on newer versions than Debian's, and test upgrades to each
	@Scripts/setup.sh postgres
	swift build --build-tests
	Scripts/postgres-versions.sh

test-failover: setup-test build ## Kill PostgreSQL's primary CYCLES=20 times under load, then Patroni's; lose no data
	@Scripts/setup.sh failover
	Scripts/cluster.sh failover $(CYCLES)
	Scripts/cluster.sh patroni

simulate: release ## Simulate HISTORIES=1000000 random histories of devices and their server
	Scripts/simulate.sh $(HISTORIES)

merge: release ## Check the merge rules on all small and HISTORIES=1000000 random histories, for hours
	Scripts/merge.sh $(HISTORIES)

mutants: setup ## Insert bugs into sync and merging, and check that their checks find each
	python3 Tests/Sync/mutants.py
	python3 Tests/Merge/mutants_merge.py

tsan: setup-test ## Run the tests under the thread sanitizer
	swift build --build-tests --sanitize=thread --scratch-path .build/tsan
	BUILT=.build/tsan/debug Scripts/test.sh

wasm: ## Build the offline core for the browser into Web/cairn.wasm
	@Scripts/setup.sh wasm
	Scripts/wasm.sh

wasm-check: ## Compile the core as Embedded Swift for WebAssembly
	Scripts/embedded.sh

hooks: ## Install the git hook that checks commit messages
	git config core.hooksPath Scripts/hooks

install: setup ## Build for release and install `cairn` under PREFIX=/usr/local
	Scripts/release.sh
	Scripts/stage.sh $(release) $(PREFIX) $(DESTDIR)

package: setup ## Pack the release build as a Debian package, a tarball and a container image
	Scripts/release.sh
	Scripts/package.sh

package-check: package ## Install the packages in bare Debian systems; serve, upgrade and remove them
	Scripts/package-check.sh

clean: ## Remove everything that was built
	swift package clean && rm -rf .build

setup:
	@Scripts/setup.sh build

setup-quick:
	@Scripts/setup.sh build quick

setup-test:
	@Scripts/setup.sh build test

setup-bench:
	@Scripts/setup.sh build bench

# The steps of `make quick` and `make test`. Each prints its name and duration and logs its output in
# .build/steps; independent ones run in parallel, after the builds.
step = @nice Scripts/step.sh $(@:step-%=%)
build = @Scripts/step.sh $(@:step-%=%)
tests := $(addprefix step-,build format core release swift pooled servers standby restore failover \
  api examples reader supabase crash chaos catalogue browser simulate merge fuzz mutants docs bench attack)
.PHONY: $(tests) step-quick

step-format:
	$(step) $(MAKE) lint
step-core:
	$(step) $(MAKE) wasm-check
step-build:
	$(build) swift build --build-tests
step-release: step-build
	$(build) Scripts/release.sh cairn Simulate MergeCheck Bench

step-quick: step-build
	$(step) Scripts/quick.sh $(CHANGED)
step-swift: step-build
	$(step) Scripts/test.sh
# Fewer parallel tests: the pooler has two connections for all of them.
step-pooled: step-build
	$(step) env CAIRN_TEST_SERVER=pgbouncer AT_ONCE=8 Scripts/test.sh --filter 'CairnServerTests|CairnSyncTests|CairnWebTests'

step-api: step-build
	$(step) Scripts/api.sh --seconds 30
step-examples: step-build
	$(step) sh -c "Scripts/listening.sh && Scripts/kit.sh"
step-reader: step-build
	$(step) Scripts/reader.sh
step-supabase: step-build
	$(step) Scripts/supabase.sh
step-crash: step-build
	$(step) Scripts/crash.sh 200
step-catalogue step-servers step-standby step-restore step-failover: step-build
	$(step) Scripts/cluster.sh $(@:step-%=%)
step-docs: step-build
	$(step) Scripts/docs.sh

step-chaos: step-release
	$(step) env CAIRN=$(release) Scripts/chaos.sh 1 20
step-browser: step-release
	$(step) env CAIRN=$(release) Scripts/browser.sh
step-attack: step-release
	$(step) Scripts/attack.sh 10
step-simulate: step-release
	$(step) Scripts/simulate.sh short
step-merge: step-release
	$(step) Scripts/merge.sh short
# Run last and with few others, because it measures time.
step-bench: step-release step-swift step-pooled step-api
	$(step) Benchmarks/run.sh --smallest

step-fuzz:
	$(step) env OPTIMIZE=-Onone Fuzz/run.sh 2
step-mutants:
	$(step) python3 Tests/Sync/mutants.py --places
	$(step) python3 Tests/Merge/mutants_merge.py --places
