// swift-tools-version: 6.2

import CompilerPluginSupport
import Foundation
import PackageDescription

// Every target is declared once, under the heading of its layer, in alphabetical order, with what
// it imports and nothing else. A layer may import only the layers above it in this file. A module's
// tests may import what the module does; `tests:` names what they need besides. The comment above a
// target is its description in docs/modules.md, which 'make docs' writes.
// `Tests/ManifestTests` checks all of it, and names the line to write.

let package = Package(
  name: "SpeechMemo", defaultLocalization: "en",
  traits: [
    .default(enabledTraits: ["URLSession"]),
    // What is linked statically without it needs neither libcurl nor what libcurl needs.
    .trait(name: "URLSession", description: "ComposableArchitecture brings URLSession along"),
  ])

// MARK: - System

// The commit that the sources were built from.
c("CBuildCommit")
// The settings of the Swift runtime for crash reports, which it reads before `main`.
c("CCrashReports")
// Loads shared libraries and their functions at run time.
c("CLibraryLoading")
// Terminal modes, restored from a signal handler when the program ends, stops, or crashes.
c("CTerminalRestore")
// The C library libcurl, for HTTP requests.
system("Ccurl", apt: "libcurl4-openssl-dev")
// The C library libmicrohttpd, an HTTP server, loaded at run time.
c("Cmicrohttpd", ["CLibraryLoading"])
// The C library libmpg123, an MP3 decoder.
system("Cmpg123", apt: "libmpg123-dev")
// The C library Nettle, for hashes.
system("Cnettle", apt: "nettle-dev")
// The C library libpq, the PostgreSQL client, loaded at run time.
c("Cpq", ["CLibraryLoading"])
// The C library libpulse, the client of sound servers, loaded at run time.
c("Cpulse", ["CLibraryLoading"])
// The C library libsndfile, which reads audio files and writes FLAC.
system("Csndfile", apt: "libsndfile1-dev")
// The C library sonic, which changes the speed of speech and keeps its pitch.
system("Csonic", apt: "libsonic-dev")
// The C library libsoxr, a resampler.
system("Csoxr", apt: "libsoxr-dev")
// The C library SQLite.
system("Csqlite3", apt: "libsqlite3-dev")
// SHA-256, SHA-1, MD5, and HMAC.
target("Hashing", in: "System", ["Cnettle"], tests: [])
// HTTP transfers over libcurl, which is loaded at first use.
face("LibCurl", of: "Ccurl", ["POSIX"], tests: ["TestWebServer"])
// System calls: files, folders, processes, pipes, locks, threads, and their errors.
target("POSIX", in: "System", [], tests: ["ConcurrencyExtras"])
// Connections to PostgreSQL, with pools, transactions, and notifications.
face("PostgreSQL", of: "Cpq", ["POSIX"], tests: ["ConcurrencyExtras", "TestPostgres"])
// Devices, recording, and playback over PulseAudio's client library.
face("PulseAudio", of: "Cpulse", tests: ["TestSoundServer"])
// Connections, statements, errors, and a word tokenizer for SQLite.
face("SQLite", of: "Csqlite3", ["POSIX"])

// MARK: - Composable

// Key paths for enum cases.
composable(
  "CasePaths", ["ComposableMacrosPlugin", "IssueReporting", "RuntimeInternals"],
  tests: ["ComposableMacros", "MacroTesting"])
// Clocks for tests: controlled, immediate, and unimplemented.
composable("Clocks", ["ConcurrencyExtras", "IssueReporting", "POSIX", "RuntimeInternals"])
// Features as reducers, effects, and stores, with their test store.
composable(
  "ComposableArchitecture",
  [
    "CasePaths", "Clocks", "ComposableMacrosPlugin", "ConcurrencyExtras", "CustomDump",
    "Dependencies", "DependenciesMacros", "IdentifiedCollections", "IssueReporting", "POSIX",
    "RuntimeInternals", "Sharing",
  ])
// Example apps that use only the public API of the architecture, as tests.
tests(
  "ComposableArchitectureExampleTests", in: "Composable",
  ["ComposableArchitecture", "DependenciesTestSupport", "Tagged"])
// What the macros of this layer expand to.
syntax("ComposableMacros", tests: ["MacroTesting"])
// The compiler plug-in with all macros of this layer.
plugin("ComposableMacrosPlugin", ["ComposableMacros"])
// Locks, streams, tasks, and a serial executor for deterministic tests.
composable("ConcurrencyExtras", ["POSIX", "RuntimeInternals"])
// Task-local values for one test or a suite, as a trait.
composable("ConcurrencyExtrasTestSupport", ["ConcurrencyExtras"])
// Values and their differences as readable text.
composable("CustomDump", ["IssueReporting", "RuntimeInternals"], tests: ["ConcurrencyExtras"])
// Dependencies by key path, with separate values for tests and previews.
composable(
  "Dependencies", ["Clocks", "ConcurrencyExtras", "IssueReporting", "POSIX"],
  tests: ["DependenciesMacros", "DependenciesTestSupport"],
  settings: [withoutLinking("XCTest")])
// The macros for clients that are structs of closures.
composable(
  "DependenciesMacros", ["ComposableMacrosPlugin", "IssueReporting"],
  tests: ["ComposableMacros", "ConcurrencyExtras", "Dependencies", "MacroTesting"])
// Dependencies of one test or a suite, as a trait.
composable("DependenciesTestSupport", ["Dependencies"])
// Durable files: replaced atomically, watched, and locked between processes.
composable(
  "FileStorage", ["ConcurrencyExtras", "Dependencies", "POSIX"], tests: ["FileFaults"])
// Arrays with access to elements by id.
composable(
  "IdentifiedCollections", ["IssueReporting", "POSIX", "RuntimeInternals"],
  tests: ["ConcurrencyExtras"])
// Reports of programming errors, which fail tests and warn at run time.
composable(
  "IssueReporting", ["POSIX", "RuntimeInternals"],
  tests: ["ConcurrencyExtras"], settings: [withoutLinking("Testing")])
// Assertions on the expansion of macros.
syntax("MacroTesting")
// The only code that relies on internals of the Swift runtime.
target("RuntimeInternals", in: "Composable", ["POSIX"], tests: ["ConcurrencyExtras"])
// State that features share, in memory, in app storage, or in files.
composable(
  "Sharing",
  [
    "Clocks", "ConcurrencyExtras", "CustomDump", "Dependencies", "FileStorage",
    "IdentifiedCollections", "IssueReporting", "POSIX", "RuntimeInternals",
  ],
  tests: ["DependenciesTestSupport", "SharingFaults", "Tagged"])
// Distinct types for ids and other values.
composable("Tagged", ["RuntimeInternals"], tests: ["CustomDump"])
// The former name of IssueReporting.
composable("XCTestDynamicOverlay", ["IssueReporting"])

// MARK: - Models

// The version of the program and the commit that it was built from.
model("Build", ["CBuildCommit", "Dependencies", "Tagged"])
// IP addresses and networks, and which hosts are this machine.
model("NetworkAddresses", [])
// Memos, transcripts, words, speakers, and the edits of transcripts.
model("SharedModels", ["Tagged"])
// The form in which databases store a transcript, and the excerpts that a search shows.
model("StoredTranscript", ["SharedModels"])
// The export formats: text, SRT, VTT, JSON, Markdown, and RTTM.
model("TranscriptExport", ["SharedModels"])
// Detection of where speech starts and ends in a stream of audio.
model("TurnDetection", [])

