# Two commands matter to a newcomer: `make run` and `make test`. `make help` lists the rest.

SWIFT_JOBS ?= 2
SWIFT_FILES = Package.swift Benchmarks Previews Sources Tests
RELEASE = --configuration release --scratch-path .build-release --jobs $(SWIFT_JOBS)

# Real speech for benchmarks and fault runs: a folder of WAV files. A corpus beside the clone comes
# first, else the recordings that 'make bootstrap' installs.
SPEECH ?= $(firstword $(wildcard ../shared/corpus) /usr/share/pocketsphinx/test/data/librivox)
COUNT ?= 200
FEATURES ?= 2000
# Imports of 1,000 memos crashed far more often than those of 200, for six times the time.
STRESS ?= --imports 100 --memos 1000

# The pictures of the program, of which the README shows one.
PROGRAM_PICTURES = Sources/Executables/speechmemo/Documentation.docc/Resources

.DEFAULT_GOAL := help

# users

.PHONY: run
run: ## install missing parts and transcribe a sample
	@Scripts/run

.PHONY: install
install: ## install speechmemo, its manual page and completions below PREFIX (~/.local)
	@Scripts/install

.PHONY: uninstall
uninstall: ## remove the files that 'make install' installed below PREFIX
	@Scripts/install --uninstall

# servers

# Names of services and volumes begin with it.
COMPOSE = docker compose --file Bootstrap/compose.yaml --project-name speechmemo

.PHONY: server-up
server-up: ## build and start the server in containers, behind a proxy: SPEECHMEMO_SITE=home.example
	$(COMPOSE) up --build --detach

.PHONY: server-down
server-down: ## stop the containers and keep the library
	$(COMPOSE) down

.PHONY: server-token
server-token: ## print a token for the server in containers: NAME=laptop SCOPE=read,write
	@$(COMPOSE) exec server speechmemo tokens add '$(NAME)' --scope '$(or $(SCOPE),read)'

# Many libraries, in the containers that docs/hosting.md describes.
HOSTED = docker compose --file Bootstrap/hosted/compose.yaml

.PHONY: hosted-up
hosted-up: ## build and start containers for many libraries: servers, transcribers, PostgreSQL, S3
	Bootstrap/hosted/make-secrets
	$(HOSTED) up --build --detach

.PHONY: hosted-down
hosted-down: ## stop the containers and keep the libraries
	$(HOSTED) down

# engineers

.PHONY: test
test: bootstrap ## build everything and run every test
	@SWIFT_JOBS=$(SWIFT_JOBS) Scripts/test

.PHONY: s3
s3: ## run an S3 server for the folder .build/s3 at port 9000, until Ctrl-C
	@Scripts/serve-s3

.PHONY: check
check: ## run everything that continuous integration runs
	@Scripts/check

.PHONY: feature
feature: ## write a new feature with tests, a preview and its lines in other files: NAME=Weather
	@Scripts/new feature '$(NAME)'

.PHONY: client
client: ## write a new client, its live client, tests and its lines in other files: NAME=Weather
	@Scripts/new client '$(NAME)'

# All modules are built in the same folder: what one needs, the next one finds there.
test-%: ## run one module's tests, building only what they need: make test-CasePaths
	$(call check-module,$*)
	MODULE=$* Scripts/test-room swift test --parallel --jobs $(SWIFT_JOBS)

preview-%: ## run one feature's preview, building only what it needs: make preview-Playback
	$(call check-module,$*Preview)
	MODULE=$*Preview swift run --jobs $(SWIFT_JOBS) $*Preview

# For an unknown name, prints the line that the manifest prints.
define check-module
@grep -qw '"$(1)"' Package.swift || { \
	MODULE='$(1)' swift package dump-package 2>&1 >/dev/null | grep '^Package.swift: ' >&2 && exit 1; }
endef

.PHONY: previews
previews: ## build every preview
	MODULE=Previews swift build --jobs $(SWIFT_JOBS)

