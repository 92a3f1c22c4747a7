// swift-tools-version: 6.2

import CompilerPluginSupport
import Foundation
import PackageDescription

// Every target is declared once, under the heading of its layer, in alphabetical order. A layer
// may import only the layers above it in this file; `Tests/ManifestTests` holds us to that.

let package = Package(name: "SpeechMemo", defaultLocalization: "en")

// MARK: - System

c("CBuildCommit")
c("CTerminalRestore")
system("Cmpg123", pkgConfig: "libmpg123", apt: "libmpg123-dev")
system("Cnettle", pkgConfig: "nettle", apt: "nettle-dev")
// Its pkg-config file names flags that the package manager refuses; the next has none.
system("Cpulse", pkgConfig: nil, apt: "libpulse-dev")
system("Csndfile", pkgConfig: "sndfile", apt: "libsndfile1-dev")
system("Csonic", pkgConfig: nil, apt: "libsonic-dev")
system("Csoxr", pkgConfig: "soxr", apt: "libsoxr-dev")
system("Csqlite3", pkgConfig: "sqlite3", apt: "libsqlite3-dev")
target("ProcessSpawn", in: "System", [], tests: [])
face("PulseAudio", of: "Cpulse")

// MARK: - Composable

composable(
  "CasePaths", ["ComposableMacros", "IssueReporting"],
  tests: ["ComposableMacros", "MacroTesting"])
composable("Clocks", ["ConcurrencyExtras", "IssueReporting"])
composable(
  "ComposableArchitecture",
  [
    "CasePaths", "Clocks", "ComposableMacros", "ConcurrencyExtras", "CustomDump", "Dependencies",
    "DependenciesMacros", "IdentifiedCollections", "IssueReporting", "Sharing",
  ],
  tests: ["DependenciesTestSupport"])
// Whole features as one writes them for the architecture, through its public API.
package.targets.append(
  .testTarget(
    name: "ComposableArchitectureExampleTests",
    dependencies: ["ComposableArchitecture", "DependenciesTestSupport", "Tagged"],
    path: "Tests/Composable/ComposableArchitectureExampleTests", swiftSettings: strict))
macros("ComposableMacros")
composable("ConcurrencyExtras", [])
composable("CustomDump", ["IssueReporting"], tests: ["ConcurrencyExtras"])
composable(
  "Dependencies", ["Clocks", "ConcurrencyExtras", "IssueReporting"],
  tests: ["DependenciesMacros", "DependenciesTestSupport"],
  settings: [withoutLinking("XCTest")])
composable(
  "DependenciesMacros", ["ComposableMacros", "IssueReporting"],
  tests: ["ComposableMacros", "Dependencies", "MacroTesting"])
composable("DependenciesTestSupport", ["ConcurrencyExtras", "Dependencies", "IssueReporting"])
composable("FileStorage", ["ConcurrencyExtras", "Dependencies"], tests: ["FileFaults"])
composable("IdentifiedCollections", ["IssueReporting"], tests: ["ConcurrencyExtras"])
composable(
  "IssueReporting", ["ConcurrencyExtras"], tests: ["ConcurrencyExtras"],
  settings: [withoutLinking("Testing")])
macroTesting("MacroTesting")
composable(
  "Sharing",
  [
    "Clocks", "ConcurrencyExtras", "CustomDump", "Dependencies", "FileStorage",
    "IdentifiedCollections", "IssueReporting",
  ],
  tests: [
    "Clocks", "ConcurrencyExtras", "CustomDump", "DependenciesTestSupport", "SharingFaults",
    "Tagged",
  ])
composable("Tagged", [], tests: ["CustomDump"])
composable("XCTestDynamicOverlay", ["IssueReporting"])

// MARK: - Models

model("Build", ["CBuildCommit", "Dependencies", "Tagged"])
model("SharedModels", ["Tagged"])
model("TranscriptExport", ["SharedModels"])

// MARK: - Clients

client(
  "AudioFileClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels"],
  tests: ["ConcurrencyExtras"])
