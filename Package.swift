// swift-tools-version: 6.2

import CompilerPluginSupport
import Foundation
import PackageDescription

// Every target is declared once, under the heading of its layer, in alphabetical order, with what
// it imports and nothing else. A layer may import only the layers above it in this file. A module's
// tests may import what the module does; `tests:` names what they need besides.
// `Tests/ManifestTests` holds us to all of it, and says which line to write.

let package = Package(
  name: "SpeechMemo", defaultLocalization: "en",
  traits: [
    .default(enabledTraits: ["URLSession"]),
    // What is linked statically without it needs neither libcurl nor what libcurl needs.
    .trait(name: "URLSession", description: "ComposableArchitecture brings URLSession along"),
  ])

// MARK: - System

c("CBuildCommit")
c("CCrashReports")
c("CTerminalRestore")
system("Ccurl", apt: "libcurl4-openssl-dev")
c("Cmicrohttpd")
system("Cmpg123", apt: "libmpg123-dev")
system("Cnettle", apt: "nettle-dev")
c("Cpq")
c("Cpulse")
system("Csndfile", apt: "libsndfile1-dev")
system("Csonic", apt: "libsonic-dev")
system("Csoxr", apt: "libsoxr-dev")
system("Csqlite3", apt: "libsqlite3-dev")
target("Hashing", in: "System", ["Cnettle"], tests: [])
face("LibCurl", of: "Ccurl", ["POSIX"], tests: ["TestWebServer"])
target("POSIX", in: "System", [], tests: ["ConcurrencyExtras"])
face("PostgreSQL", of: "Cpq", ["POSIX"], tests: ["ConcurrencyExtras", "TestPostgres"])
face("PulseAudio", of: "Cpulse", tests: ["TestSoundServer"])
face("SQLite", of: "Csqlite3", ["POSIX"])

// MARK: - Composable

composable(
  "CasePaths", ["ComposableMacros", "IssueReporting", "RuntimeInternals"],
  tests: ["ComposableMacros", "MacroTesting"])
composable("Clocks", ["ConcurrencyExtras", "IssueReporting", "RuntimeInternals"])
composable(
  "ComposableArchitecture",
  [
    "CasePaths", "Clocks", "ComposableMacros", "ConcurrencyExtras", "CustomDump", "Dependencies",
    "DependenciesMacros", "IdentifiedCollections", "IssueReporting", "POSIX", "RuntimeInternals",
    "Sharing",
  ])
// Whole features as one writes them for the architecture, through its public API.
tests(
  "ComposableArchitectureExampleTests", in: "Composable",
  ["ComposableArchitecture", "DependenciesTestSupport", "Tagged"])
macros("ComposableMacros")
composable("ConcurrencyExtras", ["POSIX", "RuntimeInternals"])
composable("ConcurrencyExtrasTestSupport", ["ConcurrencyExtras"])
composable("CustomDump", ["IssueReporting", "RuntimeInternals"], tests: ["ConcurrencyExtras"])
composable(
  "Dependencies", ["Clocks", "ConcurrencyExtras", "IssueReporting", "POSIX"],
  tests: ["DependenciesMacros", "DependenciesTestSupport"],
  settings: [withoutLinking("XCTest")])
composable(
  "DependenciesMacros", ["ComposableMacros", "IssueReporting"],
  tests: ["ComposableMacros", "ConcurrencyExtras", "Dependencies", "MacroTesting"])
composable("DependenciesTestSupport", ["Dependencies"])
composable(
  "FileStorage", ["ConcurrencyExtras", "Dependencies", "POSIX"], tests: ["FileFaults"])
composable(
  "IdentifiedCollections", ["IssueReporting", "POSIX", "RuntimeInternals"],
  tests: ["ConcurrencyExtras"])
composable(
  "IssueReporting", ["ConcurrencyExtras", "POSIX", "RuntimeInternals"],
  settings: [withoutLinking("Testing")])
macroTesting("MacroTesting")
// What relies on runtime internals. Its page says on which.
target("RuntimeInternals", in: "Composable", ["POSIX"], tests: ["ConcurrencyExtras"])
composable(
  "Sharing",
  [
    "Clocks", "ConcurrencyExtras", "CustomDump", "Dependencies", "FileStorage",
    "IdentifiedCollections", "IssueReporting", "POSIX", "RuntimeInternals",
  ],
  tests: ["DependenciesTestSupport", "SharingFaults", "Tagged"])
composable("Tagged", ["RuntimeInternals"], tests: ["CustomDump"])
composable("XCTestDynamicOverlay", ["IssueReporting"])

// MARK: - Models

model("Build", ["CBuildCommit", "Dependencies", "Tagged"])
model("SharedModels", ["Tagged"])
// A transcript as databases hold it, and what of it a search shows.
model("StoredTranscript", ["SharedModels", "Tagged"])
model("TranscriptExport", ["SharedModels"])
model("TurnDetection", [])

