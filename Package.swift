// swift-tools-version: 6.2

import CompilerPluginSupport
import Foundation
import PackageDescription

// The modules of each layer, from the lowest layer to the highest.
//
// `Scripts/new feature Weather` and `Scripts/new client Weather` add a module. To add another one:
// 1. Create its folder in its layer's folder, such as Sources/Models/Weather with its tests in
//    Tests/Models/WeatherTests.
// 2. Add it in alphabetical order. `uses:` lists the modules it imports, of its own layer or lower
//    ones, and `tests:` lists what only its tests import.
// 3. Describe it in a comment for docs/modules.md, and run `make docs test-ManifestTests`.

let package = Package(
  name: "SpeechMemo", defaultLocalization: "en",
  traits: [
    .default(enabledTraits: ["URLSession"]),
    // Programs that are linked statically without it need neither libcurl nor its dependencies.
    .trait(name: "URLSession", description: "ComposableArchitecture brings URLSession along"),
  ])

folder("Sources/System") {
  // The commit that the sources were built from.
  Module("CBuildCommit", .c)
  // The settings of the Swift runtime for crash reports, which it reads before `main`.
  Module("CCrashReports", .c)
  // Loads shared libraries and their functions at run time.
  Module("CLibraryLoading", .c)
  // Terminal modes, restored from a signal handler when the program ends, stops, or crashes.
  Module("CTerminalRestore", .c)
  // The C library libcurl, for HTTP requests.
  Module("Ccurl", .systemLibrary(apt: "libcurl4-openssl-dev"))
  // The C library libexpat, an XML parser.
  Module("Cexpat", .systemLibrary(apt: "libexpat1-dev"))
  // The C library libmicrohttpd, an HTTP server, loaded at run time.
  Module("Cmicrohttpd", .c, uses: "CLibraryLoading")
  // The C library libmpg123, an MP3 decoder.
  Module("Cmpg123", .systemLibrary(apt: "libmpg123-dev"))
  // The C library Nettle, for hashes.
  Module("Cnettle", .systemLibrary(apt: "nettle-dev"))
  // The C library libpq, the PostgreSQL client, loaded at run time.
  Module("Cpq", .c, uses: "CLibraryLoading")
  // The C library libpulse, the client of sound servers, loaded at run time.
  Module("Cpulse", .c, uses: "CLibraryLoading")
  // The C library libsndfile, which reads audio files and writes FLAC.
  Module("Csndfile", .systemLibrary(apt: "libsndfile1-dev"))
  // The C library sonic, which changes the speed of speech and keeps its pitch.
  Module("Csonic", .systemLibrary(apt: "libsonic-dev"))
  // The C library libsoxr, a resampler.
  Module("Csoxr", .systemLibrary(apt: "libsoxr-dev"))
  // The C library SQLite.
  Module("Csqlite3", .systemLibrary(apt: "libsqlite3-dev"))
  // The C library zlib, for compression.
  Module("Cz", .systemLibrary(apt: "zlib1g-dev"))
  // SHA-256, SHA-1, MD5, and HMAC.
  Module("Hashing", uses: "Cnettle")
  // HTTP transfers over libcurl, which is loaded at first use.
  Module("LibCurl", uses: "Ccurl", "POSIX", tests: "TestPrograms", "TestWebServer")
  // System calls: files, folders, processes, pipes, locks, threads, and their errors.
  Module("POSIX", tests: "ConcurrencyExtras")
  // Connections to PostgreSQL, with pools, transactions, and notifications.
  Module("PostgreSQL", uses: "Cpq", "POSIX", tests: "ConcurrencyExtras", "TestPostgres")
  // Devices, recording, and playback over PulseAudio's client library.
  Module("PulseAudio", uses: "Cpulse", tests: "TestSoundServer")
  // Connections, statements, errors, and a word tokenizer for SQLite.
  Module("SQLite", uses: "Csqlite3", "POSIX")
}

folder("Sources/Composable", of: .product) {
  // Key paths for enum cases.
  Module(
    "CasePaths",
    uses: "ComposableMacrosPlugin", "IssueReporting", "RuntimeInternals",
    tests: "ComposableMacros", "MacroTesting")
  // Clocks for tests: controlled, immediate, and unimplemented.
  Module("Clocks", uses: "ConcurrencyExtras", "IssueReporting", "POSIX", "RuntimeInternals")
  // Features as reducers, effects, and stores, with their test store.
  Module(
    "ComposableArchitecture",
    uses: "CasePaths", "Clocks", "ComposableMacrosPlugin", "ConcurrencyExtras", "CustomDump",
    "Dependencies", "DependenciesMacros", "IdentifiedCollections", "IssueReporting", "POSIX",
    "RuntimeInternals", "Sharing")
  // The expansions of the macros of this layer.
  Module("ComposableMacros", .library, tests: "MacroTesting")
  // The compiler plug-in with all macros of this layer.
  Module("ComposableMacrosPlugin", .plugin, uses: "ComposableMacros")
  // Locks, streams, tasks, and a serial executor for deterministic tests.
  Module("ConcurrencyExtras", uses: "POSIX", "RuntimeInternals", tests: "TestPrograms")
  // Task-local values for one test or a suite, as a trait.
  Module("ConcurrencyExtrasTestSupport", uses: "ConcurrencyExtras")
  // Values and their differences as readable text.
  Module("CustomDump", uses: "IssueReporting", "RuntimeInternals", tests: "ConcurrencyExtras")
  // Dependencies by key path, with separate values for tests and previews.
  Module(
    "Dependencies",
    uses: "Clocks", "ConcurrencyExtras", "IssueReporting", "POSIX",
    tests: "DependenciesMacros", "DependenciesTestSupport",
    withoutLinking: "XCTest")
  // The macros for clients that are structs of closures.
  Module(
    "DependenciesMacros",
    uses: "ComposableMacrosPlugin", "IssueReporting",
    tests: "ComposableMacros", "ConcurrencyExtras", "Dependencies", "MacroTesting")
  // Dependencies of one test or a suite, as a trait.
  Module("DependenciesTestSupport", uses: "Dependencies")
  // Durable files: replaced atomically, watched, and locked between processes.
  Module(
    "FileStorage",
    uses: "ConcurrencyExtras", "POSIX", "RuntimeInternals",
    tests: "Dependencies", "FileFaults", "Sharing", "TestPrograms")
  // Arrays with access to elements by id.
  Module(
    "IdentifiedCollections",
    uses: "IssueReporting", "RuntimeInternals",
    tests: "ConcurrencyExtras")
  // Reports of programming errors, which fail tests and warn at run time.
  Module(
    "IssueReporting",
    uses: "POSIX", "RuntimeInternals",
    tests: "ConcurrencyExtras", "TestPrograms",
    withoutLinking: "Testing")
  // Assertions on the expansion of macros.
  Module("MacroTesting", .library)
  // The only code that relies on internals of the Swift runtime.
  Module("RuntimeInternals", .library, tests: "ConcurrencyExtras")
  // State that features share, in memory, in app storage, or in files.
  Module(
    "Sharing",
    uses: "Clocks", "ConcurrencyExtras", "CustomDump", "Dependencies", "FileStorage",
    "IdentifiedCollections", "IssueReporting", "POSIX", "RuntimeInternals",
    tests: "DependenciesTestSupport", "SharingFaults", "Tagged", "TestPrograms")
  // Distinct types for ids and other values.
  Module("Tagged", uses: "RuntimeInternals", tests: "CustomDump")
  // The former name of IssueReporting.
  Module("XCTestDynamicOverlay", uses: "IssueReporting")
}