client(
  "AudioFileClientLive",
  [
    "AudioFileClient", "Cmpg123", "Cnettle", "ConcurrencyExtras", "Csndfile", "Csoxr",
    "Dependencies", "ProcessSpawn", "SharedModels",
  ],
  tests: ["Csndfile", "Dependencies", "TestPrograms"])
client(
  "AudioPlayerClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"],
  tests: ["Clocks"])
client(
  "AudioPlayerClientLive",
  [
    "AudioFileClient", "AudioPlayerClient", "ConcurrencyExtras", "Csonic", "Dependencies",
    "PulseAudio",
  ],
  tests: ["AudioFileClientLive", "Dependencies", "TestSoundServer"])
client(
  "AudioRecorderClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"],
  tests: ["Clocks"])
client(
  "AudioRecorderClientLive",
  [
    "AudioFileClient", "AudioRecorderClient", "ConcurrencyExtras", "Dependencies", "PulseAudio",
    "SharedModels",
  ],
  tests: ["AudioFileClientLive", "ConcurrencyExtras", "Dependencies", "TestSoundServer"])
client("ConsoleClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"])
client("ConsoleClientLive", ["ConcurrencyExtras", "ConsoleClient", "Dependencies"], tests: nil)
client(
  "DatabaseClient",
  ["ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels", "Tagged"])
client(
  "DatabaseClientLive",
  [
    "ConcurrencyExtras", "Csqlite3", "DatabaseClient", "Dependencies", "LibraryFolder",
    "SharedModels", "Tagged",
  ],
  tests: ["Csqlite3"])
client(
  "ExportFilesClient",
  ["ConcurrencyExtras", "Dependencies", "DependenciesMacros", "FileStorage"])
client("ExportFilesClientLive", ["Dependencies", "ExportFilesClient", "FileStorage"])
client("LibraryFolder", ["Dependencies", "FileStorage"])
client(
  "SpeechClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros", "SharedModels"],
  tests: ["Clocks"])
client(
  "SpeechClientLive",
  [
    "ConcurrencyExtras", "Dependencies", "FileStorage", "ProcessSpawn", "SharedModels",
    "SpeechClient",
  ],
  tests: ["TestPrograms"],
  resources: ["audio", "hearing", "live", "main", "models", "recognizer", "wire"].map {
    .embedInCode("Engine/\($0).py")
  })
client("TerminalClient", ["ConcurrencyExtras", "Dependencies", "DependenciesMacros"])
client(
  "TerminalClientLive",
  ["CTerminalRestore", "ConcurrencyExtras", "Dependencies", "TerminalClient"],
  tests: ["TerminalFaults", "TestTerminal"])

// MARK: - Terminal

terminal("ArgumentParsing", [])
terminal(
  "PreviewHarness",
  ["ArgumentParsing", "ComposableArchitecture", "Styleguide", "TerminalClient", "TerminalUI"])
terminal("Styleguide", ["SharedModels"])
terminal("TerminalUI", ["ConcurrencyExtras", "Styleguide", "TerminalClient"], tests: ["Clocks"])

// MARK: - Library

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
    "AudioPlayerClient", "AudioRecorderClient", "DatabaseClient", "Dependencies",
    "DependenciesMacros", "LibraryFolder", "RecordedDrafts", "SharedSettings", "Sharing",
    "SpeechClient",
  ],
  tests: ["ConcurrencyExtras", "FileStorage", "SharedModels"])
library(
  "ImportCore",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "DependenciesMacros", "LibraryFolder",
    "SharedModels", "SharedSettings", "Sharing",
  ],
  tests: ["DependenciesTestSupport"])
library(
  "RecordedDrafts",
  [
    "AudioFileClient", "AudioRecorderClient", "DatabaseClient", "Dependencies",
    "DependenciesMacros", "ImportCore", "LibraryFolder", "SharedModels",
  ],
  tests: ["Clocks"])
library(
  "RetentionCore",
  [
    "DatabaseClient", "Dependencies", "DependenciesMacros", "ImportCore", "LibraryFolder",
    "SharedModels", "SharedSettings", "Sharing", "Tagged",
  ],
  tests: ["ConcurrencyExtras", "DependenciesTestSupport"])