// MARK: - Clients

// Interface for decoding, probing, copying, and encoding audio files.
client(
  "AudioFileClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels"])
// Audio files over libsndfile, libmpg123, libsoxr, and ffmpeg.
client(
  "AudioFileClientLive",
  [
    "AudioFileClient", "Cmpg123", "Csndfile", "Csoxr", "Dependencies", "Hashing", "POSIX",
    "SharedModels",
  ],
  tests: ["TestPrograms"])
// Interface for playing audio.
client(
  "AudioPlayerClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"],
  tests: ["Clocks"])
// Playback over PulseAudio or PipeWire, at any speed.
client(
  "AudioPlayerClientLive",
  [
    "AudioFileClient", "AudioPlayerClient", "ConcurrencyExtras", "Csonic", "Dependencies", "POSIX",
    "PulseAudio",
  ],
  tests: ["AudioFileClientLive", "TestSoundServer"])
// Interface for recording from a microphone.
client(
  "AudioRecorderClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"],
  tests: ["Clocks"])
// Recording over PulseAudio or PipeWire into drafts, which it encodes as FLAC.
client(
  "AudioRecorderClientLive",
  [
    "AudioFileClient", "AudioRecorderClient", "ConcurrencyExtras", "Dependencies", "POSIX",
    "PulseAudio", "SharedModels",
  ],
  tests: ["AudioFileClientLive", "TestSoundServer"])
// Interface for stores of audio files by name.
client("AudioStoreClient", ["ConcurrencyExtras", "DependenciesMacros", "SharedModels"])
// Audio store in a folder.
client(
  "AudioStoreClientLive",
  [
    "AudioFileClient", "AudioStoreClient", "Dependencies", "LibraryFolder", "POSIX", "SharedModels",
  ],
  tests: ["AudioFileClientLive"])
// Audio store in a bucket of an S3-compatible service.
client(
  "AudioStoreClientS3",
  [
    "AudioStoreClient", "ConcurrencyExtras", "Dependencies", "Hashing", "LibCurl", "POSIX",
    "SharedModels",
  ],
  tests: ["Clocks", "TestS3", "TestWebServer"])
// Interface for memos, transcripts, jobs, tokens, and search.
client(
  "DatabaseClient",
  [
    "ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels", "StoredTranscript",
    "Tagged",
  ])
// Database of one library in SQLite.
client(
  "DatabaseClientLive",
  [
    "DatabaseClient", "FileStorage", "LibraryFolder", "POSIX", "SQLite", "SharedModels",
    "StoredTranscript", "Tagged",
  ],
  tests: ["ConcurrencyExtras", "Csqlite3", "TestLibraries"])
// Database of many libraries in PostgreSQL, with a job queue for many machines.
client(
  "DatabaseClientPostgres",
  [
    "ConcurrencyExtras", "DatabaseClient", "POSIX", "PostgreSQL", "SQLite", "SharedModels",
    "StoredTranscript", "Tagged",
  ],
  tests: ["TestLibraries", "TestPostgres"])
// Tests that every implementation of the database passes.
tests(
  "DatabaseTests", in: "Clients",
  ["DatabaseClient", "SharedModels", "Tagged", "TestLibraries"])
// Interface for writing files outside the library.
client(
  "ExportFilesClient",
  ["ConcurrencyExtras", "Dependencies", "DependenciesMacros", "FileStorage"])
// Exported files in the file system, which are never half-written.
client("ExportFilesClientLive", ["Dependencies", "ExportFilesClient", "FileStorage", "POSIX"])
// Interface for watching folders for new files.
client("FolderWatchClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"])
// Folder watching over inotify.
client(
  "FolderWatchClientLive", ["Dependencies", "FolderWatchClient", "POSIX"])
// The paths of a library's files and of the configuration.
client("LibraryFolder", ["Dependencies", "FileStorage", "SharedModels"])
// Interface for speech recognition, speaker detection, and models.
client(
  "SpeechClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels"],
  tests: ["Clocks"])
// Speech recognition by an engine in its own process, which it can lend to other processes.
client(
  "SpeechClientLive",
  [
    "ConcurrencyExtras", "Dependencies", "FileStorage", "Hashing", "POSIX", "SharedModels",
    "SpeechClient",
  ],
  tests: ["AudioFileClient", "AudioFileClientLive", "TestPrograms"],
  resources: [
    "added", "ahead", "audio", "catalog", "clustering", "confidence", "guard", "hearing", "live",
    "main", "models", "options", "pieces", "place", "recognizer", "segmentation", "speakers",
    "spoken", "steps", "voices", "ways", "wire",
  ].map {
    .embedInCode("Engine/\($0).py")
  })
// Speech recognition by a server with OpenAI's transcription API.
client(
  "SpeechClientOpenAILive",
  [
    "ConcurrencyExtras", "FileStorage", "LibCurl", "NetworkAddresses", "POSIX", "SharedModels",
    "SpeechClient", "TurnDetection",
  ],
  tests: ["Clocks", "TestWebServer"])
// Interface for reading keys and drawing on a terminal.
client("TerminalClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"])
// The terminal of the process, restored when the program ends.
client(
  "TerminalClientLive",
  ["CTerminalRestore", "ConcurrencyExtras", "Dependencies", "POSIX", "TerminalClient"],
  tests: ["TerminalFaults", "TestTerminal"])
// Interface for editing a text in the user's editor.
client("TextEditorClient", ["Dependencies", "DependenciesMacros"])
// The user's editor as a child process.
client(
  "TextEditorClientLive", ["Dependencies", "POSIX", "TextEditorClient"],
  tests: ["TestPrograms"])
// Interface for reading a library of Apple Voice Memos.
client("VoiceMemosClient", ["Dependencies", "DependenciesMacros", "SharedModels"])
// Apple Voice Memos, read from their SQLite database.
client(
  "VoiceMemosClientLive", ["Dependencies", "POSIX", "SQLite", "SharedModels", "VoiceMemosClient"])
// Interface for sending webhooks.
client("WebhookClient", ["Dependencies", "DependenciesMacros"])
// Signed webhooks over libcurl.
client(
  "WebhookClientLive",
  ["ConcurrencyExtras", "Dependencies", "Hashing", "LibCurl", "POSIX", "WebhookClient"],
  tests: ["TestWebServer"])

// MARK: - Terminal

// Commands, options, and arguments: parsing, help, the manual page, and completions.
terminal("ArgumentParsing", [])
// QR codes for terminals, if libqrencode is installed.
terminal("QRCode", [])
// Colors, glyphs, and the formats of times and numbers.
terminal("Styleguide", ["SharedModels"], tests: ["POSIX"])
// Views, layout, input, and drawing for terminal apps.
terminal("TerminalUI", ["ConcurrencyExtras", "Styleguide", "TerminalClient"], tests: ["Clocks"])

// MARK: - Library

// Backup, restore, verification, and moving memos between libraries.
library(
  "BackupCore",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "FileStorage", "ImportCore",
    "LibraryFolder", "POSIX", "SharedModels", "SoundCore",
  ],
  tests: ["AudioFileClientLive", "DatabaseClientLive"])
// Export of memos to files.
library(
  "ExportCore",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "ExportFilesClient", "LibraryFolder",
    "SharedModels", "TranscriptExport",
  ],
  tests: ["ConcurrencyExtras", "DependenciesTestSupport"])