// MARK: - Clients

client(
  "AudioFileClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels"])
client(
  "AudioFileClientLive",
  [
    "AudioFileClient", "Cmpg123", "ConcurrencyExtras", "Csndfile", "Csoxr", "Dependencies",
    "Hashing", "POSIX", "SharedModels",
  ],
  tests: ["TestPrograms"])
client(
  "AudioPlayerClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"],
  tests: ["Clocks"])
client(
  "AudioPlayerClientLive",
  [
    "AudioFileClient", "AudioPlayerClient", "ConcurrencyExtras", "Csonic", "Dependencies", "POSIX",
    "PulseAudio",
  ],
  tests: ["AudioFileClientLive", "TestSoundServer"])
client(
  "AudioRecorderClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"],
  tests: ["Clocks"])
client(
  "AudioRecorderClientLive",
  [
    "AudioFileClient", "AudioRecorderClient", "ConcurrencyExtras", "Dependencies", "POSIX",
    "PulseAudio", "SharedModels",
  ],
  tests: ["AudioFileClientLive", "TestSoundServer"])
client(
  "AudioStoreClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels"])
client(
  "AudioStoreClientLive",
  [
    "AudioFileClient", "AudioStoreClient", "Dependencies", "LibraryFolder", "POSIX", "SharedModels",
  ],
  tests: ["AudioFileClientLive"])
client(
  "AudioStoreClientS3",
  [
    "AudioStoreClient", "ConcurrencyExtras", "Dependencies", "Hashing", "LibCurl", "POSIX",
    "SharedModels",
  ],
  tests: ["Clocks", "TestS3", "TestWebServer"])
client(
  "DatabaseClient",
  [
    "ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels", "StoredTranscript",
    "Tagged",
  ])
client(
  "DatabaseClientLive",
  [
    "ConcurrencyExtras", "DatabaseClient", "FileStorage", "LibraryFolder", "POSIX", "SQLite",
    "SharedModels", "StoredTranscript", "Tagged",
  ],
  tests: ["Csqlite3", "TestLibraries"])
// The same on PostgreSQL: many libraries, for many machines.
client(
  "DatabaseClientPostgres",
  [
    "ConcurrencyExtras", "DatabaseClient", "POSIX", "PostgreSQL", "SQLite", "SharedModels",
    "StoredTranscript", "Tagged",
  ],
  tests: ["TestLibraries", "TestPostgres"])
// What all databases have in common, tested on each.
tests(
  "DatabaseTests", in: "Clients",
  ["DatabaseClient", "SharedModels", "Tagged", "TestLibraries"])
client(
  "ExportFilesClient",
  ["ConcurrencyExtras", "Dependencies", "DependenciesMacros", "FileStorage"])
client("ExportFilesClientLive", ["Dependencies", "ExportFilesClient", "FileStorage", "POSIX"])
client("FolderWatchClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"])
client(
  "FolderWatchClientLive", ["ConcurrencyExtras", "Dependencies", "FolderWatchClient", "POSIX"])
client("LibraryFolder", ["Dependencies", "FileStorage", "SharedModels"])
client(
  "SpeechClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels"],
  tests: ["Clocks"])
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
client(
  "SpeechClientOpenAILive",
  [
    "ConcurrencyExtras", "FileStorage", "LibCurl", "POSIX", "SharedModels", "SpeechClient",
    "TurnDetection",
  ],
  tests: ["Clocks", "TestWebServer"])
client("TerminalClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"])
client(
  "TerminalClientLive",
  ["CTerminalRestore", "ConcurrencyExtras", "Dependencies", "POSIX", "TerminalClient"],
  tests: ["TerminalFaults", "TestTerminal"])
client("TextEditorClient", ["Dependencies", "DependenciesMacros"])
client(
  "TextEditorClientLive", ["ConcurrencyExtras", "Dependencies", "POSIX", "TextEditorClient"],
  tests: ["TestPrograms"])
client("VoiceMemosClient", ["Dependencies", "DependenciesMacros", "SharedModels"])
client(
  "VoiceMemosClientLive", ["Dependencies", "POSIX", "SQLite", "SharedModels", "VoiceMemosClient"])
client("WebhookClient", ["Dependencies", "DependenciesMacros"])
client(
  "WebhookClientLive",
  ["ConcurrencyExtras", "Dependencies", "Hashing", "LibCurl", "POSIX", "WebhookClient"],
  tests: ["TestWebServer"])

// MARK: - Terminal

terminal("ArgumentParsing", [])
terminal("QRCode", [])
terminal("Styleguide", ["SharedModels"], tests: ["POSIX"])
terminal("TerminalUI", ["ConcurrencyExtras", "Styleguide", "TerminalClient"], tests: ["Clocks"])

// MARK: - Library