.PHONY: bench
bench: ## print the benchmark tables, each measurement beside its baseline
	@Scripts/bootstrap sndfile-programs sqlite3
	swift run $(RELEASE) AppBenchmarks
	swift run $(RELEASE) ComposableBenchmarks
	swift run $(RELEASE) ModelsBenchmarks
	swift run $(RELEASE) SpeechMemoBenchmarks library start decode import $(SPEECH) transcribe $(SPEECH) warm $(SPEECH)
	swift run $(RELEASE) TerminalBenchmarks
	swift build $(RELEASE) --product speechmemo
	Benchmarks/App/app.py .build-release/release

.PHONY: bench-postgres
bench-postgres: ## measure a million memos in PostgreSQL: half an hour and 15 GB of disk
	@Scripts/bootstrap --no-engine postgresql
	swift run $(RELEASE) PostgresBenchmarks

.PHONY: bench-hosted
bench-hosted: ## measure up to 8 transcribers and PostgreSQL: ten minutes
	@Scripts/bootstrap --no-engine postgresql
	swift build $(RELEASE) --product speechmemo
	Benchmarks/Hosting/scaling.py .build-release/release/speechmemo

.PHONY: bench-sound
bench-sound: bootstrap ## measure recording, live text and playback in real time: 15 minutes
	swift build $(RELEASE) --product speechmemo
	swift build $(RELEASE) --product SoundMeasures
	Benchmarks/LiveText/live_text.py real $(SPEECH) .build-release/release/speechmemo
	Benchmarks/LiveText/live_text.py cost $(SPEECH) .build-release/release/speechmemo
	.build-release/release/SoundMeasures hour
	.build-release/release/SoundMeasures position $(SPEECH)

# As root, the server runs as another user, who needs access to the folder.
.PHONY: db
db: ## run a PostgreSQL server and print its address, until Ctrl-C: FOLDER=.build/db
	@Scripts/bootstrap --no-engine postgresql
	@Scripts/postgres '$(or $(FOLDER),.build/db)'

.PHONY: faults
faults: bootstrap ## kill processes at random moments and check that nothing is lost: COUNT=200
	swift build $(RELEASE) --product speechmemo
	Tests/Faults/import_faults.py .build-release/release/speechmemo $(SPEECH) $(COUNT)
	Tests/Faults/backup_faults.py .build-release/release/speechmemo $(SPEECH) $(COUNT)
	Tests/Faults/record_faults.py .build-release/release/speechmemo $(SPEECH) $(COUNT)
	Tests/Faults/engine_faults.py .build-release/release/speechmemo $(COUNT)
	Tests/Faults/watch_faults.py .build-release/release/speechmemo $(SPEECH) $(COUNT)
	Tests/Faults/export_faults.py .build-release/release/speechmemo $(COUNT)
	Tests/Faults/transcribe_faults.py .build-release/release/speechmemo $(SPEECH) $(COUNT)
	Tests/Faults/upload_faults.py .build-release/release/speechmemo $(SPEECH) $(COUNT)
	Tests/Faults/edit_faults.py .build-release/release/speechmemo $(SPEECH) $(COUNT)
	Tests/Faults/stress.py .build-release/release/speechmemo $(SPEECH) \
		--imports 20 --memos 1000 --uploads 300 --recordings 60 --opens 60
	Tests/Faults/full_server_disk.py .build-release/release/speechmemo
	Tests/Faults/raw_requests.py .build-release/release/speechmemo
	Tests/Faults/smuggling.py .build-release/release/speechmemo
	Scripts/bootstrap strace
	Tests/Faults/saved_order.py .build-release/release/speechmemo $(SPEECH)
	swift build $(RELEASE) --product FileFaults
	Tests/Faults/file_faults.py .build-release/release/FileFaults $(COUNT)
	swift build $(RELEASE) --product SharingFaults
	Tests/Faults/sharing_faults.py .build-release/release/SharingFaults $(COUNT)