library(
  "SharedRecordings",
  [
    "ConcurrencyExtras", "DatabaseClient", "Dependencies", "IdentifiedCollections", "SharedModels",
    "Sharing", "Tagged",
  ],
  tests: ["DatabaseClientLive", "DependenciesTestSupport"])
library(
  "SharedSettings", ["Dependencies", "LibraryFolder", "SharedModels", "Sharing"],
  tests: ["ConcurrencyExtras", "FileStorage"])
library(
  "TranscriptionCore",
  [
    "AudioFileClient", "DatabaseClient", "Dependencies", "LibraryFolder", "SharedModels",
    "SpeechClient", "Tagged",
  ],
  tests: ["ConcurrencyExtras", "DependenciesTestSupport"])

// MARK: - Features

feature(
  "AppFeature",
  [
    "AudioRecorderClient", "ComposableArchitecture", "ExportFeature", "ImportCore",
    "ImportFeature", "LibraryFolder", "OnboardingFeature", "PlaybackFeature", "RecordMemoFeature",
    "RecordedDrafts", "RecordingsListFeature", "RetentionCore", "SearchFeature", "SettingsFeature",
    "SharedModels", "SharedRecordings", "SharedSettings",
    "StatsFeature", "Styleguide", "Tagged", "TerminalUI", "TranscriptionFeature",
  ],
  tests: [
    "AppPreview", "AudioPlayerClient", "AudioRecorderClient", "DatabaseClient",
    "DependenciesTestSupport", "PreviewHarness",
  ])
feature(
  "ExportFeature",
  [
    "ComposableArchitecture", "ExportCore", "ExportFilesClient", "SharedModels", "Styleguide",
    "TerminalUI", "TranscriptExport",
  ],
  tests: [
    "AudioFileClient", "DatabaseClient", "DependenciesTestSupport", "ExportPreview",
    "PreviewHarness",
  ])
feature(
  "ImportFeature",
  ["ComposableArchitecture", "ImportCore", "SharedModels", "Styleguide", "TerminalUI"],
  tests: ["DependenciesTestSupport", "ImportPreview", "PreviewHarness"])
