import ArgumentParsing
import DatabaseClient
import Dependencies
import Foundation
import HostedLibraries
import LibraryFolder
import SharedSettings
import SoundCore
import TerminalClient

/// What a person says to use one library of a database with many, in the place of the one on this
/// machine.
enum HostingOptions {
  /// A library of those that are in one database.
  struct Choice: Sendable {
    let hosted: HostedLibraries
    let library: HostedLibrary
  }

  /// The commands that are about no library, or about all.
  private static let withoutLibrary: Set = [
    "completions", "devices", "libraries", "maintain", "manual", "models", "serve", "transcriber",
  ]

  /// Where the database is that the environment names: `SPEECHMEMO_DATABASE`, and for its sound
  /// `SPEECHMEMO_AUDIO`.
  static func address(_ environment: [String: String]) -> HostingAddress? {
    guard let database = environment["SPEECHMEMO_DATABASE"], !database.isEmpty
    else { return nil }
    let audio = environment["SPEECHMEMO_AUDIO"].flatMap { $0.isEmpty ? nil : $0 }
    return HostingAddress(database: database, audio: audio)
  }

  /// The library that is meant, if it is one of a database: the one that `SPEECHMEMO_LIBRARY` names.
  ///
  /// - Throws: `UsageError`, and what is wrong with the address.
  static func library(_ arguments: ParsedArguments) async throws -> Choice? {
    @Dependency(\.hosting) var hosting
    @Dependency(\.libraryFolder) var folder
    @Dependency(\.terminal) var terminal
    let command = arguments.commandPath.dropFirst().first ?? "app"
    guard !withoutLibrary.contains(command), let address = address(terminal.environment())
    else { return nil }
    let name = terminal.environment()["SPEECHMEMO_LIBRARY"] ?? ""
    guard !name.isEmpty
    else {
      if command == "complete" { return nil }
      throw UsageError(
        command: "speechmemo \(command)",
        message: "SPEECHMEMO_DATABASE has many libraries: choose one with SPEECHMEMO_LIBRARY")
    }
    let hosted = try hosting.open(at: address, below: folder)
    return Choice(hosted: hosted, library: try await hosted.library(named: name))
  }
}

extension DependencyValues {
  /// Has everything use one library of those in a database.
  mutating func use(_ choice: HostingOptions.Choice) {
    useSounds(of: choice.hosted)
    database = choice.library.database
    libraryFolder = choice.library.folder
    settingsStore = choice.library.settings
  }
}
