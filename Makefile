# Two commands matter to a newcomer: `make run` and `make test`. `make help` lists the rest.

SWIFT_JOBS ?= 2

.PHONY: test
test: ## build everything and run every test
	swift test --parallel --jobs $(SWIFT_JOBS)

test-%: ## run one module's tests, building only what it needs: make test-CasePaths
	MODULE=$* swift test --jobs $(SWIFT_JOBS) --scratch-path .build-$*

.PHONY: format
format: ## format every Swift file in place
	swift format --in-place --parallel --recursive Package.swift Sources Tests

.PHONY: lint
lint: ## fail on a file that is not formatted
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