// The checks of `doctor`.
library(
  "HealthCore",
  [
    "AudioFileClient", "AudioPlayerClient", "AudioRecorderClient", "DatabaseClient",
    "Dependencies", "DependenciesMacros", "FileStorage", "LibraryFolder", "POSIX", "RecordingCore",
    "SharedModels", "SharedSettings", "Sharing", "SoundCore", "SpeechClient",
  ],
  tests: ["ConcurrencyExtras", "CrashFaults"])
// Many libraries in one database, and access to each.
library(
  "HostedLibraries",
  [
    "AudioFileClient", "AudioStoreClient", "ConcurrencyExtras", "DatabaseClient", "Dependencies",
    "DependenciesMacros", "LibraryFolder", "SharedSettings", "SoundCore",
  ],
  tests: ["SharedModels"])
// Import of audio files as memos with jobs, and permanent deletion.
library(
  "ImportCore",
  [
    "AudioFileClient", "ConcurrencyExtras", "DatabaseClient", "Dependencies", "DependenciesMacros",
    "FileStorage", "LibraryFolder", "POSIX", "SharedModels", "SharedSettings", "Sharing",
    "SoundCore", "VoiceMemosClient",
  ],
  tests: ["DependenciesTestSupport"])
// Recordings: from a draft to a memo with a job, and recovery of interrupted ones.
library(
  "RecordingCore",
  [
    "AudioFileClient", "AudioRecorderClient", "DatabaseClient", "Dependencies",
    "DependenciesMacros", "ImportCore", "LibraryFolder", "POSIX", "SharedModels", "SoundCore",
  ],
  tests: ["AudioFileClientLive", "Clocks", "ConcurrencyExtras", "DatabaseClientLive"])
// Deletion of old memos, as the settings specify.
library(
  "RetentionCore",
  [
    "DatabaseClient", "Dependencies", "DependenciesMacros", "ImportCore", "LibraryFolder",
    "SharedModels", "SharedSettings", "Sharing", "SoundCore", "Tagged",
  ],
  tests: ["ConcurrencyExtras"])
// The list of memos that all features share, kept up to date.
library(
  "SharedRecordings",
  [
    "ConcurrencyExtras", "DatabaseClient", "Dependencies", "IdentifiedCollections", "SharedModels",
    "Sharing", "Tagged",
  ],
  tests: ["DatabaseClientLive", "DependenciesTestSupport"])
// The settings of a library, shared by all features.
library(
  "SharedSettings",
  [
    "DatabaseClient", "Dependencies", "FileStorage", "LibraryFolder", "NetworkAddresses", "POSIX",
    "SharedModels", "Sharing",
  ],
  tests: ["ConcurrencyExtras"])
// Access to the audio of memos in folders and stores, with a local cache.
library(
  "SoundCore",
  [
    "AudioFileClient", "AudioStoreClient", "Dependencies", "LibraryFolder", "POSIX",
    "SharedModels",
  ],
  tests: [
    "AudioFileClientLive", "AudioStoreClientLive", "AudioStoreClientS3", "BackupCore",
    "ConcurrencyExtras", "DatabaseClient", "DatabaseClientLive", "HealthCore", "ImportCore",
    "RecordingCore", "TestS3",
  ])
// Speaker detection for a memo, and the names and voices of speakers.
library(
  "SpeakerCore",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "LibraryFolder", "SharedModels",
    "SharedSettings", "Sharing", "SpeechClient", "Tagged",
  ],
  tests: ["ConcurrencyExtras", "DependenciesTestSupport"])
// The transcription of queued jobs: claims, checkpoints, retries, and results.
library(
  "TranscriptionCore",
  [
    "AudioFileClient", "ConcurrencyExtras", "DatabaseClient", "Dependencies", "LibraryFolder",
    "POSIX", "SharedModels", "SpeakerCore", "SpeechClient", "Tagged",
  ],
  tests: ["Clocks", "DependenciesTestSupport"])
// Text that a user typed and that is not in the library yet.
library(
  "UnsavedTexts",
  ["Dependencies", "LibraryFolder", "SharedModels", "Sharing", "Tagged"],
  tests: ["DependenciesTestSupport", "FileStorage"])
// Import and transcription of files that arrive in watched folders.
library(
  "WatchCore",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "FolderWatchClient", "ImportCore",
    "LibraryFolder", "POSIX", "RecordingCore", "SharedModels", "SoundCore", "TranscriptionCore",
  ],
  tests: ["Clocks", "ConcurrencyExtras", "SpeechClient"])
// Delivery of webhook events with retries.
library(
  "WebhookCore",
  [
    "ConcurrencyExtras", "DatabaseClient", "Dependencies", "FileStorage", "LibraryFolder", "POSIX",
    "WebhookClient",
  ],
  tests: ["Clocks", "SharedModels"])

// MARK: - Features

// The root of the app: tabs, navigation, and all other features.
feature(
  "AppFeature",
  [
    "AudioRecorderClient", "ComposableArchitecture", "ComposableTerminal", "ExportFeature",
    "HealthFeature", "ImportFeature", "LibraryFolder", "OnboardingFeature", "PlaybackFeature",
    "RecordMemoFeature",
    "RecordingCore", "RecordingsListFeature", "RetentionCore", "SearchFeature", "SettingsFeature",
    "SharedModels", "SharedRecordings", "SharedSettings", "StatsFeature", "Styleguide", "Tagged",
    "TerminalUI", "TranscriptionFeature", "TrashFeature", "UnsavedTexts",
  ],
  tests: [
    "AppPreview", "AudioFileClient", "AudioPlayerClient", "DatabaseClient",
    "DependenciesTestSupport", "ExportFilesClient", "HealthCore", "ImportCore", "PreviewHarness",
    "TextEditorClient",
  ])
// The connection between a store and a screen in the terminal.
feature("ComposableTerminal", ["ComposableArchitecture", "TerminalClient", "TerminalUI"])
// Export of memos from the app.
feature(
  "ExportFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "ExportCore", "ExportFilesClient",
    "SharedModels", "Styleguide", "TerminalUI", "TranscriptExport",
  ],
  tests: [
    "AudioFileClient", "DatabaseClient", "DependenciesTestSupport", "ExportPreview",
    "PreviewHarness",
  ])
// The health check in the app.
feature(
  "HealthFeature",
  ["ComposableArchitecture", "ComposableTerminal", "HealthCore", "Styleguide", "TerminalUI"],
  tests: ["DependenciesTestSupport", "HealthPreview", "PreviewHarness"])
// Import of files in the app.
feature(
  "ImportFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "ImportCore", "SharedModels", "Styleguide",
    "TerminalUI",
  ],
  tests: ["AudioFileClient", "ImportPreview", "PreviewHarness"])
// The first start of the app.
feature(
  "OnboardingFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "HealthCore", "ImportCore", "Styleguide",
    "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "OnboardingPreview", "PreviewHarness"])
// One memo: playback, transcript, editing, and speakers.
feature(
  "PlaybackFeature",
  [
    "AudioFileClient", "AudioPlayerClient", "ComposableArchitecture", "ComposableTerminal",
    "DatabaseClient", "LibraryFolder", "SharedModels", "SpeakerCore", "Styleguide", "Tagged",
    "TerminalClient", "TerminalUI", "TextEditorClient", "UnsavedTexts",
  ],
  tests: [
    "DependenciesTestSupport", "PlaybackPreview", "PreviewHarness", "SharedSettings",
    "SpeechClient",
  ])
// Recording with live text and a level meter.
feature(
  "RecordMemoFeature",
  [
    "AudioRecorderClient", "ComposableArchitecture", "ComposableTerminal", "RecordingCore",
    "SharedModels", "SharedSettings", "SpeechClient", "Styleguide", "TerminalUI",
  ],
  tests: [
    "AudioFileClient", "DatabaseClient", "DependenciesTestSupport", "LibraryFolder",
    "PreviewHarness", "RecordMemoPreview",
  ])
// The list of memos: filters, tags, marks, and sorting.
feature(
  "RecordingsListFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "DatabaseClient", "IdentifiedCollections",
    "LibraryFolder", "SharedModels", "SharedRecordings", "Styleguide", "Tagged", "TerminalClient",
    "TerminalUI", "UnsavedTexts",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "RecordingsListPreview"])