folder("Sources/Models") {
  // The version of the program and the commit that it was built from.
  Module("Build", uses: "CBuildCommit", "Dependencies", "Tagged")
  // IP addresses and networks, and which hosts are this machine.
  Module("NetworkAddresses")
  // Memos, transcripts, words, speakers, and the edits of transcripts.
  Module("SharedModels", uses: "Tagged")
  // The export formats: text, SRT, VTT, JSON, Markdown, and RTTM.
  Module("TranscriptExport", uses: "SharedModels")
  // Detection of where speech starts and ends in a stream of audio.
  Module("TurnDetection")
}

folder("Sources/Clients") {
  // Interface for decoding, probing, copying, and encoding audio files.
  Module(
    "AudioFileClient",
    uses: "ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels")
  // Audio files over libsndfile, libmpg123, libsoxr, and ffmpeg.
  Module(
    "AudioFileClientLive",
    uses: "AudioFileClient", "Cmpg123", "Csndfile", "Csoxr", "Dependencies", "Hashing", "POSIX",
    "SharedModels",
    tests: "TestPrograms")
  // Interface for playing audio.
  Module(
    "AudioPlayerClient",
    uses: "ConcurrencyExtras", "Dependencies", "DependenciesMacros",
    tests: "Clocks")
  // Playback over PulseAudio or PipeWire, at any speed.
  Module(
    "AudioPlayerClientLive",
    uses: "AudioFileClient", "AudioPlayerClient", "ConcurrencyExtras", "Csonic", "Dependencies",
    "POSIX", "PulseAudio",
    tests: "AudioFileClientLive", "TestSoundServer")
  // Interface for recording from a microphone.
  Module(
    "AudioRecorderClient",
    uses: "ConcurrencyExtras", "Dependencies", "DependenciesMacros",
    tests: "Clocks")
  // Recording over PulseAudio or PipeWire into drafts, which it encodes as FLAC.
  Module(
    "AudioRecorderClientLive",
    uses: "AudioFileClient", "AudioRecorderClient", "ConcurrencyExtras", "Dependencies", "POSIX",
    "PulseAudio", "SharedModels",
    tests: "AudioFileClientLive", "TestSoundServer")
  // Interface for stores of audio files by name.
  Module("AudioStoreClient", uses: "ConcurrencyExtras", "DependenciesMacros", "SharedModels")
  // Audio store in a folder.
  Module(
    "AudioStoreClientLive",
    uses: "AudioFileClient", "AudioStoreClient", "Dependencies", "LibraryFolder", "POSIX",
    "SharedModels",
    tests: "AudioFileClientLive")
  // Audio store in a bucket of an S3-compatible service.
  Module(
    "AudioStoreClientS3",
    uses: "AudioStoreClient", "Cexpat", "ConcurrencyExtras", "Dependencies", "Hashing", "LibCurl",
    "POSIX", "SharedModels",
    tests: "Clocks", "TestS3", "TestWebServer")
  // Interface for memos, transcripts, jobs, tokens, and search.
  Module(
    "DatabaseClient",
    uses: "ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels", "Tagged")
  // Database of one library in SQLite.
  Module(
    "DatabaseClientLive",
    uses: "DatabaseClient", "DatabaseSQL", "FileStorage", "LibraryFolder", "POSIX", "SQLite",
    "SharedModels",
    tests: "ConcurrencyExtras", "Csqlite3", "TestLibraries")
  // Database of many libraries in PostgreSQL, with a job queue for many machines.
  Module(
    "DatabaseClientPostgres",
    uses: "ConcurrencyExtras", "DatabaseClient", "DatabaseSQL", "POSIX", "PostgreSQL", "SQLite",
    "SharedModels", "Tagged",
    tests: "TestLibraries", "TestPostgres")
  // The statements that both databases share, and the form in which they store a transcript.
  Module("DatabaseSQL", uses: "DatabaseClient", "SharedModels", "Tagged")
  // Interface for downloading audio from the web.
  Module("DownloadClient", uses: "Dependencies", "DependenciesMacros")
  // Downloads over libcurl and, for web pages, with yt-dlp.
  Module(
    "DownloadClientLive",
    uses: "Dependencies", "DownloadClient", "LibCurl", "POSIX",
    tests: "TestPrograms", "TestWebServer")
  // Interface for writing files outside the library.
  Module(
    "ExportFilesClient",
    uses: "ConcurrencyExtras", "Dependencies", "DependenciesMacros", "FileStorage")
  // Exported files in the file system, which are never half-written.
  Module("ExportFilesClientLive", uses: "Dependencies", "ExportFilesClient", "FileStorage", "POSIX")
  // Interface for watching folders for new files.
  Module("FolderWatchClient", uses: "ConcurrencyExtras", "Dependencies", "DependenciesMacros")
  // Folder watching over inotify.
  Module("FolderWatchClientLive", uses: "Dependencies", "FolderWatchClient", "POSIX")
  // Interface for language models.
  Module(
    "LanguageModelClient",
    uses: "ConcurrencyExtras", "Dependencies", "DependenciesMacros",
    tests: "Clocks")
  // Language models of a server with OpenAI's chat completions.
  Module(
    "LanguageModelClientLive",
    uses: "ConcurrencyExtras", "LanguageModelClient", "OpenAIConnection",
    tests: "Clocks", "TestLanguageModel", "TestWebServer")
  // The paths of a library's files and of the configuration.
  Module("LibraryFolder", uses: "Dependencies", "FileStorage", "SharedModels")
  // Connections to servers with OpenAI's API: keys, timeouts, retries, and errors.
  Module(
    "OpenAIConnection",
    uses: "FileStorage", "LibCurl", "NetworkAddresses", "POSIX", "SharedModels",
    tests: "Clocks", "TestWebServer")
  // Interface for speech recognition, speaker detection, and models.
  Module(
    "SpeechClient",
    uses: "ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels",
    tests: "Clocks")
  // Speech recognition by an engine in its own process, which it can lend to other processes.
  Module(
    "SpeechClientLive",
    uses: "ConcurrencyExtras", "Dependencies", "FileStorage", "Hashing", "POSIX", "SharedModels",
    "SpeechClient",
    tests: "AudioFileClient", "AudioFileClientLive", "TestPrograms",
    embeds: [
      "added", "ahead", "audio", "catalog", "clustering", "confidence", "devices", "guard",
      "hearing", "live", "main", "models", "options", "pieces", "place", "recognizer",
      "segmentation", "speakers", "spoken", "steps", "voices", "ways", "wire", "words",
    ].map { "Engine/\($0).py" })
  // Speech recognition by a server with OpenAI's transcription API.
  Module(
    "SpeechClientOpenAILive",
    uses: "ConcurrencyExtras", "OpenAIConnection", "SharedModels", "SpeechClient", "TurnDetection",
    tests: "Clocks", "TestWebServer")
  // Interface for reading keys and drawing on a terminal.
  Module("TerminalClient", uses: "ConcurrencyExtras", "Dependencies", "DependenciesMacros")
  // The terminal of the process, restored when the program ends.
  Module(
    "TerminalClientLive",
    uses: "CTerminalRestore", "ConcurrencyExtras", "Dependencies", "POSIX", "TerminalClient",
    tests: "TerminalFaults", "TestPrograms", "TestTerminal")
  // Interface for editing a text in the user's editor.
  Module("TextEditorClient", uses: "Dependencies", "DependenciesMacros")
  // The user's editor as a child process.
  Module(
    "TextEditorClientLive",
    uses: "Dependencies", "POSIX", "TextEditorClient",
    tests: "TestPrograms")
  // Interface for reading a library of Apple Voice Memos.
  Module("VoiceMemosClient", uses: "Dependencies", "DependenciesMacros", "SharedModels")
  // Apple Voice Memos, read from their SQLite database.
  Module(
    "VoiceMemosClientLive",
    uses: "Dependencies", "POSIX", "SQLite", "SharedModels", "VoiceMemosClient")
  // Interface for sending webhooks.
  Module("WebhookClient", uses: "Dependencies", "DependenciesMacros")
  // Signed webhooks over libcurl.
  Module(
    "WebhookClientLive",
    uses: "ConcurrencyExtras", "Dependencies", "Hashing", "LibCurl", "NetworkAddresses", "POSIX",
    "WebhookClient",
    tests: "TestWebServer")
}

