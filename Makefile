# Two commands matter to a newcomer: `make run` and `make test`. `make help` lists the rest.

SWIFT_JOBS ?= 2
SWIFT_FILES = Package.swift Benchmarks Sources Tests

.PHONY: test
test: ## build everything and run every test
	swift test --parallel --jobs $(SWIFT_JOBS)

test-%: ## run one module's tests, building only what it needs: make test-CasePaths
	MODULE=$* swift test --jobs $(SWIFT_JOBS) --scratch-path .build-$*

.PHONY: bench
bench: ## print the benchmark tables, each figure beside its baseline
	swift run -c release --scratch-path .build-release ComposableBenchmarks

.PHONY: format
format: ## format every Swift file in place
	swift format --in-place --parallel --recursive $(SWIFT_FILES)

.PHONY: lint
lint: ## fail on a file that is not formatted
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)