library(
  "BackupCore",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "FileStorage", "ImportCore",
    "LibraryFolder", "POSIX", "SharedModels", "SoundCore",
  ],
  tests: ["AudioFileClientLive", "DatabaseClientLive"])
library(
  "ExportCore",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "ExportFilesClient", "LibraryFolder",
    "SharedModels", "TranscriptExport",
  ],
  tests: ["ConcurrencyExtras", "DependenciesTestSupport"])
library(
  "HealthCore",
  [
    "AudioFileClient", "AudioPlayerClient", "AudioRecorderClient", "DatabaseClient",
    "Dependencies", "DependenciesMacros", "FileStorage", "LibraryFolder", "POSIX", "RecordingCore",
    "SharedModels", "SharedSettings", "Sharing", "SoundCore", "SpeechClient",
  ],
  tests: ["ConcurrencyExtras", "CrashFaults"])
library(
  "HostedLibraries",
  [
    "AudioFileClient", "AudioStoreClient", "ConcurrencyExtras", "DatabaseClient", "Dependencies",
    "DependenciesMacros", "LibraryFolder", "SharedSettings", "SoundCore",
  ],
  tests: ["SharedModels"])
library(
  "ImportCore",
  [
    "AudioFileClient", "ConcurrencyExtras", "DatabaseClient", "Dependencies", "DependenciesMacros",
    "FileStorage", "LibraryFolder", "POSIX", "SharedModels", "SharedSettings", "Sharing",
    "SoundCore", "VoiceMemosClient",
  ],
  tests: ["DependenciesTestSupport"])
library(
  "RecordingCore",
  [
    "AudioFileClient", "AudioRecorderClient", "ConcurrencyExtras", "DatabaseClient",
    "Dependencies", "DependenciesMacros", "ImportCore", "LibraryFolder", "POSIX", "SharedModels",
    "SoundCore",
  ],
  tests: ["AudioFileClientLive", "Clocks", "DatabaseClientLive"])
library(
  "RetentionCore",
  [
    "DatabaseClient", "Dependencies", "DependenciesMacros", "ImportCore", "LibraryFolder",
    "SharedModels", "SharedSettings", "Sharing", "SoundCore", "Tagged",
  ],
  tests: ["ConcurrencyExtras"])
library(
  "SharedRecordings",
  [
    "ConcurrencyExtras", "DatabaseClient", "Dependencies", "IdentifiedCollections", "SharedModels",
    "Sharing", "Tagged",
  ],
  tests: ["DatabaseClientLive", "DependenciesTestSupport"])
library(
  "SharedSettings",
  [
    "DatabaseClient", "Dependencies", "FileStorage", "LibraryFolder", "POSIX", "SharedModels",
    "Sharing",
  ],
  tests: ["ConcurrencyExtras"])
library(
  "SoundCore",
  [
    "AudioFileClient", "AudioStoreClient", "ConcurrencyExtras", "Dependencies", "LibraryFolder",
    "POSIX", "SharedModels",
  ],
  tests: [
    "AudioFileClientLive", "AudioStoreClientLive", "AudioStoreClientS3", "BackupCore",
    "DatabaseClient", "DatabaseClientLive", "HealthCore", "ImportCore", "RecordingCore", "TestS3",
  ])
library(
  "SpeakerCore",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "LibraryFolder", "SharedModels",
    "SharedSettings", "Sharing", "SpeechClient", "Tagged",
  ],
  tests: ["ConcurrencyExtras", "DependenciesTestSupport"])
library(
  "TranscriptionCore",
  [
    "AudioFileClient", "ConcurrencyExtras", "DatabaseClient", "Dependencies", "LibraryFolder",
    "POSIX", "SharedModels", "SpeakerCore", "SpeechClient", "Tagged",
  ],
  tests: ["Clocks", "DependenciesTestSupport"])
library(
  "UnsavedTexts",
  ["Dependencies", "LibraryFolder", "SharedModels", "Sharing", "Tagged"],
  tests: ["DependenciesTestSupport", "FileStorage"])
library(
  "WatchCore",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "FolderWatchClient", "ImportCore",
    "LibraryFolder", "POSIX", "RecordingCore", "SharedModels", "SoundCore", "TranscriptionCore",
  ],
  tests: ["Clocks", "ConcurrencyExtras", "SpeechClient"])
library(
  "WebhookCore",
  [
    "ConcurrencyExtras", "DatabaseClient", "Dependencies", "FileStorage", "LibraryFolder", "POSIX",
    "WebhookClient",
  ],
  tests: ["Clocks", "SharedModels"])

// MARK: - Features

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
// The bridge from a store to a screen, for all features.
feature("ComposableTerminal", ["ComposableArchitecture", "TerminalClient", "TerminalUI"])
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
feature(
  "HealthFeature",
  ["ComposableArchitecture", "ComposableTerminal", "HealthCore", "Styleguide", "TerminalUI"],
  tests: ["DependenciesTestSupport", "HealthPreview", "PreviewHarness"])