// Search in all transcripts.
feature(
  "SearchFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "DatabaseClient", "SharedModels", "Styleguide",
    "Tagged", "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "SearchPreview"])
// The settings in the app.
feature(
  "SettingsFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "RetentionCore", "SharedModels",
    "SharedSettings", "SpeechClient", "Styleguide", "Tagged", "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "SettingsPreview"])
// Statistics about the library.
feature(
  "StatsFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "DatabaseClient", "SharedModels",
    "SharedRecordings", "Styleguide", "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "StatsPreview"])

// The queue of transcriptions and their progress.
feature(
  "TranscriptionFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "DatabaseClient", "SharedModels",
    "SharedSettings", "SpeechClient", "Styleguide", "Tagged", "TerminalUI", "TranscriptionCore",
  ],
  tests: [
    "AudioFileClient", "DatabaseClientLive", "DependenciesTestSupport", "PreviewHarness",
    "TranscriptionPreview",
  ])
// The trash: restoring and permanently deleting memos.
feature(
  "TrashFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "DatabaseClient", "RetentionCore",
    "SharedModels", "SharedSettings", "Styleguide", "Tagged", "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "TrashPreview"])

// MARK: - Server

// Interface for requests to a SpeechMemo server.
server(
  "ApiClient",
  [
    "Dependencies", "DependenciesMacros", "HTTPMessages", "ServerRouter", "SharedModels",
    "URLRouting",
  ],
  tests: ["ConcurrencyExtras"])
// Requests to a SpeechMemo server over libcurl.
server(
  "ApiClientLive",
  [
    "ApiClient", "ConcurrencyExtras", "Dependencies", "HTTPMessages", "LibCurl",
  ],
  tests: ["HTTPServer"])
// Responses with a memo's audio and waveform.
server(
  "AudioMiddleware",
  [
    "AudioFileClient", "AudioStoreClient", "DatabaseClient", "Dependencies", "HTTPMessages",
    "LibraryFolder", "MiddlewareHelpers", "POSIX", "ServerRouter", "SharedModels", "SoundCore",
  ],
  tests: ["AudioFileClientLive", "AudioStoreClientLive", "ConcurrencyExtras", "TestSite"])
// Values of environment variables and of files with lines `NAME=value`.
server("EnvVars", [])
// HTTP requests and responses as values.
server("HTTPMessages", ["POSIX"])
// An HTTP and HTTPS server over libmicrohttpd.
server("HTTPServer", ["Cmicrohttpd", "ConcurrencyExtras", "HTTPMessages", "POSIX"])
// Responses about queued and failed transcriptions.
server(
  "JobsMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "SharedModels",
  ],
  tests: ["TestSite"])
// Server-sent events about changes in a library, with resumption.
server(
  "LibraryEvents",
  [
    "DatabaseClient", "Dependencies", "MiddlewareHelpers", "POSIX", "SharedModels",
  ],
  tests: ["Clocks"])
// Share links: creating, listing, revoking, and opening them.
server(
  "LinksMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "SharedModels", "Tagged", "TokenCore", "TranscriptExport",
  ],
  tests: ["Hashing", "SiteMiddleware", "TestSite"])
// Live text over a websocket.
server(
  "LiveMiddleware",
  [
    "Dependencies", "HTTPMessages", "OpenAIHelpers", "ServerRouter", "SharedModels",
    "SharedSettings", "Sharing", "SpeechClient", "WebSocketProtocol", "WebSocketServer",
  ],
  tests: ["TestSite", "TestWebSocket"])
// The Model Context Protocol as a function from message to response, with its tools.
server(
  "MCPCore",
  [
    "Build", "DatabaseClient", "Dependencies", "MiddlewareHelpers", "ServerRouter", "SharedModels",
    "TranscriptExport",
  ])
// The Model Context Protocol over HTTP.
server(
  "MCPMiddleware", ["DatabaseClient", "HTTPMessages", "MCPCore"],
  tests: ["SharedModels", "SiteMiddleware", "TestSite"])
// Responses that list, show, change, and delete memos.
server(
  "MemosMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "ImportCore", "MiddlewareHelpers",
    "ServerRouter", "SharedModels",
  ],
  tests: ["TestSite"])
// Metrics of requests and jobs for Prometheus.
server(
  "MetricsMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "POSIX",
    "PrometheusText", "ServerRouter", "SharedModels",
  ],
  tests: ["AudioFileClient", "SiteMiddleware", "TestSite"])
// Shared parts of the middlewares: problems, ranges, entity tags, and received files.
server(
  "MiddlewareHelpers",
  [
    "AudioFileClient", "DatabaseClient", "HTTPMessages", "Hashing", "POSIX", "ServerRouter",
    "SharedModels",
  ])
// A streaming parser for forms with files.
server("MultipartForm", ["HTTPMessages"])
// Shared parts of the OpenAI-compatible middlewares.
server(
  "OpenAIHelpers",
  ["AudioFileClient", "MiddlewareHelpers", "ServerRouter", "SharedModels", "SpeechClient"])
// The OpenAPI document of the server.
server("OpenAPI", [], resources: [.embedInCode("openapi.json")])
// Metrics in the text format of Prometheus.
server("PrometheusText", ["HTTPMessages"])
// The job queue over HTTP, for transcribers on other machines.
server(
  "QueueMiddleware",
  [
    "AudioMiddleware", "DatabaseClient", "Dependencies", "HTTPMessages", "HostedLibraries",
    "LibraryFolder", "MiddlewareHelpers", "POSIX", "ServerRouter",
  ],
  tests: [
    "AudioFileClient", "AudioFileClientLive", "AudioStoreClient", "SharedModels", "TestSite",
  ])
// Rate limits with bounded memory.
server("RateLimits", ["POSIX"], tests: ["ConcurrencyExtras"])
// OpenAI-compatible realtime transcription over a websocket.
server(
  "RealtimeMiddleware",
  [
    "Dependencies", "HTTPMessages", "ImportCore", "OpenAIHelpers", "POSIX", "RealtimeProtocol",
    "ServerRouter", "SharedModels", "SharedSettings", "Sharing", "SoundReceiving", "SpeechClient",
    "TurnDetection", "WebSocketProtocol", "WebSocketServer",
  ],
  tests: [
    "AudioFileClientLive", "Clocks", "ConcurrencyExtras", "LibraryFolder", "TestSite",
    "TestWebSocket",
  ])
// The events of OpenAI's realtime transcription as values and as JSON.
server("RealtimeProtocol", ["OpenAIHelpers", "SharedModels"])
// The library behind a server as a database and an audio store, for `--server`.
server(
  "RemoteLibrary",
  [
    "ApiClient", "AudioFileClient", "AudioPlayerClient", "AudioStoreClient", "DatabaseClient",
    "Dependencies", "HTTPMessages", "LibraryFolder", "POSIX", "ServerRouter", "SharedModels",
    "SoundCore", "Tagged",
  ],
  tests: [
    "AudioFileClientLive", "Clocks", "ConcurrencyExtras", "SpeakerCore", "SpeechClient", "TestSite",
    "TokenCore",
  ])