folder("Sources/Terminal") {
  // Commands, options, and arguments: parsing, help, the manual page, and completions.
  Module("ArgumentParsing", tests: "TestPrograms")
  // Colors, glyphs, and the formats of times and numbers.
  Module("Styleguide", uses: "SharedModels", tests: "POSIX")
  // Views, layout, input, and drawing for terminal apps.
  Module("TerminalUI", uses: "ConcurrencyExtras", "Styleguide", "TerminalClient", tests: "Clocks")
}

folder("Sources/Library") {
  // Backup, restore, verification, and moving memos between libraries.
  Module(
    "BackupCore",
    uses: "AudioFileClient", "DatabaseClient", "Dependencies", "FileStorage", "ImportCore",
    "LibraryFolder", "POSIX", "SharedModels", "SoundCore",
    tests: "AudioFileClientLive", "DatabaseClientLive")
  // Export of memos to files.
  Module(
    "ExportCore",
    uses: "AudioFileClient", "DatabaseClient", "Dependencies", "ExportFilesClient", "LibraryFolder",
    "SharedModels", "TranscriptExport",
    tests: "ConcurrencyExtras", "DependenciesTestSupport")
  // The checks of `doctor`.
  Module(
    "HealthCore",
    uses: "AudioFileClient", "AudioPlayerClient", "AudioRecorderClient", "Build", "DatabaseClient",
    "Dependencies", "DependenciesMacros", "FileStorage", "LibraryFolder", "POSIX", "RecordingCore",
    "SharedModels", "SharedSettings", "Sharing", "SoundCore", "SpeechClient",
    tests: "ConcurrencyExtras", "CrashFaults", "TestPrograms")
  // Many libraries in one database, and access to each.
  Module(
    "HostedLibraries",
    uses: "AudioFileClient", "AudioStoreClient", "ConcurrencyExtras", "DatabaseClient",
    "Dependencies", "DependenciesMacros", "LibraryFolder", "SharedSettings", "SoundCore",
    tests: "SharedModels")
  // Import of audio files as memos with jobs, and permanent deletion.
  Module(
    "ImportCore",
    uses: "AudioFileClient", "ConcurrencyExtras", "DatabaseClient", "Dependencies",
    "DependenciesMacros", "DownloadClient", "FileStorage", "LibraryFolder", "POSIX", "SharedModels",
    "SharedSettings", "Sharing", "SoundCore", "VoiceMemosClient",
    tests: "DependenciesTestSupport")
  // Recordings: from a draft to a memo with a job, and recovery of interrupted ones.
  Module(
    "RecordingCore",
    uses: "AudioFileClient", "AudioRecorderClient", "DatabaseClient", "Dependencies",
    "DependenciesMacros", "FileStorage", "ImportCore", "LibraryFolder", "POSIX", "SharedModels",
    "SoundCore",
    tests: "AudioFileClientLive", "Clocks", "ConcurrencyExtras", "DatabaseClientLive")
  // Deletion of old memos, as the settings specify.
  Module(
    "RetentionCore",
    uses: "DatabaseClient", "Dependencies", "DependenciesMacros", "ImportCore", "LibraryFolder",
    "SharedModels", "SharedSettings", "Sharing", "SoundCore", "Tagged",
    tests: "ConcurrencyExtras")
  // The list of memos that all features share, kept up to date.
  Module(
    "SharedRecordings",
    uses: "ConcurrencyExtras", "DatabaseClient", "Dependencies", "IdentifiedCollections",
    "SharedModels", "Sharing", "Tagged",
    tests: "DatabaseClientLive", "DependenciesTestSupport")
  // The settings of a library, shared by all features.
  Module(
    "SharedSettings",
    uses: "DatabaseClient", "Dependencies", "FileStorage", "LibraryFolder", "NetworkAddresses",
    "POSIX", "SharedModels", "Sharing",
    tests: "ConcurrencyExtras")
  // Access to the audio of memos in folders and stores, with a local cache.
  Module(
    "SoundCore",
    uses: "AudioFileClient", "AudioStoreClient", "Dependencies", "LibraryFolder", "POSIX",
    "SharedModels",
    tests: "AudioFileClientLive", "AudioStoreClientLive", "AudioStoreClientS3", "BackupCore",
    "ConcurrencyExtras", "DatabaseClient", "DatabaseClientLive", "HealthCore", "ImportCore",
    "RecordingCore", "TestS3")
  // Speaker detection for a memo, and the names and voices of speakers.
  Module(
    "SpeakerCore",
    uses: "AudioFileClient", "DatabaseClient", "Dependencies", "LibraryFolder", "SharedModels",
    "SharedSettings", "Sharing", "SpeechClient", "Tagged",
    tests: "ConcurrencyExtras", "DependenciesTestSupport")
  // Summaries of memos by a language model, in which each point quotes the transcript.
  Module(
    "SummaryCore",
    uses: "Dependencies", "LanguageModelClient", "SharedModels",
    tests: "Clocks", "LanguageModelClientLive", "OpenAIConnection", "TestLanguageModel",
    "TestWebServer")
  // The transcription of queued jobs: claims, checkpoints, retries, and results.
  Module(
    "TranscriptionCore",
    uses: "AudioFileClient", "ConcurrencyExtras", "DatabaseClient", "Dependencies", "LibraryFolder",
    "POSIX", "SharedModels", "SharedSettings", "SpeakerCore", "SpeechClient", "Tagged",
    tests: "Clocks", "DependenciesTestSupport")
  // Changes that can be undone, and text that a user typed and that is not in the library yet.
  Module(
    "UndoCore",
    uses: "DatabaseClient", "Dependencies", "LibraryFolder", "SharedModels", "SharedSettings",
    "Sharing", "Tagged",
    tests: "DependenciesTestSupport", "FileStorage")
  // Import and transcription of files that arrive in watched folders.
  Module(
    "WatchCore",
    uses: "AudioFileClient", "ConcurrencyExtras", "DatabaseClient", "Dependencies",
    "FolderWatchClient", "ImportCore", "LibraryFolder", "POSIX", "RecordingCore", "SharedModels",
    "SoundCore", "TranscriptionCore",
    tests: "Clocks", "SpeechClient")
  // Delivery of webhook events with retries.
  Module(
    "WebhookCore",
    uses: "ConcurrencyExtras", "DatabaseClient", "Dependencies", "FileStorage", "LibraryFolder",
    "NetworkAddresses", "POSIX", "SharedSettings", "WebhookClient",
    tests: "Clocks", "SharedModels", "TestLibraries")
}