feature(
  "ImportFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "ImportCore", "SharedModels", "Styleguide",
    "TerminalUI",
  ],
  tests: ["AudioFileClient", "ImportPreview", "PreviewHarness"])
feature(
  "OnboardingFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "HealthCore", "ImportCore", "Styleguide",
    "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "OnboardingPreview", "PreviewHarness"])
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
feature(
  "RecordingsListFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "DatabaseClient", "IdentifiedCollections",
    "LibraryFolder", "SharedModels", "SharedRecordings", "Styleguide", "Tagged", "TerminalClient",
    "TerminalUI", "UnsavedTexts",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "RecordingsListPreview"])
feature(
  "SearchFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "DatabaseClient", "SharedModels", "Styleguide",
    "Tagged", "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "SearchPreview"])
feature(
  "SettingsFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "RetentionCore", "SharedModels",
    "SharedSettings", "SpeechClient", "Styleguide", "Tagged", "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "SettingsPreview"])
feature(
  "StatsFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "DatabaseClient", "SharedModels",
    "SharedRecordings", "Styleguide", "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "StatsPreview"])

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
feature(
  "TrashFeature",
  [
    "ComposableArchitecture", "ComposableTerminal", "DatabaseClient", "RetentionCore",
    "SharedModels", "SharedSettings", "Styleguide", "Tagged", "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "TrashPreview"])

// MARK: - Server

server(
  "ApiClient",
  [
    "Dependencies", "DependenciesMacros", "HTTPMessages", "ServerRouter", "SharedModels",
    "URLRouting",
  ],
  tests: ["ConcurrencyExtras"])
server(
  "ApiClientLive",
  [
    "ApiClient", "ConcurrencyExtras", "Dependencies", "HTTPMessages", "LibCurl",
  ],
  tests: ["HTTPServer"])
server(
  "AudioMiddleware",
  [
    "AudioFileClient", "AudioStoreClient", "DatabaseClient", "Dependencies", "HTTPMessages",
    "LibraryFolder", "MiddlewareHelpers", "POSIX", "ServerRouter", "SharedModels", "SoundCore",
  ],
  tests: ["AudioFileClientLive", "AudioStoreClientLive", "ConcurrencyExtras", "TestSite"])
server("EnvVars", [])
server("Forwarding", ["HTTPMessages"])
server("HTTPMessages", ["POSIX"])
server("HTTPServer", ["Cmicrohttpd", "ConcurrencyExtras", "HTTPMessages", "POSIX"])
server(
  "JobsMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "SharedModels",
  ],
  tests: ["TestSite"])
server(
  "LibraryEvents",
  [
    "ConcurrencyExtras", "DatabaseClient", "Dependencies", "MiddlewareHelpers", "SharedModels",
  ],
  tests: ["Clocks"])
server(
  "LinksMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "SharedModels", "Tagged", "TokenCore", "TranscriptExport",
  ],
  tests: ["Hashing", "SiteMiddleware", "TestSite"])
server(
  "LiveMiddleware",
  [
    "Dependencies", "HTTPMessages", "OpenAIHelpers", "ServerRouter", "SharedModels",
    "SharedSettings", "Sharing", "SpeechClient", "WebSocketProtocol", "WebSocketServer",
  ],
  tests: ["TestSite", "TestWebSocket"])
server(
  "MCPCore",
  [
    "Build", "DatabaseClient", "Dependencies", "MiddlewareHelpers", "ServerRouter", "SharedModels",
    "TranscriptExport",
  ])
server(
  "MCPMiddleware", ["DatabaseClient", "HTTPMessages", "MCPCore"],
  tests: ["SharedModels", "SiteMiddleware", "TestSite"])
server(
  "MemosMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "ImportCore", "MiddlewareHelpers",
    "ServerRouter", "SharedModels",
  ],
  tests: ["TestSite"])
server(
  "MetricsMiddleware",
  [
    "ConcurrencyExtras", "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers",
    "PrometheusText", "ServerRouter", "SharedModels",
  ],
  tests: ["AudioFileClient", "SiteMiddleware", "TestSite"])
server(
  "MiddlewareHelpers",
  [
    "AudioFileClient", "DatabaseClient", "HTTPMessages", "Hashing", "POSIX", "ServerRouter",
    "SharedModels",
  ])
server("MultipartForm", ["HTTPMessages"])
server(
  "OpenAIHelpers",
  ["AudioFileClient", "MiddlewareHelpers", "ServerRouter", "SharedModels", "SpeechClient"])
server("OpenAPI", [])
server("PrometheusText", ["HTTPMessages"])
server(
  "QueueMiddleware",
  [
    "AudioMiddleware", "ConcurrencyExtras", "DatabaseClient", "Dependencies", "HTTPMessages",
    "HostedLibraries", "LibraryFolder", "MiddlewareHelpers", "ServerRouter",
  ],
  tests: [
    "AudioFileClient", "AudioFileClientLive", "AudioStoreClient", "SharedModels", "TestSite",
  ])
server("RateLimits", ["ConcurrencyExtras"])
server(
  "RealtimeMiddleware",
  [
    "ConcurrencyExtras", "Dependencies", "HTTPMessages", "ImportCore", "OpenAIHelpers",
    "RealtimeProtocol", "ServerRouter", "SharedModels", "SharedSettings", "Sharing",
    "SoundReceiving", "SpeechClient", "TurnDetection", "WebSocketProtocol", "WebSocketServer",
  ],
  tests: ["AudioFileClientLive", "Clocks", "LibraryFolder", "TestSite", "TestWebSocket"])
server("RealtimeProtocol", ["OpenAIHelpers", "SharedModels"])
server(
  "RemoteLibrary",
  [
    "ApiClient", "AudioFileClient", "AudioPlayerClient", "AudioStoreClient", "ConcurrencyExtras",
    "DatabaseClient", "Dependencies", "HTTPMessages", "LibraryFolder", "POSIX", "ServerRouter",
    "SharedModels", "SoundCore", "Tagged",
  ],
  tests: ["AudioFileClientLive", "Clocks", "SpeakerCore", "SpeechClient", "TestSite", "TokenCore"])
// What is to be transcribed in the libraries behind a server.
server(
  "RemoteQueue",
  [
    "ApiClient", "AudioFileClient", "ConcurrencyExtras", "DatabaseClient", "Dependencies",
    "HTTPMessages", "HostedLibraries", "LibraryFolder", "RemoteLibrary", "ServerRouter",
    "SharedModels", "SoundCore", "Tagged",
  ],
  tests: ["AudioFileClientLive", "Clocks", "SpeechClient", "TestSite", "TranscriptionCore"])
server(
  "SearchMiddleware",
  ["DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter"],
  tests: ["SharedModels", "TestSite"])
server(
  "ServerBootstrap",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "LibraryFolder", "SharedModels",
    "SiteMiddleware", "TranscriptionCore",
  ],
  tests: ["Clocks", "ConcurrencyExtras", "Forwarding", "SpeechClient"])
server("ServerConfig", ["EnvVars", "Forwarding"])
server(
  "ServerConfigMiddleware",
  [
    "Build", "DatabaseClient", "Dependencies", "HTTPMessages", "Hashing", "LibraryFolder",
    "MiddlewareHelpers", "ServerRouter", "SpeechClient",
  ],
  tests: ["Clocks", "ConcurrencyExtras", "TestSite"])
server(
  "ServerRouter",
  [
    "CasePaths", "DatabaseClient", "HTTPMessages", "SharedModels", "Tagged", "TranscriptExport",
    "URLRouting",
  ])
server(
  "SessionMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "TokenCore",
  ],
  tests: ["TestSite"])