feature(
  "OnboardingFeature",
  [
    "ComposableArchitecture", "HealthCore", "ImportCore", "Styleguide", "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "OnboardingPreview", "PreviewHarness"])
feature(
  "PlaybackFeature",
  [
    "AudioFileClient", "AudioPlayerClient", "ComposableArchitecture", "DatabaseClient",
    "LibraryFolder", "SharedModels", "Styleguide", "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "PlaybackPreview", "PreviewHarness"])
feature(
  "RecordMemoFeature",
  [
    "AudioRecorderClient", "ComposableArchitecture", "RecordedDrafts", "SharedModels",
    "SharedSettings", "SpeechClient", "Styleguide", "TerminalUI",
  ],
  tests: [
    "AudioFileClient", "DatabaseClient", "DependenciesTestSupport", "LibraryFolder",
    "PreviewHarness", "RecordMemoPreview",
  ])
feature(
  "RecordingsListFeature",
  [
    "ComposableArchitecture", "SharedModels", "SharedRecordings", "Styleguide", "Tagged",
    "TerminalUI",
  ],
  tests: ["DatabaseClient", "DependenciesTestSupport", "PreviewHarness", "RecordingsListPreview"])
feature(
  "SearchFeature",
  [
    "ComposableArchitecture", "DatabaseClient", "SharedModels", "Styleguide", "Tagged",
    "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "SearchPreview"])
feature(
  "SettingsFeature",
  [
    "ComposableArchitecture", "RetentionCore", "SharedModels", "SharedSettings", "SpeechClient",
    "Styleguide", "Tagged", "TerminalUI",
  ],
  tests: ["DatabaseClient", "DependenciesTestSupport", "PreviewHarness", "SettingsPreview"])
feature(
  "StatsFeature",
  [
    "ComposableArchitecture", "DatabaseClient", "SharedModels", "SharedRecordings", "Styleguide",
    "Tagged", "TerminalUI",
  ],
  tests: ["DependenciesTestSupport", "PreviewHarness", "StatsPreview"])

feature(
  "TranscriptionFeature",
  [
    "ComposableArchitecture", "DatabaseClient", "SharedModels", "SharedSettings", "SpeechClient",
    "Styleguide", "Tagged", "TerminalUI", "TranscriptionCore",
  ],
  tests: [
    "AudioFileClient", "DatabaseClientLive", "DependenciesTestSupport", "PreviewHarness",
    "TranscriptionPreview",
  ])

// MARK: - Programs

program(
  "AppProgram",
  [
    "AppFeature", "AudioFileClient", "AudioPlayerClient", "AudioRecorderClient",
    "ComposableArchitecture", "DatabaseClient", "ImportCore", "LibraryFolder", "PreviewHarness",
    "RecordedDrafts", "SharedModels", "SpeechClient", "Tagged",
  ],
  tests: ["DependenciesTestSupport"])
program(
  "CommandLineProgram",
  [
    "ArgumentParsing", "AudioFileClient", "AudioPlayerClient", "AudioRecorderClient", "Build",
    "ConcurrencyExtras", "ConsoleClient", "DatabaseClient", "Dependencies", "DependenciesMacros",
    "ExportCore", "ExportFilesClient", "FileStorage", "HealthCore", "ImportCore", "LibraryFolder",
    "PreviewHarness", "RecordedDrafts", "RetentionCore", "SharedModels", "SharedSettings",
    "Sharing",
    "SpeechClient",
    "Styleguide", "TranscriptExport", "TranscriptionCore",
  ],
  tests: ["DependenciesTestSupport", "ExportFilesClientLive", "FileStorage"])

// MARK: - Executables

package.targets.append(
  .executableTarget(
    name: "speechmemo",
    dependencies: [
      "AppProgram", "AudioFileClientLive", "AudioPlayerClientLive", "AudioRecorderClientLive",
      "CommandLineProgram", "ConcurrencyExtras", "ConsoleClientLive", "DatabaseClientLive",
      "Dependencies", "ExportFilesClientLive", "LibraryFolder", "PreviewHarness", "SharedSettings",
      "Sharing", "SpeechClient", "SpeechClientLive", "TerminalClientLive",
    ],
    path: "Sources/Executables/speechmemo", swiftSettings: strict))
package.products.append(.executable(name: "speechmemo", targets: ["speechmemo"]))
// The program is not linked into its tests: they run it as a user does.
package.targets.append(
  .testTarget(
    name: "speechmemoTests",
    dependencies: ["Csqlite3", "TestPrograms", "TestSoundServer", "TestTerminal", "speechmemo"],
    path: "Tests/Executables/speechmemoTests", swiftSettings: strict))

// MARK: - Previews

preview("AppPreview", ["AppFeature", "AppProgram"])
preview(
  "ExportPreview",
  ["AudioFileClient", "DatabaseClient", "ExportFeature", "ExportFilesClient", "SharedModels"])
preview("ImportPreview", ["AudioFileClient", "ImportCore", "ImportFeature", "SharedModels"])
preview("OnboardingPreview", ["HealthCore", "OnboardingFeature"])
preview(
  "PlaybackPreview",
  ["AudioFileClient", "AudioPlayerClient", "DatabaseClient", "PlaybackFeature", "SharedModels"])
preview(
  "RecordMemoPreview",
  ["AudioRecorderClient", "RecordMemoFeature", "SharedModels", "SpeechClient"])
preview("RecordingsListPreview", ["DatabaseClient", "RecordingsListFeature", "SharedModels"])
preview("SearchPreview", ["DatabaseClient", "SearchFeature", "SharedModels"])
preview(
  "SettingsPreview",
  [
    "DatabaseClient", "LibraryFolder", "RetentionCore", "SettingsFeature", "SharedModels",
    "SharedSettings", "SpeechClient",
  ])
preview("StatsPreview", ["DatabaseClient", "SharedModels", "StatsFeature"])
preview(
  "TranscriptionPreview",
  [
    "AudioFileClient", "DatabaseClient", "SharedModels", "SharedSettings", "SpeechClient",
    "TranscriptionFeature",
  ])
package.targets.append(
  .executableTarget(
    name: "TerminalUIPreview",
    dependencies: ["Styleguide", "TerminalClient", "TerminalClientLive", "TerminalUI"],
    path: "Previews/TerminalUIPreview", swiftSettings: strict))
package.products.append(.executable(name: "TerminalUIPreview", targets: ["TerminalUIPreview"]))

// MARK: - Benchmarks

package.targets += [
  .executableTarget(
    name: "AppBenchmarks",
    dependencies: [
      "AppFeature", "BenchmarkSupport", "ComposableArchitecture", "DatabaseClient",
      "PlaybackFeature", "SharedModels", "Styleguide", "TerminalUI",
    ],
    path: "Benchmarks/AppBenchmarks", swiftSettings: strict),
  .target(
    name: "BenchmarkSupport", path: "Benchmarks/BenchmarkSupport", swiftSettings: strict),
  .executableTarget(
    name: "ComposableBenchmarks",
    dependencies: [
      "BenchmarkSupport", "CasePaths", "ComposableArchitecture", "ConcurrencyExtras", "CustomDump",
      "Dependencies",
      "DependenciesMacros", "FileStorage", "IdentifiedCollections", "Sharing",
    ],
    path: "Benchmarks/ComposableBenchmarks", swiftSettings: strict),
  .executableTarget(
    name: "ModelsBenchmarks",
    dependencies: ["BenchmarkSupport", "SharedModels", "TranscriptExport"],
    path: "Benchmarks/ModelsBenchmarks", swiftSettings: strict),
  // It runs the program as a process; the dependency has it built.
  .executableTarget(
    name: "SpeechMemoBenchmarks",
    dependencies: [
      "AudioFileClient", "AudioFileClientLive", "DatabaseClient", "DatabaseClientLive",
      "SharedModels", "speechmemo",
    ],
    path: "Benchmarks/SpeechMemoBenchmarks", swiftSettings: strict),
  .executableTarget(
    name: "TerminalBenchmarks", dependencies: ["BenchmarkSupport", "Styleguide", "TerminalUI"],
    path: "Benchmarks/TerminalBenchmarks", swiftSettings: strict),
]

// MARK: - Programs of the tests

// What a test must do in another process: hold a lock, be killed, meet a limit.
package.targets.append(
  .executableTarget(
    name: "FileFaults", dependencies: ["FileStorage"], path: "Tests/Faults/FileFaults",
    swiftSettings: strict))
package.targets.append(
  .executableTarget(
    name: "SharingFaults", dependencies: ["FileStorage", "Sharing"],
    path: "Tests/Faults/SharingFaults", swiftSettings: strict))

// Programs that tests write and run, such as engines that play a part.
package.targets.append(
  .target(name: "TestPrograms", path: "Tests/Support/TestPrograms", swiftSettings: strict))

// A sound server of a test's own: its null sink's monitor is the microphone.
package.targets.append(
  .target(
    name: "TestSoundServer", dependencies: ["ConcurrencyExtras", "PulseAudio"],
    path: "Tests/Support/TestSoundServer", swiftSettings: strict))
// A terminal without a window.
package.targets.append(
  .target(name: "TestTerminal", path: "Tests/Support/TestTerminal", swiftSettings: strict))
package.targets.append(
  .executableTarget(
    name: "TerminalFaults", dependencies: ["TerminalClient", "TerminalClientLive"],
    path: "Tests/Faults/TerminalFaults", swiftSettings: strict))

// What is measured with a sound server, or a microphone, that only tests have.
package.targets.append(
  .executableTarget(
    name: "SoundMeasures",
    dependencies: [
      "AudioFileClientLive", "AudioPlayerClient", "AudioPlayerClientLive", "AudioRecorderClient",
      "AudioRecorderClientLive", "ConcurrencyExtras", "Dependencies", "TestSoundServer",
    ],
    path: "Tests/Measures/SoundMeasures", swiftSettings: strict))

// MARK: - The manifest's own tests

package.targets.append(
  .testTarget(name: "ManifestTests", path: "Tests/ManifestTests", swiftSettings: strict))

// MARK: - Helpers

/// A C library of the system's, made visible by a module map. No Swift code.
@MainActor func system(_ name: String, pkgConfig: String?, apt: String) {
  package.targets.append(
    .systemLibrary(
      name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
      providers: [.apt([apt])]))
}

/// A little C of our own, for what Swift cannot say.
@MainActor func c(_ name: String) {
  package.targets.append(.target(name: name, path: "Sources/System/\(name)"))
}

/// Swift over a C library that more than one live client uses.
@MainActor func face(_ name: String, of library: Target.Dependency) {
  target(name, in: "System", [library], tests: ["TestSoundServer"])
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

/// What the app, the command line and the server do with a library, on clients' interfaces.
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

/// A program as a library, so that it is tested whole.
@MainActor func program(
  _ name: String, _ dependencies: [Target.Dependency], tests: [Target.Dependency] = []
) {
  target(name, in: "Programs", dependencies, tests: tests)
}

/// A program that shows one feature alone. What it shows is a module of its own, which tests look at:
/// a test that imports a program's module may be compiled before it.
@MainActor func preview(_ name: String, _ dependencies: [Target.Dependency]) {
  package.targets += [
    .target(
      name: name,
      dependencies: ["ComposableArchitecture", "PreviewHarness", "TerminalClientLive"]
        + dependencies,
      path: "Previews/\(name)", swiftSettings: strict),
    .executableTarget(
      name: "\(name)Program", dependencies: [.byName(name: name)],
      path: "Previews/\(name)Program", swiftSettings: strict),
  ]
  package.products.append(.executable(name: name, targets: ["\(name)Program"]))
}

/// A library target in `Sources/<layer>/<name>`, and its tests in `Tests/<layer>/<name>Tests`.
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
  let testsMacros = tests.contains {
    if case .byNameItem("ComposableMacros", _) = $0 { true } else { false }
  }
  package.targets.append(
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.byName(name: name)] + tests,
      path: "Tests/\(layer)/\(name)Tests",
      swiftSettings: strict + (testsMacros ? swiftSyntaxModules : []),
      linkerSettings: testsMacros ? swiftSyntaxLibraries : []))
}

/// The macro plug-in: it compiles against the toolchain's own SwiftSyntax, not against a package.
/// See Sources/Composable/ComposableMacros/README.md.
@MainActor func macros(_ name: String) {
  package.targets.append(
    .macro(
      name: name, path: "Sources/Composable/\(name)", exclude: ["README.md"],
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
  fatalError("No libPackageDescription.so is loaded: see ComposableMacros/README.md")
}
var swiftSyntaxModules: [SwiftSetting] { [.unsafeFlags(["-I", swiftSyntaxFolder])] }
var swiftSyntaxLibraries: [LinkerSetting] {
  let folder = swiftSyntaxFolder
  return [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])]
}

// MARK: - One module alone

// `MODULE=CasePaths swift test` builds that module, its tests, and what these two need.
if let module = Context.environment["MODULE"], !module.isEmpty {
  let byName = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  guard byName[module] != nil else {
    fatalError("MODULE=\(module): Package.swift has no such target")
  }
  var closure: Set<String> = []
  var pending = [module, "\(module)Program", "\(module)Tests"].filter { byName[$0] != nil }
  while let name = pending.popLast() {
    guard closure.insert(name).inserted, let target = byName[name] else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { pending.append(dependency) }
  }
  package.targets.removeAll { !closure.contains($0.name) }
  package.products.removeAll { product in
    let targets =
      (product as? Product.Executable)?.targets ?? (product as? Product.Library)?.targets ?? []
    return !closure.isSuperset(of: targets)
  }
}