folder("Sources/Features", of: .feature) {
  // The root of the app: tabs, navigation, and all other features. Tests run it whole.
  Module(
    "AppFeature",
    uses: "AudioRecorderClient", "ExportFeature", "HealthFeature", "ImportFeature", "LibraryFolder",
    "OnboardingFeature", "PlaybackFeature", "RecordMemoFeature", "RecordingCore",
    "RecordingsListFeature", "RetentionCore", "SearchFeature", "SettingsFeature", "SharedModels",
    "SharedRecordings", "SharedSettings", "StatsFeature", "Styleguide", "Tagged", "TerminalClient",
    "TranscriptionFeature", "TrashFeature", "UndoCore", "WebhookCore",
    tests: "AudioFileClient", "AudioPlayerClient", "DatabaseClient", "Dependencies",
    "DependenciesTestSupport", "ExportFilesClient", "HealthCore", "ImportCore", "TextEditorClient")
  // The connection between a store and a screen in the terminal.
  Module(
    "ComposableTerminal", .library,
    uses: "ComposableArchitecture", "TerminalClient", "TerminalUI")
  // Export of memos from the app.
  Module(
    "ExportFeature",
    uses: "ExportCore", "ExportFilesClient", "SharedModels", "Styleguide", "Tagged",
    "TranscriptExport",
    tests: "AudioFileClient", "DatabaseClient", "DependenciesTestSupport")
  // The health check in the app.
  Module("HealthFeature", uses: "HealthCore", "Styleguide", tests: "DependenciesTestSupport")
  // Import of files in the app.
  Module(
    "ImportFeature",
    uses: "ImportCore", "SharedModels", "Styleguide", "Tagged",
    tests: "AudioFileClient")
  // The first start of the app.
  Module(
    "OnboardingFeature",
    uses: "HealthCore", "ImportCore", "Styleguide",
    tests: "DependenciesTestSupport")
  // One memo: playback, transcript, editing, and speakers.
  Module(
    "PlaybackFeature",
    uses: "AudioFileClient", "AudioPlayerClient", "DatabaseClient", "LibraryFolder", "SharedModels",
    "SpeakerCore", "Styleguide", "Tagged", "TerminalClient", "TextEditorClient", "UndoCore",
    tests: "DependenciesTestSupport", "SharedSettings", "SpeechClient")
  // Recording with live text and a level meter.
  Module(
    "RecordMemoFeature",
    uses: "AudioRecorderClient", "RecordingCore", "SharedModels", "SharedSettings", "SpeechClient",
    "Styleguide",
    tests: "AudioFileClient", "DatabaseClient", "DependenciesTestSupport", "LibraryFolder")
  // The list of memos: filters, tags, marks, and sorting.
  Module(
    "RecordingsListFeature",
    uses: "DatabaseClient", "IdentifiedCollections", "LibraryFolder", "SharedModels",
    "SharedRecordings", "Styleguide", "Tagged", "TerminalClient", "UndoCore",
    tests: "DependenciesTestSupport")
  // Search in all transcripts.
  Module(
    "SearchFeature",
    uses: "DatabaseClient", "SharedModels", "Styleguide", "Tagged",
    tests: "DependenciesTestSupport")
  // The settings in the app.
  Module(
    "SettingsFeature",
    uses: "AudioPlayerClient", "RetentionCore", "SharedModels", "SharedSettings", "SpeechClient",
    "Styleguide",
    tests: "DependenciesTestSupport")
  // Statistics about the library.
  Module(
    "StatsFeature",
    uses: "DatabaseClient", "SharedModels", "SharedRecordings", "Styleguide",
    tests: "DependenciesTestSupport")
  // The queue of transcriptions and their progress.
  Module(
    "TranscriptionFeature",
    uses: "DatabaseClient", "SharedModels", "SharedSettings", "SpeechClient", "Styleguide",
    "Tagged", "TranscriptionCore",
    tests: "AudioFileClient", "DatabaseClientLive", "DependenciesTestSupport")
  // The trash: restoring and permanently deleting memos.
  Module(
    "TrashFeature",
    uses: "DatabaseClient", "RetentionCore", "SharedModels", "SharedSettings", "Styleguide",
    "Tagged",
    tests: "DependenciesTestSupport")
}