server(
  "SettingsMiddleware",
  [
    "Dependencies", "HTTPMessages", "LibraryFolder", "MiddlewareHelpers", "ServerRouter",
    "SharedSettings", "Sharing", "SpeechClient",
  ],
  tests: ["SharedModels", "TestSite"])
server(
  "SiteMiddleware",
  [
    "AudioMiddleware", "ConcurrencyExtras", "DatabaseClient", "Dependencies", "Forwarding",
    "HTTPMessages", "HostedLibraries", "JobsMiddleware", "LibraryEvents", "LibraryFolder",
    "LinksMiddleware", "LiveMiddleware", "MCPMiddleware", "MemosMiddleware", "MetricsMiddleware",
    "MiddlewareHelpers", "OpenAPI", "QueueMiddleware", "RateLimits", "RealtimeMiddleware",
    "SearchMiddleware", "ServerConfigMiddleware", "ServerRouter", "SessionMiddleware",
    "SettingsMiddleware", "SharedModels", "SharedSettings", "TokenCore", "TokensMiddleware",
    "TranscriptionsMiddleware", "TranscriptsMiddleware", "URLRouting",
    "UploadsMiddleware", "VoicesMiddleware", "WebPage", "WebSocketServer",
  ],
  tests: ["AudioFileClient", "Clocks", "SpeechClient", "TestLibraries", "TestSite"])
server(
  "SoundReceiving", ["AudioFileClient", "Dependencies", "POSIX", "SpeechClient"],
  tests: ["AudioFileClientLive"])
server("TCPServer", ["ConcurrencyExtras", "HTTPServer", "POSIX"])
server(
  "TokenCore",
  ["ConcurrencyExtras", "DatabaseClient", "Dependencies", "Hashing", "SharedModels", "Tagged"])
server(
  "TokensMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "TokenCore",
  ],
  tests: ["TestSite"])
