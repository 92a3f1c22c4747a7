import ArgumentParsing
import DatabaseClient
import Dependencies
import HostedLibraries
import LibraryFolder
import SharedSettings
import TerminalClient

enum HostingOptions {
  static func address(_ environment: [String: String]) -> HostingAddress? {
    guard let database = environment["SPEECHMEMO_DATABASE"], !database.isEmpty
    else { return nil }
    let audio = environment["SPEECHMEMO_AUDIO"].flatMap { $0.isEmpty ? nil : $0 }
    return HostingAddress(database: database, audio: audio)
  }

  /// Returns the library set by `SPEECHMEMO_LIBRARY`; `nil` without a database.
  static func library(_ arguments: ParsedArguments) async throws -> (
    HostedLibraries, HostedLibrary
  )? {
    @Dependency(\.hosting) var hosting
    @Dependency(\.libraryFolder) var folder
    @Dependency(\.terminal) var terminal
    guard !arguments.traits.contains(.ignoresLibrary),
      let address = address(terminal.environment())
    else { return nil }
    let name = terminal.environment()["SPEECHMEMO_LIBRARY"] ?? ""
    guard !name.isEmpty
    else {
      if arguments.traits.contains(.worksWithoutLibrary) { return nil }
      throw arguments.mistake(
        "SPEECHMEMO_DATABASE has many libraries: choose one with SPEECHMEMO_LIBRARY")
    }
    let hosted = try hosting.open(at: address, below: folder)
    return (hosted, try await hosted.library(named: name))
  }
}

extension DependencyValues {
  mutating func use(_ library: HostedLibrary, of hosted: HostedLibraries) {
    useSounds(of: hosted)
    database = library.database
    libraryFolder = library.folder
    settingsStore = library.settings
  }
}
