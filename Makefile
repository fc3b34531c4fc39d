# The front door. `make` alone prints what each target does.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run tour test check lint format bench docs build test-crash test-chaos test-power test-failover test-postgres simulate mutants fuzz wasm wasm-check tsan install clean \
  setup setup-test setup-bench

KILLS ?= 2000
HISTORIES ?= 1000000
SECONDS ?= 60
RUNS ?= 10
CYCLES ?= 20
PREFIX ?= /usr/local

# At most so many tests at once, where swift can be told: each may hold files and want a connection.
at_once = $(if $(shell swift test --help-hidden | grep maximum-parallelization-width),--experimental-maximum-parallelization-width $(1))

# A test that crashes must end; the runtime's backtracer can wait for ever.
export SWIFT_BACKTRACE = enable=no

help: ## Print this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

run: build ## Set up, build and serve a made-up year at http://127.0.0.1:8080
	@"$$(swift build --show-bin-path)/cairn" serve --demo

tour: build ## Set up, build and walk through a demo log in the terminal
	@Scripts/demo.sh

test: setup-test lint wasm-check build ## Set up, check the core, build, and run every test and 200 kills
	$(if $(wildcard Scripts/crash.sh),Scripts/crash.sh 200)
	Scripts/test.sh --parallel $(call at_once,64)
	CAIRN_TEST_SERVER=pgbouncer Scripts/test.sh --skip-build $(call at_once,8) --filter 'CairnServerTests|CairnSyncTests|CairnWebTests'
	Scripts/api.sh
	swift build -c release --product cairn
	python3 Tests/Sync/mutants.py --places
	Scripts/simulate.sh 6000 1000000
	Scripts/simulate.sh 1000 2400000000
	Scripts/simulate.sh 1000 2600000000
	Scripts/simulate.sh 1 2510160463
	Scripts/chaos.sh 1 20
	Scripts/cluster.sh catalogue
	Scripts/cluster.sh servers
	Scripts/cluster.sh standby
	Scripts/cluster.sh restore
	Scripts/cluster.sh move
	Scripts/cluster.sh failover 2
	Scripts/listening.sh
	CAIRN="$$(swift build -c release --show-bin-path)/cairn" Scripts/browser.sh

check: tsan test ## What a change must pass: lint, core without imports, thread sanitizer, tests

lint: ## Check the format of every Swift file
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Examples

format: ## Format every Swift file in place
	swift format format --in-place --parallel --recursive Package.swift Sources Tests Examples

build: setup ## Set up and build the command `cairn`
	swift build --product cairn

tsan: setup-test ## Run the tests under the thread sanitizer
	Scripts/test.sh --parallel --sanitize=thread --scratch-path .build/tsan

wasm: ## Build what the browser runs without a network into Web/cairn.wasm
	@Scripts/setup.sh wasm
	Scripts/wasm.sh

wasm-check: ## Compile the core as Embedded Swift for WebAssembly
	Scripts/embedded.sh

test-crash: setup-test build ## Kill the command KILLS=2000 times, fill its disk, lose nothing
	Scripts/crash.sh $(KILLS)

test-power: setup-test build ## Cut the power after every call that changes a file, lose nothing
	Scripts/crash.sh 10000 --part power

test-chaos: setup-test build ## Sync five devices over a bad line, RUNS=10 times for 60 seconds, lose nothing
	Scripts/chaos.sh $(RUNS) 60

test-postgres: setup-test build ## Run the tests of PostgreSQL on newer versions than Debian's, and go over to each
	@Scripts/setup.sh postgres
	Scripts/postgres-versions.sh

test-failover: setup-test build ## Kill the first PostgreSQL CYCLES=20 times under load, then one of Patroni, lose nothing
	@Scripts/setup.sh failover
	Scripts/cluster.sh failover $(CYCLES)
	Scripts/cluster.sh patroni

simulate: setup ## Let HISTORIES=1000000 random histories of devices and their server happen
	Scripts/simulate.sh $(HISTORIES)

mutants: setup ## Plant bugs in sync, and see that the simulation finds each
	python3 Tests/Sync/mutants.py

fuzz: setup ## Fuzz every parser for SECONDS=60 each
	Fuzz/run.sh $(SECONDS)

bench: setup-bench ## Measure against plain C and timewarrior, side by side
	Benchmarks/run.sh

docs: setup ## Write the reference of the libraries to .build/docs
	Scripts/docs.sh

install: setup ## Build for release and install `cairn` under PREFIX=/usr/local
	Scripts/release.sh
	install -D -m 755 .build/release/cairn $(DESTDIR)$(PREFIX)/bin/cairn
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/cairn LICENSE NOTICE.md

clean: ## Remove everything that was built
	swift package clean && rm -rf .build

setup:
	@Scripts/setup.sh build

setup-test:
	@Scripts/setup.sh build test

setup-bench:
	@Scripts/setup.sh build bench