// The job queue behind a server, for `transcriber --server`.
server(
  "RemoteQueue",
  [
    "ApiClient", "AudioFileClient", "DatabaseClient", "Dependencies", "HTTPMessages",
    "HostedLibraries", "LibraryFolder", "POSIX", "RemoteLibrary", "ServerRouter", "SharedModels",
    "SoundCore",
  ],
  tests: [
    "AudioFileClientLive", "Clocks", "ConcurrencyExtras", "SpeechClient", "TestSite",
    "TranscriptionCore",
  ])
// Responses to searches, and statistics.
server(
  "SearchMiddleware",
  ["DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter"],
  tests: ["SharedModels", "TestSite"])
// The start of the server: checks of its options, and the transcription of its libraries.
server(
  "ServerBootstrap",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "LibraryFolder", "NetworkAddresses",
    "SharedModels", "SiteMiddleware", "TranscriptionCore",
  ],
  tests: ["Clocks", "ConcurrencyExtras", "SpeechClient"])
// The server's options and their environment variables.
server("ServerConfig", ["EnvVars", "NetworkAddresses"])
// The description of the server for clients: version, limits, and models.
server(
  "ServerConfigMiddleware",
  [
    "Build", "DatabaseClient", "Dependencies", "HTTPMessages", "Hashing", "LibraryFolder",
    "MiddlewareHelpers", "ServerRouter", "SpeechClient",
  ],
  tests: ["Clocks", "ConcurrencyExtras", "TestSite"])
// All routes of the server as values, with one parser and printer for both ends.
server(
  "ServerRouter",
  [
    "CasePaths", "DatabaseClient", "HTTPMessages", "SharedModels", "Tagged", "TranscriptExport",
    "URLRouting",
  ])
// Sessions of signed-in browsers.
server(
  "SessionMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "TokenCore",
  ],
  tests: ["TestSite"])
// The settings of a library over HTTP.
server(
  "SettingsMiddleware",
  [
    "Dependencies", "HTTPMessages", "LibraryFolder", "MiddlewareHelpers", "ServerRouter",
    "SharedSettings", "Sharing", "SpeechClient",
  ],
  tests: ["SharedModels", "TestSite"])
// The whole site as one function: authentication, authorization, and routing.
server(
  "SiteMiddleware",
  [
    "AudioMiddleware", "ConcurrencyExtras", "DatabaseClient", "Dependencies", "HTTPMessages",
    "HostedLibraries", "JobsMiddleware", "LibraryEvents", "LibraryFolder", "LinksMiddleware",
    "LiveMiddleware", "MCPMiddleware", "MemosMiddleware", "MetricsMiddleware", "MiddlewareHelpers",
    "NetworkAddresses", "OpenAPI", "POSIX", "QueueMiddleware", "RateLimits", "RealtimeMiddleware",
    "SearchMiddleware", "ServerConfigMiddleware", "ServerRouter", "SessionMiddleware",
    "SettingsMiddleware", "SharedModels", "SharedSettings", "TokenCore", "TokensMiddleware",
    "TranscriptionsMiddleware", "TranscriptsMiddleware", "URLRouting", "UploadsMiddleware",
    "VoicesMiddleware", "WebPage", "WebSocketServer",
  ],
  tests: ["AudioFileClient", "Clocks", "SpeechClient", "TestLibraries", "TestSite"])
// Storage for audio that arrives in pieces until it is transcribed.
server(
  "SoundReceiving", ["AudioFileClient", "Dependencies", "POSIX", "SpeechClient"],
  tests: ["AudioFileClientLive"])
// A server for protocols other than HTTP.
server("TCPServer", ["ConcurrencyExtras", "HTTPServer", "POSIX"])
// Tokens, share links, and transcribers' tokens: issuing, finding, and revoking them.
server(
  "TokenCore",
  ["DatabaseClient", "Dependencies", "Hashing", "POSIX", "SharedModels", "Tagged"],
  tests: ["ConcurrencyExtras"])
// Tokens over HTTP: listing, creating, and revoking them.
server(
  "TokensMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "TokenCore",
  ],
  tests: ["TestSite"])
// OpenAI-compatible transcription of files.
server(
  "TranscriptionsMiddleware",
  [
    "Dependencies", "HTTPMessages", "ImportCore", "LibraryFolder", "MiddlewareHelpers",
    "MultipartForm", "OpenAIHelpers", "ServerRouter", "SharedModels", "SharedSettings", "Sharing",
    "SpeechClient", "TranscriptExport", "TranscriptionCore",
  ],
  tests: ["AudioFileClient", "ConcurrencyExtras", "DatabaseClient", "SoundCore", "TestSite"])
// Transcripts: exporting, editing, and requesting them.
server(
  "TranscriptsMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "ImportCore", "MiddlewareHelpers",
    "ServerRouter", "SharedModels", "SharedSettings", "Sharing", "SpeechClient",
    "TranscriptExport",
  ],
  tests: ["TestSite"])
// Parser-printers for URLs and requests.
server("URLRouting", ["CasePaths", "HTTPMessages", "Tagged"])
// Resumable uploads by the tus protocol.
server(
  "UploadsMiddleware",
  [
    "AudioFileClient", "AudioStoreClient", "Dependencies", "FileStorage", "HTTPMessages",
    "Hashing", "ImportCore", "LibraryFolder", "MiddlewareHelpers", "POSIX", "ServerRouter",
    "SharedModels", "SharedSettings", "Sharing", "SoundCore", "SpeechClient",
  ],
  tests: [
    "AudioFileClientLive", "AudioStoreClientLive", "AudioStoreClientS3", "ConcurrencyExtras",
    "DatabaseClient", "TestS3", "TestSite",
  ])
// Stored voices over HTTP: listing, remembering, and forgetting them.
server(
  "VoicesMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "SpeakerCore",
  ],
  tests: ["SharedModels", "TestSite"])
// The web page: HTML, CSS, and JavaScript.
server(
  "WebPage",
  [
    "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter", "SoundCore",
  ],
  tests: ["TestSite"],
  resources: [
    "api.js", "app.js", "dialogs.js", "elements.js", "events.js", "icon.svg", "index.html",
    "library.js", "live.js", "manifest.webmanifest", "memo.js", "outbox.js", "phone.js",
    "player.js", "qr-code.js", "recorder-worklet.js", "recorder.js", "recording.js", "row.js",
    "search.js", "shared.html", "shared.js", "sign-in.js", "speakers.js", "style.css",
    "texts.js", "transcript.js", "uploads.js", "worker.js",
  ].map { .embedInCode("Page/\($0)") })
// The websocket protocol (RFC 6455) as values and as bytes.
server("WebSocketProtocol", ["Hashing"])
// Websocket connections of the HTTP server.
server(
  "WebSocketServer",
  [
    "Dependencies", "HTTPMessages", "POSIX", "ServerRouter", "WebSocketProtocol",
  ],
  tests: ["Clocks", "ConcurrencyExtras", "TestWebSocket"])
