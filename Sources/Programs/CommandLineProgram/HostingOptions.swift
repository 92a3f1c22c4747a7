import ArgumentParsing
import DatabaseClient
import Dependencies
import HostedLibraries
import LibraryFolder
import SharedSettings
import TerminalClient

enum HostingOptions {
  static var address: HostingAddress? {
    @Dependency(\.terminal) var terminal
    return terminal.variable("SPEECHMEMO_DATABASE").map {
      HostingAddress(database: $0, audio: terminal.variable("SPEECHMEMO_AUDIO"))
    }
  }

  /// Returns the library set by `SPEECHMEMO_LIBRARY`; `nil` without a database.
  static func library(_ arguments: ParsedArguments) async throws -> (
    HostedLibraries, HostedLibrary
  )? {
    @Dependency(\.hosting) var hosting
    @Dependency(\.libraryFolder) var folder
    @Dependency(\.terminal) var terminal
    guard !arguments.traits.contains(.ignoresLibrary), let address
    else { return nil }
    guard let name = terminal.variable("SPEECHMEMO_LIBRARY")
    else {
      if arguments.traits.contains(.worksWithoutLibrary) { return nil }
      throw arguments.usageError(
        "SPEECHMEMO_DATABASE has many libraries: choose one with SPEECHMEMO_LIBRARY")
    }
    let hosted = try hosting.open(at: address, below: folder)
    return (hosted, try await hosted.library(named: name))
  }
}

extension DependencyValues {
  mutating func use(_ library: HostedLibrary, of hosted: HostedLibraries) {
    useAudio(of: hosted)
    database = library.database
    libraryFolder = library.folder
    settingsStore = library.settings
  }
}