server(
  "TranscriptionsMiddleware",
  [
    "Dependencies", "HTTPMessages", "ImportCore", "LibraryFolder", "MiddlewareHelpers",
    "MultipartForm", "OpenAIHelpers", "ServerRouter", "SharedModels", "SharedSettings", "Sharing",
    "SpeechClient", "TranscriptExport", "TranscriptionCore",
  ],
  tests: ["AudioFileClient", "ConcurrencyExtras", "DatabaseClient", "TestSite"])
server(
  "TranscriptsMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "ImportCore", "MiddlewareHelpers",
    "ServerRouter", "SharedModels", "SharedSettings", "Sharing", "SpeechClient",
    "TranscriptExport",
  ],
  tests: ["TestSite"])
server("URLRouting", ["CasePaths", "HTTPMessages", "Tagged"])
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
server(
  "VoicesMiddleware",
  [
    "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "SpeakerCore",
  ],
  tests: ["SharedModels", "TestSite"])
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
server("WebSocketProtocol", ["Hashing"])
server(
  "WebSocketServer",
  [
    "ConcurrencyExtras", "Dependencies", "HTTPMessages", "ServerRouter", "WebSocketProtocol",
  ],
  tests: ["Clocks", "TestWebSocket"])
server(
  "WyomingCore",
  [
    "Dependencies", "ImportCore", "SharedModels", "SharedSettings", "Sharing", "SoundReceiving",
    "SpeechClient", "WyomingProtocol",
  ],
  tests: ["AudioFileClientLive", "Clocks", "ConcurrencyExtras"])
server("WyomingProtocol", [])

// MARK: - Programs

program(
  "AppProgram",
  [
    "AppFeature", "ComposableArchitecture", "ComposableTerminal", "LibraryFolder", "SharedModels",
    "TerminalClient", "WebhookCore",
  ],
  tests: ["DatabaseClient", "Dependencies"])
program(
  "CommandLineProgram",
  [
    "ApiClient", "ArgumentParsing", "AudioFileClient", "AudioPlayerClient", "AudioRecorderClient",
    "BackupCore", "Build", "ConcurrencyExtras", "DatabaseClient", "Dependencies",
    "DependenciesMacros", "EnvVars", "ExportCore", "ExportFilesClient", "FileStorage",
    "HTTPMessages", "HealthCore", "HostedLibraries", "ImportCore", "LibraryFolder", "MCPCore",
    "PrometheusText", "QRCode", "RateLimits",
    "RecordingCore", "RemoteLibrary", "RemoteQueue", "RetentionCore", "ServerBootstrap",
    "ServerConfig",
    "ServerRouter", "SharedModels", "SharedSettings", "Sharing", "SiteMiddleware", "SoundCore",
    "SpeakerCore", "SpeechClient", "Styleguide", "Tagged", "TerminalClient", "TextEditorClient",
    "TokenCore", "TranscriptExport", "TranscriptionCore", "VoiceMemosClient", "WatchCore",
    "WebhookClient", "WebhookCore", "WyomingCore",
  ],
  tests: ["ExportFilesClientLive", "FolderWatchClient", "Forwarding", "Hashing", "WyomingProtocol"])

// MARK: - Executables

target(
  "LiveProgram", in: "Executables",
  [
    "ApiClientLive", "AppProgram", "ArgumentParsing", "AudioFileClient", "AudioFileClientLive",
    "AudioPlayerClientLive", "AudioRecorderClientLive", "AudioStoreClient", "AudioStoreClientLive",
    "AudioStoreClientS3", "Build", "CCrashReports", "CommandLineProgram", "ConcurrencyExtras",
    "DatabaseClient", "DatabaseClientLive", "DatabaseClientPostgres", "Dependencies",
    "ExportFilesClientLive", "FileStorage", "FolderWatchClientLive", "HTTPServer", "HealthCore",
    "HostedLibraries",
    "LibraryFolder", "POSIX", "RecordingCore", "ServerBootstrap", "SharedSettings", "Sharing",
    "SpeechClient", "SpeechClientLive", "SpeechClientOpenAILive", "TCPServer", "TerminalClient",
    "TerminalClientLive", "TextEditorClient", "TextEditorClientLive", "VoiceMemosClientLive",
    "WebhookClientLive",
  ],
  tests: nil)
executable("runner", ["LiveProgram"])
executable("server", ["LiveProgram"])
executable(
  "speechmemo", ["LiveProgram"],
  tests: [
    "Csqlite3", "Hashing", "POSIX", "TestPrograms", "TestSoundServer", "TestTerminal",
    "TestWebServer",
  ])
executable("transcriber", ["LiveProgram"])

// MARK: - Previews

preview(
  "AppPreview",
  [
    "AppFeature", "AudioFileClient", "AudioPlayerClient", "AudioRecorderClient",
    "ComposableArchitecture", "ConcurrencyExtras", "DatabaseClient", "Dependencies", "FileStorage",
    "ImportCore", "LibraryFolder", "RecordingCore", "SharedModels", "SpeechClient", "Tagged",
    "TextEditorClient", "TranscriptionCore", "UnsavedTexts",
  ])