// Speech-to-text for Home Assistant.
server(
  "WyomingCore",
  [
    "Dependencies", "ImportCore", "SharedModels", "SharedSettings", "Sharing", "SoundReceiving",
    "SpeechClient", "WyomingProtocol",
  ],
  tests: ["AudioFileClientLive", "Clocks", "ConcurrencyExtras"])
// The events of the Wyoming protocol as values and as bytes.
server("WyomingProtocol", [])

// MARK: - Programs

// The app as a library.
program(
  "AppProgram",
  [
    "AppFeature", "ComposableArchitecture", "ComposableTerminal", "LibraryFolder", "SharedModels",
    "TerminalClient", "WebhookCore",
  ],
  tests: ["DatabaseClient", "Dependencies"])
// The command line as a library.
program(
  "CommandLineProgram",
  [
    "ApiClient", "ArgumentParsing", "AudioFileClient", "AudioPlayerClient", "AudioRecorderClient",
    "BackupCore", "Build", "ConcurrencyExtras", "DatabaseClient", "Dependencies",
    "DependenciesMacros", "EnvVars", "ExportCore", "ExportFilesClient", "FileStorage",
    "HTTPMessages", "HealthCore", "HostedLibraries", "ImportCore", "LibraryFolder", "MCPCore",
    "PrometheusText", "QRCode", "RateLimits", "RecordingCore", "RemoteLibrary",
    "RemoteQueue", "RetentionCore", "ServerBootstrap", "ServerConfig", "ServerRouter",
    "SharedModels", "SharedSettings", "Sharing", "SiteMiddleware", "SoundCore", "SpeakerCore",
    "SpeechClient", "Styleguide", "TerminalClient", "TextEditorClient", "TokenCore",
    "TranscriptExport", "TranscriptionCore", "VoiceMemosClient", "WatchCore", "WebhookClient",
    "WebhookCore", "WyomingCore",
  ],
  tests: [
    "ExportFilesClientLive", "FolderWatchClient", "Hashing", "NetworkAddresses", "WyomingProtocol",
  ])

// MARK: - Executables

// The main function of the program, which sets the live clients.
target(
  "LiveProgram", in: "Executables",
  [
    "ApiClientLive", "AppProgram", "ArgumentParsing", "AudioFileClient", "AudioFileClientLive",
    "AudioPlayerClientLive", "AudioRecorderClientLive", "AudioStoreClient", "AudioStoreClientLive",
    "AudioStoreClientS3", "Build", "CCrashReports", "CommandLineProgram", "DatabaseClient",
    "DatabaseClientLive", "DatabaseClientPostgres", "Dependencies", "ExportFilesClientLive",
    "FileStorage", "FolderWatchClientLive", "HTTPServer", "HealthCore", "HostedLibraries",
    "LibraryFolder", "POSIX", "RecordingCore", "ServerBootstrap", "SharedSettings", "Sharing",
    "SpeechClient", "SpeechClientLive", "SpeechClientOpenAILive", "TCPServer", "TerminalClient",
    "TerminalClientLive", "TextEditorClient", "TextEditorClientLive", "VoiceMemosClientLive",
    "WebhookClientLive",
  ],
  tests: nil)
// The program: app, command line, server, and transcriber.
executable(
  "speechmemo", ["LiveProgram"],
  tests: [
    "Csqlite3", "Hashing", "POSIX", "TestPrograms", "TestSoundServer", "TestTerminal",
    "TestWebServer",
  ])

// MARK: - Previews

// The app with preview values.
preview(
  "AppPreview",
  [
    "AppFeature", "AudioFileClient", "AudioPlayerClient", "AudioRecorderClient",
    "ComposableArchitecture", "ConcurrencyExtras", "DatabaseClient", "Dependencies", "FileStorage",
    "ImportCore", "LibraryFolder", "RecordingCore", "SharedModels", "SpeechClient", "Tagged",
    "TextEditorClient", "TranscriptionCore", "UnsavedTexts",
  ])
// ExportFeature with preview values.
preview(
  "ExportPreview",
  [
    "AudioFileClient", "ComposableArchitecture", "DatabaseClient", "ExportFeature",
    "ExportFilesClient", "SharedModels",
  ])
// HealthFeature with preview values.
preview(
  "HealthPreview", ["ComposableArchitecture", "HealthCore", "HealthFeature", "TerminalUI"])
// ImportFeature with preview values.
preview(
  "ImportPreview",
  ["AudioFileClient", "ComposableArchitecture", "ImportCore", "ImportFeature", "SharedModels"])
// OnboardingFeature with preview values.
preview(
  "OnboardingPreview",
  ["ComposableArchitecture", "HealthCore", "ImportCore", "OnboardingFeature"])
// PlaybackFeature with preview values.
preview(
  "PlaybackPreview",
  [
    "AudioFileClient", "AudioPlayerClient", "ComposableArchitecture", "DatabaseClient",
    "PlaybackFeature", "SharedModels", "SharedSettings", "UnsavedTexts",
  ])
// The program around every preview: states, scripts, recordings, and checks of keys.
previewSupport(
  "PreviewHarness",
  [
    "ArgumentParsing", "Clocks", "ComposableArchitecture", "ComposableTerminal", "Styleguide",
    "TerminalClient", "TerminalUI",
  ],
  tests: ["TerminalUIPreview"])
// RecordMemoFeature with preview values.
preview(
  "RecordMemoPreview",
  [
    "AudioRecorderClient", "ComposableArchitecture", "DatabaseClient", "RecordMemoFeature",
    "RecordingCore", "SharedModels", "SpeechClient",
  ])
// RecordingsListFeature with preview values.
preview(
  "RecordingsListPreview",
  [
    "ComposableArchitecture", "DatabaseClient", "RecordingsListFeature", "SharedModels",
    "TerminalUI",
  ])
// SearchFeature with preview values.
preview(
  "SearchPreview", ["ComposableArchitecture", "DatabaseClient", "SearchFeature", "SharedModels"])
// SettingsFeature with preview values.
preview(
  "SettingsPreview",
  [
    "ComposableArchitecture", "DatabaseClient", "LibraryFolder", "RetentionCore", "SettingsFeature",
    "SharedModels", "SpeechClient",
  ])
// StatsFeature with preview values.
preview(
  "StatsPreview",
  ["ComposableArchitecture", "DatabaseClient", "SharedModels", "StatsFeature", "TerminalUI"])
// The views of TerminalUI.
preview(
  "TerminalUIPreview",
  ["ComposableArchitecture", "ComposableTerminal", "Styleguide", "TerminalUI"])
// TranscriptionFeature with preview values.
preview(
  "TranscriptionPreview",
  [
    "ComposableArchitecture", "DatabaseClient", "SharedModels", "SharedSettings", "SpeechClient",
    "TranscriptionCore", "TranscriptionFeature",
  ])
// TrashFeature with preview values.
preview(
  "TrashPreview",
  [
    "ComposableArchitecture", "DatabaseClient", "LibraryFolder", "SharedModels", "TrashFeature",
  ])

// MARK: - Benchmarks

// Measurements of the app's reducers and screens.
benchmark(
  "AppBenchmarks",
  [
    "AppFeature", "BenchmarkSupport", "ComposableArchitecture", "ComposableTerminal",
    "DatabaseClient", "PlaybackFeature", "RecordingsListFeature", "SharedModels", "Styleguide",
    "TerminalUI",
  ])