.PHONY: stress
stress: bootstrap ## run the optimized program hundreds of times to find crashes: 15 minutes
	swift build $(RELEASE) --product speechmemo
	Tests/Faults/stress.py .build-release/release/speechmemo $(SPEECH) $(STRESS)

.PHONY: faults-hosted
faults-hosted: ## the same with PostgreSQL and S3: half an hour, HOSTED='--memos 60 …'
	@Scripts/bootstrap --no-engine faketime postgresql
	swift build $(RELEASE) --product speechmemo
	Benchmarks/Hosting/faults.py .build-release/release/speechmemo $(HOSTED)
	Benchmarks/Hosting/migrate.py .build-release/release/speechmemo

.PHONY: fuzz-macros
fuzz-macros: ## compile generated uses of the macros: FEATURES=2000 SEED=7
	MODULE=ComposableArchitecture swift build --jobs $(SWIFT_JOBS)
	Tests/Faults/macro_fuzz.py .build/debug $(FEATURES) $(SEED)

.PHONY: sanitize
sanitize: bootstrap ## run the tests under the thread sanitizer: MODULE=X for one module
	SWIFT_JOBS=$(SWIFT_JOBS) Scripts/sanitize

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

.PHONY: check-docs
check-docs: ## run the examples of the documents and check their links: PROGRAM=FILE
	@Scripts/bootstrap curl jq
	Scripts/check-docs $(PROGRAM)

.PHONY: app-session
app-session: ## play sessions with the app in a real terminal and print the screens
	@Scripts/bootstrap tmux
	swift build $(RELEASE) --product speechmemo
	Scripts/app-session .build-release/release/speechmemo \
		/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-0870.wav \
		leisure
	Scripts/app-day .build-release/release/speechmemo

.PHONY: pictures
pictures: ## redraw the pictures of the documents
	@Scripts/bootstrap tmux
	swift build $(RELEASE) --product speechmemo
	Scripts/picture .build-release/release/speechmemo \
		/usr/share/pocketsphinx/test/data/librivox $(PROGRAM_PICTURES)/speechmemo.svg
	swift build $(RELEASE) --product AppPreview
	Scripts/picture-screen $(PROGRAM_PICTURES)/app.svg 80x16 \
		"$(CURDIR)/.build-release/release/AppPreview --state usual" \
		wait:Budget Down Down Down Enter wait:numbers 'wait: 0:04 '
	swift build $(RELEASE) --product RecordingsListPreview
	Scripts/picture-screen \
		Previews/RecordingsListPreview/Documentation.docc/Resources/RecordingsListPreview.svg 80x12 \
		"$(CURDIR)/.build-release/release/RecordingsListPreview" wait:Budget Down Down Down
	swift build $(RELEASE) --product PlaybackPreview
	Scripts/picture-screen Previews/PlaybackPreview/Documentation.docc/Resources/PlaybackPreview.svg 80x12 \
		"$(CURDIR)/.build-release/release/PlaybackPreview" wait:budget w w

.PHONY: check-linkage
check-linkage: ## check that no product loads a test library
	@Scripts/check-linkage

.PHONY: check-install
check-install: ## check 'make install' in a clone, with an empty home
	@SWIFT_JOBS=$(SWIFT_JOBS) Scripts/check-install

.PHONY: check-package
check-package: ## check that another package can depend on this one, by path and by URL
	@Scripts/check-package

.PHONY: release
release: bootstrap ## build the program and the architecture's libraries, optimized
	MODULE='$(or $(MODULE),speechmemo Composable)' swift build $(RELEASE)

.PHONY: check-recipe
check-recipe: ## check the results of 'make feature' and 'make client'
	@Scripts/check-recipe

# shared

.PHONY: bootstrap
bootstrap: ## install missing Debian packages and set up the speech engine
	@Scripts/bootstrap pulseaudio # the tests run their own sound server
	@Scripts/bootstrap --no-engine postgresql || \
		echo 'PostgreSQL cannot be installed: its tests are skipped' >&2

.PHONY: help
help: ## list these targets
	@awk -F ': .*## |:.*## ' '/^[a-z0-9%-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
