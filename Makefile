# Start with `make run` and `make test`. `make help` lists the rest, and Scripts has less frequent
# commands.

SWIFT_JOBS ?= 2
SWIFT_FILES = Package.swift Benchmarks Previews Sources Tests

# Ignores NAME in the environment, which some systems set to the host's name.
NAME =

.DEFAULT_GOAL := help

# users

.PHONY: run
run: ## install missing parts and transcribe a sample
	@Scripts/run

.PHONY: install
install: ## install speechmemo, its manual page, and its completions below PREFIX (~/.local)
	@Scripts/install

.PHONY: uninstall
uninstall: ## remove the files that 'make install' installed below PREFIX
	@Scripts/install --uninstall

# engineers

.PHONY: test
test: bootstrap ## build everything and run every test
	@SWIFT_JOBS=$(SWIFT_JOBS) Scripts/test

# All modules share one build folder, so that they share built dependencies.
test-%: ## run one module's tests, building only what they need: make test-CasePaths
	$(call check-module,$*)
	MODULE=$* Scripts/test-room swift test --parallel --jobs $(SWIFT_JOBS)

preview-%: ## run one feature's preview, building only what it needs: make preview-Playback
	$(call check-module,$*Preview)
	MODULE=$*Preview swift run --jobs $(SWIFT_JOBS) $*Preview

# Prints the manifest's error for an unknown name.
define check-module
@grep -q '"\(Sources/\)\?$(1)"' Package.swift || \
	! MODULE='$(1)' swift package dump-package 2>&1 >/dev/null | grep '^Package.swift: ' >&2
endef

.PHONY: check
check: ## run everything that continuous integration runs
	@Scripts/check

.PHONY: format
format: ## format every Swift file in place
	swift format --in-place --parallel --recursive $(wildcard $(SWIFT_FILES))

.PHONY: lint
lint: ## fail if a Swift file is not formatted
	swift format lint --strict --parallel --recursive $(wildcard $(SWIFT_FILES))

.PHONY: docs
docs: ## update the generated pages of docs
	Scripts/modules
	SPEECHMEMO_UPDATE_DOCS=1 MODULE=CommandLineProgram swift test --filter GeneratedPagesTests \
		--jobs $(SWIFT_JOBS)

.PHONY: bench
bench: ## print benchmark tables, each measurement with its baseline: NAME=postgres for one
	@Scripts/bench $(NAME)

.PHONY: faults
faults: ## kill processes at random moments, check that nothing is lost: NAME=upload COUNT=200
	@Scripts/faults $(NAME)

.PHONY: release
release: bootstrap ## build the optimized program and the libraries of the architecture
	MODULE='$(or $(MODULE),speechmemo Composable)' swift build --configuration release \
		--scratch-path .build-release --jobs $(SWIFT_JOBS)

.PHONY: package
package: ## build a Debian package and a tarball of the current commit in .build-package
	@Scripts/package

# shared

.PHONY: bootstrap
bootstrap: ## install missing Debian packages and set up the speech engine
	@Scripts/bootstrap pulseaudio # the tests run their own sound server
	@Scripts/bootstrap --no-engine postgresql || \
		echo 'PostgreSQL cannot be installed: its tests are skipped' >&2

.PHONY: help
help: ## list these targets
	@awk -F ': .*## |:.*## ' '/^[a-z0-9%-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
