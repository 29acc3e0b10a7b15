# `make demo` finds a race in an application; `make test` runs every check that CI runs. See README.md.
.NOTPARALLEL:
.PHONY: help setup build reader-22 dist docs test-packaging demo test fmt clippy machete deny run-tests corpus second-solver scoreboard compare oracle mutants bench clean

CARGO ?= cargo
# Where rustup puts cargo, for shells that were opened before.
export PATH := $(PATH):$(HOME)/.cargo/bin
TOOLS := target/tools/bin

help:
	@echo 'make setup    Debian packages and Rust components (only what is missing)'
	@echo 'make build    the analyzer and its reader, in target/release'
	@echo 'make reader-22  beside it, a reader for bitcode of compilers up to LLVM 22'
	@echo 'make dist     a release archive for any Linux, in target/dist (packaging/README.md)'
	@echo 'make docs     the documentation as a site, in target/book/html'
	@echo 'make demo     analyses corpus/apps/halo2d and shows the race that it finds'
	@echo 'make test     format, lints, dependencies, licences, and all tests'
	@echo 'make test-packaging  what needs root or long builds: the archive in old systems, packages, CI and build systems'
	@echo 'make corpus   the corpus tests alone; FILTER=put_fence runs those whose name contains it'
	@echo 'make second-solver  asks cvc5 about all that the solver has proved on the corpus'
	@echo 'make scoreboard  all of them, and writes corpus/SCOREBOARD.md anew'
	@echo 'make compare  whether OLD, another build of the analyzer, answers alike on the corpus, byte for byte'
	@echo 'make oracle   the analyzer against the formal model, on COUNT generated programs of SEED and MODEL'
	@echo 'make mutants  whether the oracle finds deliberate faults put into the analyzer'
	@echo 'make bench    time and memory against the compiler, and on generated programs'
	@echo 'make clean    removes what was built'

setup:
	@scripts/setup.sh

build: setup
	$(CARGO) build --release --workspace --locked

# Cargo puts both readers at one place, so the first one is put back.
reader-22: setup
	@scripts/setup.sh newer
	$(CARGO) build --release --locked -p rma-reader --no-default-features --features llvm-22
	cp target/release/rma-static-reader target/release/rma-static-reader-22
	$(CARGO) build --release --locked -p rma-reader

dist: build reader-22
	@packaging/dist/build.sh

docs: build
	@scripts/book.sh

test-packaging: dist docs
	@packaging/tests/run.sh $(FILTER)

demo: build
	@scripts/demo.sh

test: setup fmt clippy machete deny run-tests

fmt:
	$(CARGO) fmt --all --check

# In release, as the tests are: build scripts and procedural macros are then built once.
clippy:
	$(CARGO) clippy --release --workspace --all-targets --locked -- -D warnings

machete:
	@scripts/tools.sh cargo-machete
	$(TOOLS)/cargo-machete --skip-target-dir

# Security advisories are not among these: they need a database from the network, which CI machines do not reach.
# `target/tools/bin/cargo-deny check advisories` checks them where there is a network.
deny:
	@scripts/tools.sh cargo-deny
	$(CARGO) fetch --locked
	$(TOOLS)/cargo-deny --offline --locked --workspace check --hide-inclusion-graph bans licenses sources

# The workspace first: cargo builds for a test only the executables of the same package, and the reader is another.
run-tests: build reader-22
	$(CARGO) test --release --workspace --locked --no-fail-fast

corpus: build
	$(CARGO) test --release --locked --test corpus -- $(FILTER)

# Of each fifteenth run `make test` asks the same.
second-solver: build
	$(CARGO) test --release --locked --test second_solver -- --ignored --nocapture

scoreboard: build
	UPDATE_SCOREBOARD=1 $(CARGO) test --release --locked --test corpus

# EVERY=8 takes one run of eight.
compare: build
	@scripts/compare.sh $(OLD) target/release/rma-static $(FILTER)

# Every disagreement is kept in target/oracle, as it was found and made smaller.
# MODEL is mpi, threads, shmem or gaspi.
MODEL ?= mpi
SEED ?= 1
COUNT ?= 1000
oracle: build
	target/release/oracle --model $(MODEL) $(SEED) $(COUNT)

mutants: build
	@scripts/mutants.sh

bench: build
	$(CARGO) bench --locked --bench measure

clean:
	$(CARGO) clean
	rm -rf demo-out