// Measurement and comparison with baselines, for all benchmarks.
benchmarkSupport("BenchmarkSupport", [])
// Measurements of the architecture.
benchmark(
  "ComposableBenchmarks",
  [
    "BenchmarkSupport", "CasePaths", "Clocks", "ComposableArchitecture", "ConcurrencyExtras",
    "CustomDump", "Dependencies", "FileStorage", "IdentifiedCollections", "RuntimeInternals",
    "Sharing",
  ])
// Measurements of edits, exports, and statistics.
benchmark("ModelsBenchmarks", ["BenchmarkSupport", "SharedModels", "TranscriptExport"])
// Measurements of a million memos in PostgreSQL.
benchmark(
  "PostgresBenchmarks", ["DatabaseClient", "DatabaseClientPostgres", "SharedModels", "Tagged"])
// Measurements of the program, which runs as a process of its own and is built as a dependency.
benchmark(
  "SpeechMemoBenchmarks",
  [
    "AudioFileClient", "AudioFileClientLive", "DatabaseClient", "DatabaseClientLive",
    "SharedModels", "speechmemo",
  ])
// Measurements of drawing and text layout.
benchmark("TerminalBenchmarks", ["BenchmarkSupport", "Styleguide", "TerminalUI"])

// MARK: - Tests

// A process that crashes, for the tests of HealthCore.
testProgram("CrashFaults", in: "Faults", ["CCrashReports"])
// A process that writes files and is killed, for the tests of FileStorage.
testProgram("FileFaults", in: "Faults", ["FileStorage"])
// Tests of the manifest, the imports, and the documents.
tests("ManifestTests", [])
// A process that saves shared state and is killed, for the tests of Sharing.
testProgram("SharingFaults", in: "Faults", ["FileStorage", "Sharing"])
// Measurements of recording and playback with a sound server of their own.
testProgram(
  "SoundMeasures", in: "Measures",
  [
    "AudioFileClientLive", "AudioPlayerClient", "AudioPlayerClientLive", "AudioRecorderClient",
    "AudioRecorderClientLive", "ConcurrencyExtras", "Dependencies", "TestSoundServer",
  ])
// A process that takes a terminal and is killed, for the tests of TerminalClientLive.
testProgram("TerminalFaults", in: "Faults", ["TerminalClient", "TerminalClientLive"])
// Libraries in each kind of database, for tests.
testSupport(
  "TestLibraries",
  [
    "ConcurrencyExtras", "DatabaseClient", "DatabaseClientLive", "DatabaseClientPostgres",
    "PostgreSQL", "SharedModels", "Tagged", "TestPostgres",
  ])
// A PostgreSQL server for tests.
testSupport("TestPostgres", ["ConcurrencyExtras", "POSIX", "PostgreSQL"])
// Programs that tests write and run, such as misbehaving engines.
testSupport("TestPrograms", [])
// An S3 server for tests, and Amazon's own client for it.
testSupport("TestS3", ["POSIX"])
// A whole site in memory, for tests of the middlewares.
testSupport(
  "TestSite",
  [
    "AudioFileClient", "AudioStoreClient", "Clocks", "ConcurrencyExtras", "DatabaseClient",
    "Dependencies", "HTTPMessages", "HostedLibraries", "LibraryFolder", "SharedModels",
    "SiteMiddleware", "TokenCore",
  ])
// A sound server for tests, whose null sink is also the microphone.
testSupport("TestSoundServer", ["ConcurrencyExtras", "POSIX", "PulseAudio"])
// A terminal without a window, for tests.
testSupport("TestTerminal", ["POSIX"])
// A web server for tests, with prepared responses.
testSupport("TestWebServer", [])
// A websocket client without a network, for tests.
testSupport("TestWebSocket", ["HTTPMessages", "WebSocketProtocol"])

// MARK: - Helpers

/// A C library of the system's, made visible by a module map, which says what to link. No Swift
/// code. A name for pkg-config would have each package that depends on this one warned of libraries
/// that it does not need.
@MainActor func system(_ name: String, apt: String) {
  package.targets.append(
    .systemLibrary(name: name, path: "Sources/System/\(name)", providers: [.apt([apt])]))
}

/// A little C of our own, for what Swift cannot say.
@MainActor func c(_ name: String, _ dependencies: [Target.Dependency] = []) {
  package.targets.append(
    .target(name: name, dependencies: dependencies, path: "Sources/System/\(name)"))
}

/// Swift over a C library that more than one live client uses.
@MainActor func face(
  _ name: String, of library: Target.Dependency, _ dependencies: [Target.Dependency] = [],
  tests: [Target.Dependency] = []
) {
  target(name, in: "System", [library] + dependencies, tests: tests)
}

/// A module of the architecture: also a library product, so that other packages can use it.
@MainActor func composable(
  _ name: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency] = [],
  settings: [SwiftSetting] = []
) {
  target(name, in: "Composable", dependencies, tests: tests, settings: settings)
  package.products.append(.library(name: name, targets: [name]))
}

@MainActor func model(
  _ name: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency] = []
) {
  target(name, in: "Models", dependencies, tests: tests)
}

/// A client's interface, or the live half of one.
@MainActor func client(
  _ name: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency]? = [],
  resources: [Resource] = []
) {
  target(name, in: "Clients", dependencies, tests: tests, resources: resources)
}

@MainActor func terminal(
  _ name: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency] = []
) {
  target(name, in: "Terminal", dependencies, tests: tests)
}

/// What the app and the command line do with a library, on clients' interfaces.
@MainActor func library(
  _ name: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency] = []
) {
  target(name, in: "Library", dependencies, tests: tests)
}

/// Reducer and view of one feature.
@MainActor func feature(
  _ name: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency] = []
) {
  target(name, in: "Features", dependencies, tests: tests)
}

/// What serves a library to other machines, and what reaches it from there.
@MainActor func server(
  _ name: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency] = [],
  resources: [Resource] = []
) {
  target(name, in: "Server", dependencies, tests: tests, resources: resources)
}

/// A program as a library, so that it is tested whole.
@MainActor func program(
  _ name: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency] = []
) {
  target(name, in: "Programs", dependencies, tests: tests)
}

/// A program that people run, and tests that run it as a person does: it is not linked into them.
@MainActor func executable(
  _ name: String, _ dependencies: [Target.Dependency], tests testDependencies: [Target.Dependency]
) {
  runnable(name, in: "Sources/Executables", dependencies)
  package.products.append(.executable(name: name, targets: [name]))
  tests("\(name)Tests", in: "Executables", testDependencies + [.byName(name: name)])
}

/// A program that shows one feature alone. What it shows is a module of its own, which tests look at:
/// a test that imports a program's module may be compiled before it.
@MainActor func preview(_ name: String, _ dependencies: [Target.Dependency]) {
  package.targets.append(
    .target(
      name: name, dependencies: ["PreviewHarness", "TerminalClientLive"] + dependencies,
      path: "Previews/\(name)", swiftSettings: strict))
  runnable("\(name)Program", in: "Previews", [.byName(name: name)])
  package.products.append(.executable(name: name, targets: ["\(name)Program"]))
}

/// What previews share, and its tests.
@MainActor func previewSupport(
  _ name: String, _ dependencies: [Target.Dependency], tests more: [Target.Dependency] = []
) {
  package.targets.append(
    .target(
      name: name, dependencies: dependencies, path: "Previews/\(name)", swiftSettings: strict))
  tests("\(name)Tests", in: "Previews", dependencies + [.byName(name: name)] + more)
}

/// Tables of what is measured, as a program.
@MainActor func benchmark(_ name: String, _ dependencies: [Target.Dependency]) {
  runnable(name, in: "Benchmarks", dependencies)
}