folder("Sources/Server") {
  // Interface for requests to a SpeechMemo server.
  Module(
    "ApiClient",
    uses: "Dependencies", "DependenciesMacros", "HTTPMessages", "ServerRouter", "SharedModels",
    "URLRouting",
    tests: "ConcurrencyExtras")
  // Requests to a SpeechMemo server over libcurl.
  Module(
    "ApiClientLive",
    uses: "ApiClient", "ConcurrencyExtras", "Dependencies", "HTTPMessages", "LibCurl",
    tests: "HTTPServer", "NetworkAddresses")
  // Responses with a memo's audio and waveform.
  Module(
    "AudioMiddleware",
    uses: "AudioFileClient", "AudioStoreClient", "DatabaseClient", "Dependencies", "HTTPMessages",
    "LibraryFolder", "MiddlewareHelpers", "POSIX", "ServerRouter", "SharedModels", "SoundCore",
    tests: "AudioFileClientLive", "AudioStoreClientLive", "ConcurrencyExtras", "TestSite")
  // HTTP requests and responses as values.
  Module("HTTPMessages", uses: "POSIX")
  // An HTTP and HTTPS server over libmicrohttpd, and a server for other protocols.
  Module(
    "HTTPServer",
    uses: "Cmicrohttpd", "ConcurrencyExtras", "HTTPMessages", "NetworkAddresses", "POSIX")
  // Server-sent events about changes in a library, with resumption.
  Module(
    "LibraryEvents",
    uses: "DatabaseClient", "Dependencies", "MiddlewareHelpers", "POSIX", "SharedModels",
    tests: "Clocks")
  // Share links: creating, listing, revoking, and opening them.
  Module(
    "LinksMiddleware",
    uses: "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "SharedModels", "Tagged", "TokenCore", "TranscriptExport",
    tests: "Hashing", "SiteMiddleware", "TestSite")
  // Live text over a websocket.
  Module(
    "LiveMiddleware",
    uses: "Dependencies", "HTTPMessages", "MiddlewareHelpers", "RealtimeProtocol", "ServerRouter",
    "SharedModels", "SharedSettings", "Sharing", "SpeechClient", "WebSocketProtocol",
    "WebSocketServer",
    tests: "TestSite", "TestWebSocket")
  // The Model Context Protocol as a function from message to response, with its tools.
  Module(
    "MCPCore",
    uses: "Build", "DatabaseClient", "Dependencies", "MiddlewareHelpers", "ServerRouter",
    "SharedModels", "TranscriptExport")
  // Memos and jobs: listing, finding, changing, and deleting them.
  Module(
    "MemosMiddleware",
    uses: "DatabaseClient", "Dependencies", "HTTPMessages", "ImportCore", "MiddlewareHelpers",
    "ServerRouter", "SharedModels", "Tagged",
    tests: "TestSite")
  // Metrics of requests and jobs for Prometheus.
  Module(
    "MetricsMiddleware",
    uses: "Build", "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "OpenAPI",
    "POSIX", "ServerRouter", "SharedModels", "SpeechClient",
    tests: "AudioFileClient", "Clocks", "SiteMiddleware", "TestSite")
  // Shared parts of the middlewares: problems, ranges, entity tags, and received files.
  Module(
    "MiddlewareHelpers",
    uses: "AudioFileClient", "Cz", "DatabaseClient", "Dependencies", "HTTPMessages", "Hashing",
    "POSIX", "ServerRouter", "SharedModels", "SpeechClient",
    tests: "ConcurrencyExtras", "TestPrograms")
  // A streaming parser for forms with files.
  Module("MultipartForm", uses: "HTTPMessages")
  // The OpenAPI document of the server.
  Module("OpenAPI", embeds: ["openapi.json"])
  // The job queue over HTTP, for transcribers on other machines.
  Module(
    "QueueMiddleware",
    uses: "AudioMiddleware", "DatabaseClient", "Dependencies", "HTTPMessages", "HostedLibraries",
    "LibraryFolder", "MiddlewareHelpers", "POSIX", "ServerRouter",
    tests: "AudioFileClient", "AudioFileClientLive", "AudioStoreClient", "SharedModels", "TestSite")
  // OpenAI-compatible realtime transcription over a websocket.
  Module(
    "RealtimeMiddleware",
    uses: "Dependencies", "HTTPMessages", "ImportCore", "MiddlewareHelpers", "POSIX",
    "RealtimeProtocol", "ServerRouter", "SharedModels", "SharedSettings", "Sharing",
    "SoundReceiving", "SpeechClient", "TurnDetection", "WebSocketProtocol", "WebSocketServer",
    tests: "AudioFileClientLive", "Clocks", "ConcurrencyExtras", "LibraryFolder", "TestSite",
    "TestWebSocket")
  // The events of OpenAI's realtime transcription as values and as JSON.
  Module("RealtimeProtocol", uses: "SharedModels")
  // The library behind a server, for `--server`, and its job queue, for `transcriber --server`.
  Module(
    "RemoteLibrary",
    uses: "ApiClient", "AudioFileClient", "AudioPlayerClient", "AudioStoreClient", "DatabaseClient",
    "Dependencies", "HTTPMessages", "HostedLibraries", "LibraryFolder", "POSIX", "ServerRouter",
    "SharedModels", "SoundCore", "Tagged",
    tests: "AudioFileClientLive", "Clocks", "ConcurrencyExtras", "SpeakerCore", "SpeechClient",
    "TestSite", "TokenCore", "TranscriptionCore")
  // The server's options and their environment variables.
  Module("ServerConfig", uses: "NetworkAddresses", "POSIX")
  // The description of the server for clients, and the settings and the webhook of a library.
  Module(
    "ServerConfigMiddleware",
    uses: "Build", "DatabaseClient", "Dependencies", "HTTPMessages", "Hashing", "LibraryFolder",
    "MiddlewareHelpers", "ServerRouter", "SharedSettings", "Sharing", "SpeechClient",
    "WebhookClient", "WebhookCore",
    tests: "Clocks", "ConcurrencyExtras", "SharedModels", "TestSite")
  // All routes of the server as values, with one parser and printer for both ends.
  Module(
    "ServerRouter",
    uses: "CasePaths", "DatabaseClient", "HTTPMessages", "SharedModels", "Tagged",
    "TranscriptExport", "URLRouting")
  // The whole site as one function: authentication, authorization, and routing.
  Module(
    "SiteMiddleware",
    uses: "AudioFileClient", "AudioMiddleware", "DatabaseClient", "Dependencies", "HTTPMessages",
    "Hashing", "HostedLibraries", "LibraryEvents", "LibraryFolder", "LinksMiddleware",
    "LiveMiddleware", "MCPCore", "MemosMiddleware", "MetricsMiddleware", "MiddlewareHelpers",
    "NetworkAddresses", "OpenAPI", "POSIX", "QueueMiddleware", "RealtimeMiddleware",
    "ServerConfigMiddleware", "ServerRouter", "SharedModels", "SharedSettings", "SpeechClient",
    "TokenCore", "TokensMiddleware", "TranscriptionCore", "TranscriptionsMiddleware",
    "TranscriptsMiddleware", "URLRouting", "UploadsMiddleware", "WebPage", "WebSocketServer",
    tests: "Clocks", "ConcurrencyExtras", "LanguageModelClient", "TestLibraries", "TestSite",
    "TranscriptExport", "WebhookClient")
  // Storage for audio that arrives in chunks until it is transcribed.
  Module(
    "SoundReceiving",
    uses: "AudioFileClient", "Dependencies", "POSIX", "SpeechClient",
    tests: "AudioFileClientLive")
  // Tokens, share links, and transcribers' tokens: issuing, finding, and revoking them.
  Module(
    "TokenCore",
    uses: "DatabaseClient", "Dependencies", "Hashing", "POSIX", "SharedModels", "Tagged",
    tests: "Clocks", "ConcurrencyExtras", "DependenciesTestSupport", "TestLibraries")
  // Tokens and browser sessions over HTTP: creating and revoking them.
  Module(
    "TokensMiddleware",
    uses: "DatabaseClient", "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter",
    "TokenCore",
    tests: "TestSite")
  // OpenAI-compatible transcription of files.
  Module(
    "TranscriptionsMiddleware",
    uses: "Dependencies", "HTTPMessages", "ImportCore", "LibraryFolder", "MiddlewareHelpers",
    "MultipartForm", "RealtimeProtocol", "ServerRouter", "SharedModels", "SharedSettings",
    "Sharing", "SpeechClient", "TranscriptExport", "TranscriptionCore",
    tests: "AudioFileClient", "ConcurrencyExtras", "DatabaseClient", "SoundCore", "TestSite")
  // Transcripts, summaries, and voices: exporting, editing, and requesting them.
  Module(
    "TranscriptsMiddleware",
    uses: "DatabaseClient", "Dependencies", "HTTPMessages", "ImportCore", "LanguageModelClient",
    "MiddlewareHelpers", "ServerRouter", "SharedModels", "SharedSettings", "Sharing",
    "SpeakerCore", "SpeechClient", "SummaryCore", "TranscriptExport",
    tests: "TestSite")
  // Parser-printers for URLs and requests.
  Module("URLRouting", uses: "CasePaths", "HTTPMessages", "Tagged")
  // Resumable uploads by the tus protocol.
  Module(
    "UploadsMiddleware",
    uses: "AudioFileClient", "AudioStoreClient", "Dependencies", "FileStorage", "HTTPMessages",
    "Hashing", "ImportCore", "LibraryFolder", "MiddlewareHelpers", "MultipartForm", "POSIX",
    "ServerRouter", "SharedModels", "SharedSettings", "Sharing", "SoundCore", "SpeechClient",
    tests: "AudioFileClientLive", "AudioStoreClientLive", "AudioStoreClientS3", "ConcurrencyExtras",
    "DatabaseClient", "TestLibraries", "TestPostgres", "TestS3", "TestSite")
  // The web page: HTML, CSS, and JavaScript.
  Module(
    "WebPage",
    uses: "Dependencies", "HTTPMessages", "MiddlewareHelpers", "ServerRouter", "SoundCore",
    tests: "TestSite",
    embeds: [
      "access.js", "address.js", "api.js", "app.js", "changes.js", "dialogs.js", "drafts.js",
      "elements.js", "events.js", "exports.js", "filters.js", "fresh.js", "history.js", "icon.svg",
      "index.html", "keys.js", "layout.js", "library.js", "links.js", "live.js",
      "manifest.webmanifest", "media.js", "memo.js", "memos.js", "message.js", "order.js",
      "outbox.js", "phone.js", "player.js", "playing.js", "positions.js", "qr-code.js",
      "question.js", "recorder-worklet.js", "recorder.js", "recording.js", "row.js", "rows.js",
      "search.js", "selection.js", "shared.html", "shared.js", "sign-in.js", "speakers.js",
      "style.css", "tags.js", "texts.js", "title.js", "transcribing.js", "transcript.js", "tus.js",
      "unsent.js", "uploads.js", "watch.js", "wav.js", "worker.js",
    ].map { "Page/\($0)" })
  // The websocket protocol (RFC 6455) as values and as bytes.
  Module("WebSocketProtocol", uses: "Hashing")
  // Websocket connections of the HTTP server.
  Module(
    "WebSocketServer",
    uses: "Dependencies", "HTTPMessages", "POSIX", "ServerRouter", "WebSocketProtocol",
    tests: "Clocks", "ConcurrencyExtras", "TestWebSocket")
  // Speech-to-text for Home Assistant.
  Module(
    "WyomingCore",
    uses: "Dependencies", "ImportCore", "SharedModels", "SharedSettings", "Sharing",
    "SoundReceiving", "SpeechClient", "WyomingProtocol",
    tests: "AudioFileClientLive", "Clocks", "ConcurrencyExtras")
  // The events of the Wyoming protocol as values and as bytes.
  Module("WyomingProtocol")
}