preview(
  "ExportPreview",
  [
    "AudioFileClient", "ComposableArchitecture", "DatabaseClient", "ExportFeature",
    "ExportFilesClient", "SharedModels",
  ])
preview(
  "HealthPreview", ["ComposableArchitecture", "HealthCore", "HealthFeature", "TerminalUI"])
preview(
  "ImportPreview",
  ["AudioFileClient", "ComposableArchitecture", "ImportCore", "ImportFeature", "SharedModels"])
preview(
  "OnboardingPreview",
  ["ComposableArchitecture", "HealthCore", "ImportCore", "OnboardingFeature"])
preview(
  "PlaybackPreview",
  [
    "AudioFileClient", "AudioPlayerClient", "ComposableArchitecture", "DatabaseClient",
    "PlaybackFeature", "SharedModels", "SharedSettings", "UnsavedTexts",
  ])
previewSupport(
  "PreviewHarness",
  [
    "ArgumentParsing", "Clocks", "ComposableArchitecture", "ComposableTerminal", "Styleguide",
    "TerminalClient", "TerminalUI",
  ],
  tests: ["TerminalUIPreview"])
preview(
  "RecordMemoPreview",
  [
    "AudioRecorderClient", "ComposableArchitecture", "DatabaseClient", "RecordMemoFeature",
    "RecordingCore", "SharedModels", "SpeechClient",
  ])
preview(
  "RecordingsListPreview",
  [
    "ComposableArchitecture", "DatabaseClient", "RecordingsListFeature", "SharedModels",
    "TerminalUI",
  ])
preview(
  "SearchPreview", ["ComposableArchitecture", "DatabaseClient", "SearchFeature", "SharedModels"])
preview(
  "SettingsPreview",
  [
    "ComposableArchitecture", "DatabaseClient", "LibraryFolder", "RetentionCore", "SettingsFeature",
    "SharedModels", "SharedSettings", "SpeechClient",
  ])
preview(
  "StatsPreview",
  ["ComposableArchitecture", "DatabaseClient", "SharedModels", "StatsFeature", "TerminalUI"])
preview(
  "TerminalUIPreview",
  ["ComposableArchitecture", "ComposableTerminal", "Styleguide", "TerminalUI"])
preview(
  "TranscriptionPreview",
  [
    "AudioFileClient", "ComposableArchitecture", "DatabaseClient", "SharedModels", "SharedSettings",
    "SpeechClient", "TranscriptionCore", "TranscriptionFeature",
  ])
preview(
  "TrashPreview",
  [
    "ComposableArchitecture", "DatabaseClient", "LibraryFolder", "SharedModels", "TrashFeature",
  ])

// MARK: - Benchmarks

benchmark(
  "AppBenchmarks",
  [
    "AppFeature", "BenchmarkSupport", "ComposableArchitecture", "ComposableTerminal",
    "DatabaseClient", "PlaybackFeature", "RecordingsListFeature", "SharedModels", "Styleguide",
    "TerminalUI",
  ])
benchmarkSupport("BenchmarkSupport", [])
benchmark(
  "ComposableBenchmarks",
  [
    "BenchmarkSupport", "CasePaths", "Clocks", "ComposableArchitecture", "ConcurrencyExtras",
    "CustomDump", "Dependencies", "FileStorage", "IdentifiedCollections", "RuntimeInternals",
    "Sharing",
  ])
benchmark("ModelsBenchmarks", ["BenchmarkSupport", "SharedModels", "TranscriptExport"])
benchmark(
  "PostgresBenchmarks", ["DatabaseClient", "DatabaseClientPostgres", "SharedModels", "Tagged"])
// It runs the program as a process; the dependency has it built.
benchmark(
  "SpeechMemoBenchmarks",
  [
    "AudioFileClient", "AudioFileClientLive", "DatabaseClient", "DatabaseClientLive",
    "SharedModels", "speechmemo",
  ])
benchmark("TerminalBenchmarks", ["BenchmarkSupport", "Styleguide", "TerminalUI"])

// MARK: - Tests

// What a test must do in another process: hold a lock, be killed, meet a limit.
testProgram("CrashFaults", in: "Faults", ["CCrashReports"])
testProgram("FileFaults", in: "Faults", ["FileStorage"])
tests("ManifestTests", [])
testProgram("SharingFaults", in: "Faults", ["FileStorage", "Sharing"])
// What is measured with a sound server, or a microphone, that only tests have.
testProgram(
  "SoundMeasures", in: "Measures",
  [
    "AudioFileClientLive", "AudioPlayerClient", "AudioPlayerClientLive", "AudioRecorderClient",
    "AudioRecorderClientLive", "ConcurrencyExtras", "Dependencies", "TestSoundServer",
  ])