/// What benchmarks share.
@MainActor func benchmarkSupport(_ name: String, _ dependencies: [Target.Dependency]) {
  package.targets.append(
    .target(
      name: name, dependencies: dependencies, path: "Benchmarks/\(name)", swiftSettings: strict))
}

/// A program that tests run, or that measures what only tests have.
@MainActor func testProgram(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency]
) {
  runnable(name, in: "Tests/\(folder)", dependencies)
}

/// What tests of several modules share.
@MainActor func testSupport(_ name: String, _ dependencies: [Target.Dependency]) {
  package.targets.append(
    .target(
      name: name, dependencies: dependencies, path: "Tests/Support/\(name)",
      swiftSettings: strict))
}

/// Tests that belong to no single module.
@MainActor func tests(
  _ name: String, in layer: String? = nil, _ dependencies: [Target.Dependency]
) {
  package.targets.append(
    .testTarget(
      name: name, dependencies: dependencies,
      path: ["Tests", layer, name].compactMap(\.self).joined(separator: "/"),
      swiftSettings: strict))
}

@MainActor func runnable(
  _ name: String, in folder: String, _ dependencies: [Target.Dependency]
) {
  package.targets.append(
    .executableTarget(
      name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: strict))
}

/// A library target in `Sources/<layer>/<name>`, and its tests in `Tests/<layer>/<name>Tests`, which
/// may import what the target may.
@MainActor func target(
  _ name: String, in layer: String, _ dependencies: [Target.Dependency],
  tests: [Target.Dependency]?, resources: [Resource] = [], settings: [SwiftSetting] = []
) {
  package.targets.append(
    .target(
      name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
      resources: resources, swiftSettings: strict + settings))
  guard let tests
  else { return }
  let isPlugin = isNamed("ComposableMacrosPlugin")
  let testable = dependencies.filter { !isPlugin($0) }
  let testsMacros = tests.contains(where: isNamed("ComposableMacros"))
  package.targets.append(
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: name)] + testable + tests,
      path: "Tests/\(layer)/\(name)Tests",
      swiftSettings: strict + (testsMacros ? swiftSyntaxModules : []),
      linkerSettings: testsMacros ? swiftSyntaxLibraries : []))
}

/// A library built against the toolchain's own SwiftSyntax, and its tests. It is not a product.
/// See Sources/Composable/ComposableMacros/Documentation.docc/ComposableMacros.md.
@MainActor func syntax(_ name: String, tests: [Target.Dependency] = []) {
  package.targets += [
    .target(
      name: name, path: "Sources/Composable/\(name)", swiftSettings: strict + swiftSyntaxModules,
      linkerSettings: swiftSyntaxLibraries),
    .testTarget(
      name: "\(name)Tests", dependencies: [.byName(name: name)] + tests,
      path: "Tests/Composable/\(name)Tests", swiftSettings: strict + swiftSyntaxModules,
      linkerSettings: swiftSyntaxLibraries),
  ]
}

/// The macro plug-in. No test may depend on it: all tests would be built for the compiler's machine,
/// as it is, and every module twice.
@MainActor func plugin(_ name: String, _ dependencies: [Target.Dependency]) {
  package.targets.append(
    .macro(
      name: name, dependencies: dependencies, path: "Sources/Composable/\(name)",
      swiftSettings: strict + swiftSyntaxModules, linkerSettings: swiftSyntaxLibraries))
}

func isNamed(_ name: String) -> (Target.Dependency) -> Bool {
  { if case .byNameItem(name, _) = $0 { true } else { false } }
}

var strict: [SwiftSetting] {
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // An index of Foundation and the like, which nobody looks up here, took a sixth of a build.
    .unsafeFlags(["-index-ignore-system-modules"]),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])
}

/// A module's object files ask the linker for each library that the module imports. These import a
/// test library, weakly, to use it where a test run has loaded it, and must not bring it into any
/// product; `Scripts/check-linkage` checks that they do not.
@MainActor func withoutLinking(_ library: String) -> SwiftSetting {
  .unsafeFlags(["-Xfrontend", "-disable-autolink-library", "-Xfrontend", library])
}

/// The folder of the running toolchain that holds SwiftSyntax. The manifest is run with the
/// toolchain's `libPackageDescription.so` loaded from `usr/lib/swift/pm/ManifestAPI`.
var swiftSyntaxFolder: String {
  // Foundation's one-call readers stop after the first page of a file under /proc.
  guard let maps = fopen("/proc/self/maps", "r")
  else { fatalError("Cannot read /proc/self/maps, where the toolchain's folder is looked up") }
  defer { fclose(maps) }
  var buffer = [CChar](repeating: 0, count: 8192)
  while let bytes = fgets(&buffer, Int32(buffer.count), maps) {
    let line = String(cString: bytes)
    guard
      let start = line.firstIndex(of: "/"),
      let end = line.range(of: "/pm/ManifestAPI/libPackageDescription.so")?.lowerBound
    else { continue }
    return line[start..<end] + "/host"
  }
  fatalError("No libPackageDescription.so is loaded: see the page of ComposableMacros")
}
var swiftSyntaxModules: [SwiftSetting] {
  var flags = ["-I", swiftSyntaxFolder]
  if let moduleCache { flags += ["-module-cache-path", moduleCache] }
  return [.unsafeFlags(flags)]
}
var swiftSyntaxLibraries: [LinkerSetting] {
  let folder = swiftSyntaxFolder
  return [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])]
}

/// Where the compiler keeps the modules that it makes of interfaces, unless told otherwise. The
/// package manager has it make them in each build folder anew, and SwiftSyntax's take eight seconds.
/// `nil` where nothing can be kept.
var moduleCache: String? {
  let home = Context.environment["HOME"]
  guard let caches = Context.environment["XDG_CACHE_HOME"] ?? home.map({ "\($0)/.cache" })
  else { return nil }
  // The compiler makes the folders that are not there yet.
  let parent = access(caches, F_OK) == 0 ? caches : home ?? caches
  return access(parent, W_OK) == 0 ? "\(caches)/clang/ModuleCache" : nil
}

// MARK: - A part of the package

// `MODULE=CasePaths swift test` builds that module, its tests, and what these two need. Several
// names may be given, with spaces between them, and the name of a layer stands for all of it.
if let names = Context.environment["MODULE"], !names.isEmpty {
  let byName = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  let layers = Dictionary(grouping: package.targets.filter { !$0.isTest }) {
    $0.path?.split(separator: "/").first { $0 != "Sources" } ?? ""
  }
  var closure: Set<String> = []
  var pending: [String] = []
  for name in names.split(separator: " ") {
    let modules = byName[String(name)].map { [$0] } ?? layers[name] ?? []
    if modules.isEmpty {
      let problem = "Package.swift: there is no module '\(name)'; docs/modules.md lists them\n"
      FileHandle.standardError.write(Data(problem.utf8))
      exit(1)
    }
    for module in modules.map(\.name) {
      pending += [module, "\(module)Program", "\(module)Tests"].filter { byName[$0] != nil }
    }
  }
  while let name = pending.popLast() {
    guard closure.insert(name).inserted, let target = byName[name]
    else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { pending.append(dependency) }
  }
  package.targets.removeAll { !closure.contains($0.name) }
  package.products.removeAll { product in
    let targets =
      (product as? Product.Executable)?.targets ?? (product as? Product.Library)?.targets ?? []
    return !closure.isSuperset(of: targets)
  }
}