folder("Sources/Programs") {
  // The command line as a library.
  Module(
    "CommandLineProgram",
    uses: "ApiClient", "ArgumentParsing", "AudioFileClient", "AudioPlayerClient",
    "AudioRecorderClient", "BackupCore", "Build", "ConcurrencyExtras", "DatabaseClient",
    "Dependencies", "DependenciesMacros", "DownloadClient", "ExportCore", "ExportFilesClient",
    "FileStorage", "HTTPMessages", "HealthCore", "HostedLibraries", "ImportCore",
    "LanguageModelClient", "LibraryFolder", "MCPCore", "MetricsMiddleware", "NetworkAddresses",
    "RecordingCore", "RemoteLibrary", "RetentionCore", "ServerConfig", "ServerRouter",
    "SharedModels", "SharedSettings", "Sharing", "SiteMiddleware", "SoundCore", "SpeakerCore",
    "SpeechClient", "Styleguide", "SummaryCore", "TerminalClient", "TextEditorClient", "TokenCore",
    "TranscriptExport", "TranscriptionCore", "VoiceMemosClient",
    "WatchCore", "WebhookClient", "WebhookCore", "WyomingCore",
    tests: "ExportFilesClientLive", "FolderWatchClient", "Hashing", "TestPrograms",
    "WyomingProtocol")
}

folder("Sources/Executables") {
  // The program: app, command line, server, and transcriber. It sets the live clients.
  Module(
    "speechmemo", .executable,
    uses: "ApiClientLive", "AppFeature", "ArgumentParsing", "AudioFileClient",
    "AudioFileClientLive", "AudioPlayerClientLive", "AudioRecorderClientLive", "AudioStoreClient",
    "AudioStoreClientLive", "AudioStoreClientS3", "Build", "CCrashReports", "CommandLineProgram",
    "DatabaseClient", "DatabaseClientLive", "DatabaseClientPostgres", "Dependencies",
    "DownloadClientLive", "ExportFilesClientLive", "FileStorage", "FolderWatchClientLive",
    "HTTPServer", "HealthCore", "HostedLibraries", "LanguageModelClient", "LanguageModelClientLive",
    "LibraryFolder", "NetworkAddresses", "OpenAIConnection", "POSIX", "RecordingCore",
    "SharedSettings", "Sharing", "SpeechClient", "SpeechClientLive", "SpeechClientOpenAILive",
    "Styleguide", "TerminalClient", "TerminalClientLive", "TextEditorClient",
    "TextEditorClientLive", "VoiceMemosClientLive", "WebhookClientLive",
    tests: "Csqlite3", "Hashing", "POSIX", "TestPrograms", "TestSoundServer", "TestTerminal",
    "TestWebServer")
}