testProgram("TerminalFaults", in: "Faults", ["TerminalClient", "TerminalClientLive"])
// Libraries of each kind.
testSupport(
  "TestLibraries",
  [
    "ConcurrencyExtras", "DatabaseClient", "DatabaseClientLive", "DatabaseClientPostgres",
    "PostgreSQL", "SharedModels", "Tagged", "TestPostgres",
  ])
// A PostgreSQL server of the tests' own.
testSupport("TestPostgres", ["ConcurrencyExtras", "POSIX", "PostgreSQL"])
// Programs that tests write and run, such as engines that play a part.
testSupport("TestPrograms", [])
// A server that speaks S3, and Amazon's own client for it.
testSupport("TestS3", ["POSIX"])
testSupport(
  "TestSite",
  [
    "AudioFileClient", "AudioStoreClient", "Clocks", "ConcurrencyExtras", "DatabaseClient",
    "Dependencies", "HTTPMessages", "HostedLibraries", "LibraryFolder", "SharedModels",
    "SiteMiddleware", "TokenCore",
  ])
// A sound server of a test's own: its null sink's monitor is the microphone.
testSupport("TestSoundServer", ["ConcurrencyExtras", "POSIX", "PulseAudio"])
// A terminal without a window.
testSupport("TestTerminal", ["POSIX"])
// A web server that answers as a test says.
testSupport("TestWebServer", [])
// A client of a websocket, without a network.
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
@MainActor func c(_ name: String) {
  package.targets.append(.target(name: name, path: "Sources/System/\(name)"))
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
  _ name: String, in folder: String = "Sources/Executables", _ dependencies: [Target.Dependency],
  tests testDependencies: [Target.Dependency]? = nil
) {
  runnable(name, in: folder, dependencies)
  package.products.append(.executable(name: name, targets: [name]))
  guard let testDependencies
  else { return }
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
  let testsMacros = tests.contains(where: isMacros)
  package.targets.append(
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: name)] + dependencies.filter { !isMacros($0) } + tests,
      path: "Tests/\(layer)/\(name)Tests",
      swiftSettings: strict + (testsMacros ? swiftSyntaxModules : []),
      linkerSettings: testsMacros ? swiftSyntaxLibraries : []))
}

/// Tests that link the macro plug-in are built against SwiftSyntax, as it is.
func isMacros(_ dependency: Target.Dependency) -> Bool {
  if case .byNameItem("ComposableMacros", _) = dependency { true } else { false }
}

/// The macro plug-in: it compiles against the toolchain's own SwiftSyntax, not against a package.
/// See Sources/Composable/ComposableMacros/Documentation.docc/ComposableMacros.md.
@MainActor func macros(_ name: String) {
  package.targets.append(
    .macro(
      name: name, path: "Sources/Composable/\(name)",
      swiftSettings: strict + swiftSyntaxModules, linkerSettings: swiftSyntaxLibraries))
  package.targets.append(
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: name), "MacroTesting"],
      path: "Tests/Composable/\(name)Tests", swiftSettings: strict + swiftSyntaxModules,
      linkerSettings: swiftSyntaxLibraries))
}

/// The helper that the tests of macros share. It uses SwiftSyntax as the plug-in does, and it is no
/// product: nothing outside the tests may link it.
@MainActor func macroTesting(_ name: String) {
  package.targets += [
    .target(
      name: name, path: "Sources/Composable/\(name)", swiftSettings: strict + swiftSyntaxModules,
      linkerSettings: swiftSyntaxLibraries),
    .testTarget(
      name: "\(name)Tests", dependencies: [.byName(name: name)],
      path: "Tests/Composable/\(name)Tests", swiftSettings: strict + swiftSyntaxModules,
      linkerSettings: swiftSyntaxLibraries),
  ]
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
    if modules.isEmpty { stop(atUnknown: name, known: byName.keys + layers.keys.map(String.init)) }
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

/// Says in a line which names are like one that does not exist, and ends.
func stop(atUnknown name: Substring, known: [String]) -> Never {
  let likely = known.map { (name: $0, distance: distance($0.lowercased(), name.lowercased())) }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    .prefix(3).map(\.name).joined(separator: ", ")
  FileHandle.standardError.write(
    Data("Package.swift: there is no module '\(name)'; is it \(likely)?\n".utf8))
  exit(1)
}

/// How many letters are to be changed or added to make one name of another. What is left out at
/// the end, such as `Feature`, counts little.
func distance(_ known: String, _ name: String) -> Double {
  var costs = Array(0...name.count).map(Double.init)
  var last = costs[name.count]
  for (row, letter) in known.enumerated() {
    var diagonal = costs[0]
    costs[0] = Double(row + 1)
    for (column, other) in name.enumerated() {
      let cost = min(costs[column] + 1, costs[column + 1] + 1, diagonal + (letter == other ? 0 : 1))
      diagonal = costs[column + 1]
      costs[column + 1] = cost
    }
    last = min(last, costs[name.count] + 0.1 * Double(known.count - row - 1))
  }
  return last
}