folder("Previews", of: .preview) {
  // The app with preview values.
  Module(
    "AppPreview",
    uses: "AppFeature", "AudioFileClient", "AudioPlayerClient", "AudioRecorderClient",
    "ComposableArchitecture", "ConcurrencyExtras", "DatabaseClient", "Dependencies", "FileStorage",
    "ImportCore", "LibraryFolder", "RecordingCore", "SharedModels", "SpeechClient", "Tagged",
    "TextEditorClient", "TranscriptionCore", "UndoCore")
  // ExportFeature with preview values.
  Module(
    "ExportPreview",
    uses: "AudioFileClient", "ComposableArchitecture", "DatabaseClient", "ExportFeature",
    "ExportFilesClient", "SharedModels")
  // HealthFeature with preview values.
  Module(
    "HealthPreview",
    uses: "ComposableArchitecture", "HealthCore", "HealthFeature", "TerminalUI")
  // ImportFeature with preview values.
  Module(
    "ImportPreview",
    uses: "AudioFileClient", "ComposableArchitecture", "ImportCore", "ImportFeature", "SharedModels"
  )
  // OnboardingFeature with preview values.
  Module(
    "OnboardingPreview",
    uses: "ComposableArchitecture", "HealthCore", "ImportCore", "OnboardingFeature")
  // PlaybackFeature with preview values.
  Module(
    "PlaybackPreview",
    uses: "AudioFileClient", "AudioPlayerClient", "ComposableArchitecture", "DatabaseClient",
    "PlaybackFeature", "SharedModels", "SharedSettings", "UndoCore")
  // The program around every preview: states, scripts, recordings, and checks of keys.
  Module(
    "PreviewHarness", .library,
    uses: "ArgumentParsing", "Clocks", "ComposableArchitecture", "ComposableTerminal", "Styleguide",
    "TerminalClient", "TerminalUI",
    tests: "TerminalUIPreview")
  // RecordMemoFeature with preview values.
  Module(
    "RecordMemoPreview",
    uses: "AudioRecorderClient", "ComposableArchitecture", "DatabaseClient", "RecordMemoFeature",
    "RecordingCore", "SharedModels", "SpeechClient")
  // RecordingsListFeature with preview values.
  Module(
    "RecordingsListPreview",
    uses: "ComposableArchitecture", "DatabaseClient", "RecordingsListFeature", "SharedModels",
    "TerminalUI")
  // SearchFeature with preview values.
  Module(
    "SearchPreview",
    uses: "ComposableArchitecture", "DatabaseClient", "SearchFeature", "SharedModels")
  // SettingsFeature with preview values.
  Module(
    "SettingsPreview",
    uses: "AudioPlayerClient", "ComposableArchitecture", "DatabaseClient", "LibraryFolder",
    "RetentionCore", "SettingsFeature", "SharedModels", "SpeechClient")
  // StatsFeature with preview values.
  Module(
    "StatsPreview",
    uses: "ComposableArchitecture", "DatabaseClient", "SharedModels", "StatsFeature", "TerminalUI")
  // The views of TerminalUI.
  Module(
    "TerminalUIPreview",
    uses: "ComposableArchitecture", "ComposableTerminal", "Styleguide", "TerminalUI")
  // TranscriptionFeature with preview values.
  Module(
    "TranscriptionPreview",
    uses: "ComposableArchitecture", "DatabaseClient", "SharedModels", "SharedSettings",
    "SpeechClient", "TranscriptionCore", "TranscriptionFeature")
  // TrashFeature with preview values.
  Module(
    "TrashPreview",
    uses: "ComposableArchitecture", "DatabaseClient", "LibraryFolder", "SharedModels",
    "TrashFeature")
}

folder("Benchmarks", of: .program) {
  // Measurements of the app's reducers and screens.
  Module(
    "AppBenchmarks",
    uses: "AppFeature", "BenchmarkSupport", "ComposableArchitecture", "ComposableTerminal",
    "DatabaseClient", "PlaybackFeature", "RecordingsListFeature", "SharedModels", "Styleguide",
    "TerminalUI")
  // Measurement and comparison with baselines, for all benchmarks.
  Module("BenchmarkSupport", .helper)
  // Measurements of the architecture.
  Module(
    "ComposableBenchmarks",
    uses: "BenchmarkSupport", "CasePaths", "Clocks", "ComposableArchitecture", "ConcurrencyExtras",
    "CustomDump", "Dependencies", "FileStorage", "IdentifiedCollections", "RuntimeInternals",
    "Sharing")
  // Measurements of edits, exports, and statistics.
  Module("ModelsBenchmarks", uses: "BenchmarkSupport", "SharedModels", "TranscriptExport")
  // Measurements of a million memos in PostgreSQL.
  Module(
    "PostgresBenchmarks",
    uses: "DatabaseClient", "DatabaseClientPostgres", "SharedModels", "Tagged")
  // Measurements of the program, which runs as a separate process and is built as a dependency.
  Module(
    "SpeechMemoBenchmarks",
    uses: "AudioFileClient", "AudioFileClientLive", "DatabaseClient", "DatabaseClientLive",
    "SharedModels", "speechmemo")
  // Measurements of drawing and text layout.
  Module("TerminalBenchmarks", uses: "BenchmarkSupport", "Styleguide", "TerminalUI")
}

folder("Tests", of: .tests) {
  // Tests of the manifest, the imports, and the documents.
  Module("ManifestTests", uses: "TestPrograms")
}

folder("Tests/Clients", of: .tests) {
  // Tests that every implementation of the database passes.
  Module(
    "DatabaseTests",
    uses: "DatabaseClient", "Dependencies", "SharedModels", "Tagged", "TestLibraries")
}

folder("Tests/Composable", of: .tests) {
  // Example apps that use only the public API of the architecture, as tests.
  Module(
    "ComposableArchitectureExampleTests",
    uses: "ComposableArchitecture", "DependenciesTestSupport", "Tagged")
}

folder("Tests/Faults", of: .program) {
  // A process that crashes, for the tests of HealthCore.
  Module("CrashFaults", uses: "CCrashReports")
  // A process that writes files and is killed, for the tests of FileStorage.
  Module("FileFaults", uses: "FileStorage")
  // A process that saves shared state and is killed, for the tests of Sharing.
  Module("SharingFaults", uses: "FileStorage", "Sharing")
  // A process that takes a terminal and is killed, for the tests of TerminalClientLive.
  Module("TerminalFaults", uses: "TerminalClient", "TerminalClientLive")
}

folder("Tests/Measures", of: .program) {
  // Measurements of recording and playback with a separate sound server.
  Module(
    "SoundMeasures",
    uses: "AudioFileClientLive", "AudioPlayerClient", "AudioPlayerClientLive",
    "AudioRecorderClient", "AudioRecorderClientLive", "ConcurrencyExtras", "Dependencies",
    "TestSoundServer")
}

folder("Tests/Support", of: .helper) {
  // Responses of a language model's server for tests, right and wrong.
  Module("TestLanguageModel", uses: "TestWebServer")
  // Libraries in each kind of database, for tests.
  Module(
    "TestLibraries",
    uses: "ConcurrencyExtras", "DatabaseClient", "DatabaseClientLive", "DatabaseClientPostgres",
    "PostgreSQL", "SharedModels", "Tagged", "TestPostgres")
  // A PostgreSQL server for tests.
  Module("TestPostgres", uses: "ConcurrencyExtras", "POSIX", "PostgreSQL")
  // Programs that tests write and run, such as misbehaving engines.
  Module("TestPrograms", uses: "POSIX")
  // An S3 server for tests, and Amazon's own client for it.
  Module("TestS3", uses: "POSIX", "TestPrograms")
  // A whole site in memory, for tests of the middlewares.
  Module(
    "TestSite",
    uses: "AudioFileClient", "AudioStoreClient", "Clocks", "ConcurrencyExtras", "DatabaseClient",
    "Dependencies", "HTTPMessages", "HostedLibraries", "LibraryFolder", "SharedModels",
    "SiteMiddleware", "TokenCore")
  // A sound server for tests, whose null sink is also the microphone.
  Module("TestSoundServer", uses: "ConcurrencyExtras", "POSIX", "PulseAudio")
  // A terminal without a window, for tests.
  Module("TestTerminal", uses: "POSIX")
  // A web server for tests, with prepared responses.
  Module("TestWebServer")
  // A websocket client without a network, for tests.
  Module("TestWebSocket", uses: "HTTPMessages", "WebSocketProtocol")
}

// MARK: - From the table to targets

/// An entry of the table.
struct Module {
  enum Kind {
    /// C of our own.
    case c
    /// A program for users.
    case executable
    /// A reducer and its screen. Its tests run its preview.
    case feature
    /// A library without tests of its own.
    case helper
    /// A library with tests.
    case library
    /// The compiler plug-in with the macros.
    case plugin
    /// A feature with preview values, as a library for tests and as a program.
    case preview
    /// A library with tests that other packages can use.
    case product
    /// A program that tests or measures.
    case program
    /// A module map for a C library. It has no name for pkg-config, because packages that depend on
    /// this one would get warnings about libraries that they don't need.
    case systemLibrary(apt: String)
    /// Tests of several modules.
    case tests
  }

  let name: String
  let kind: Kind?
  let uses: [String]
  let tests: [String]
  let unlinkedLibrary: String?
  let embeddedFiles: [String]

  /// - Parameters:
  ///   - kind: The kind of the folder's modules if it is `nil`.
  ///   - unlinkedLibrary: A library that the module imports weakly and must not bring into products,
  ///     as `Scripts/check-linkage` checks.
  init(
    _ name: String, _ kind: Kind? = nil, uses: String..., tests: String...,
    withoutLinking unlinkedLibrary: String? = nil, embeds embeddedFiles: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.uses = uses
    self.tests = tests
    self.unlinkedLibrary = unlinkedLibrary
    self.embeddedFiles = embeddedFiles
  }
}

@resultBuilder
enum Modules {
  static func buildBlock(_ modules: Module...) -> [Module] { modules }
}

@MainActor func folder(
  _ folder: String, of kind: Module.Kind = .library, @Modules modules: () -> [Module]
) {
  for module in modules() { addTargets(of: module, as: module.kind ?? kind, in: folder) }
}

@MainActor func addTargets(of module: Module, as kind: Module.Kind, in folder: String) {
  let name = module.name
  let path = "\(folder)/\(name)"
  let program = "\(name)Program"
  func addLibrary(_ uses: [String]) {
    let target = Target.target(
      name: name, path: path, resources: module.embeddedFiles.map { .embedInCode($0) })
    add(target, uses)
    guard let library = module.unlinkedLibrary
    else { return }
    target.swiftSettings?.append(
      .unsafeFlags(["-Xfrontend", "-disable-autolink-library", "-Xfrontend", library]))
  }
  func addTests(_ uses: [String]) {
    let layer = folder.replacing("Sources/", with: "")
    add(
      .testTarget(name: "\(name)Tests", path: "Tests/\(layer)/\(name)Tests"),
      [name] + uses + module.tests)
    // Optimizing these takes longer than running them, and finds nothing that their modules don't show.
    if !["Composable", "System"].contains(layer) {
      package.targets.last?.swiftSettings?.append(
        .unsafeFlags(["-Onone"], .when(configuration: .release)))
    }
  }
  switch kind {
  case .c:
    package.targets.append(
      .target(name: name, dependencies: module.uses.map { .byName(name: $0) }, path: path))
  case .executable:
    add(.executableTarget(name: name, path: path), module.uses)
    addTests([])
    package.products.append(.executable(name: name, targets: [name]))
  case .feature:
    let uses = ["ComposableArchitecture", "ComposableTerminal", "TerminalUI"] + module.uses
    addLibrary(uses)
    addTests(uses + ["PreviewHarness", name.replacing("Feature", with: "Preview")])
  case .helper:
    addLibrary(module.uses)
  case .library, .product:
    addLibrary(module.uses)
    // A test that depended on the plug-in would be built for the compiler's machine, as the plug-in
    // is, and every module twice.
    addTests(module.uses.filter { $0 != "ComposableMacrosPlugin" })
    if case .product = kind { package.products.append(.library(name: name, targets: [name])) }
  case .plugin:
    add(.macro(name: name, path: path), module.uses)
  case .preview:
    // Tests import the library: they may be compiled before a program that they import.
    addLibrary(["PreviewHarness", "TerminalClientLive"] + module.uses)
    add(.executableTarget(name: program, path: "\(folder)/\(program)"), [name])
    package.products.append(.executable(name: name, targets: [program]))
  case .program:
    add(.executableTarget(name: name, path: path), module.uses)
  case .systemLibrary(let apt):
    package.targets.append(.systemLibrary(name: name, path: path, providers: [.apt([apt])]))
  case .tests:
    add(.testTarget(name: name, path: path), module.uses)
  }
}

/// Adds a target of Swift code.
@MainActor func add(_ target: Target, _ uses: [String]) {
  target.dependencies = uses.map { .byName(name: $0) }
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // An index of system modules, which nothing here reads, takes a sixth of a build.
    .unsafeFlags(["-index-ignore-system-modules"]),
  ]
  if Context.environment["CI"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
  // These two import SwiftSyntax. Targets that use them need its folder, too.
  if !Set(uses + [target.name]).isDisjoint(with: ["ComposableMacros", "MacroTesting"]) {
    let folder = swiftSyntaxFolder
    let cache = moduleCache.map { ["-module-cache-path", $0] } ?? []
    target.swiftSettings?.append(.unsafeFlags(["-I", folder] + cache))
    target.linkerSettings = [
      .unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])
    ]
  }
  package.targets.append(target)
}

/// The folder of the running toolchain that holds SwiftSyntax, found by the library that every
/// manifest loads.
var swiftSyntaxFolder: String {
  let maps = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
  let library = /(\/.*)\/pm\/ManifestAPI\/libPackageDescription\.so/
  guard let folder = String(decoding: maps, as: UTF8.self).firstMatch(of: library)?.1
  else { fatalError("No libPackageDescription.so is loaded: see the page of ComposableMacros") }
  return "\(folder)/host"
}

/// The compiler's own cache of modules that it builds from interfaces, which all packages share, or
/// `nil` if it isn't writable. SwiftPM passes a cache in the build folder, where SwiftSyntax's modules
/// would be built again, which takes eight seconds.
var moduleCache: String? {
  let home = Context.environment["HOME"]
  guard let caches = Context.environment["XDG_CACHE_HOME"] ?? home.map({ "\($0)/.cache" })
  else { return nil }
  // The compiler creates missing folders.
  let parent = access(caches, F_OK) == 0 ? caches : home ?? caches
  return access(parent, W_OK) == 0 ? "\(caches)/clang/ModuleCache" : nil
}

// MARK: - The MODULE variable

// `MODULE=CasePaths swift test` builds only that module, its tests, and their dependencies. `MODULE`
// may also be a layer, such as `Models`, or several names with spaces between them.
if let names = Context.environment["MODULE"], !names.isEmpty {
  let byName = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  let layers = Dictionary(grouping: package.targets.filter { !$0.isTest }) {
    $0.path?.split(separator: "/").first { $0 != "Sources" } ?? ""
  }
  var pending: [String] = []
  for name in names.split(separator: " ") {
    guard let modules = byName[String(name)].map({ [$0] }) ?? layers[name]
    else {
      let problem = "Package.swift: there is no module '\(name)'; docs/modules.md lists them\n"
      FileHandle.standardError.write(Data(problem.utf8))
      exit(1)
    }
    pending += modules.flatMap { [$0.name, "\($0.name)Program", "\($0.name)Tests"] }
  }
  var needed: Set<String> = []
  while let name = pending.popLast() {
    guard let target = byName[name], needed.insert(name).inserted
    else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { pending.append(dependency) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { product in
    let targets =
      (product as? Product.Executable)?.targets ?? (product as? Product.Library)?.targets ?? []
    return !needed.isSuperset(of: targets)
  }
}
