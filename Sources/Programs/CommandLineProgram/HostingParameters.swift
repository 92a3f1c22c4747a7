import ArgumentParsing
import Dependencies
import HostedLibraries
import LibraryFolder
import ServerConfig

/// The options by which a command is told where many libraries are, as 'serve' is.
struct HostingParameters: Sendable {
  private let command: String
  private let options: ServeOptions

  /// - Parameter command: The command that takes them, for what is told of mistakes.
  init(of command: String) {
    self.command = command
    options = ServeOptions(
      of: command, ServerSetting.all.filter { ["audio", "database"].contains($0.option) })
  }

  var parameters: [any CommandParameter] { options.parameters }

  /// Whether one is given on the command line.
  func isGiven(_ arguments: ParsedArguments) -> Bool { options.isGiven("database", arguments) }

  /// - Throws: `UsageError` where none is given.
  func address(_ arguments: ParsedArguments) throws -> HostingAddress {
    guard let address = try options.config(arguments).hosting, !address.database.isEmpty
    else {
      throw UsageError(
        command: "speechmemo \(command)",
        message: "no database given: add --database URL or set SPEECHMEMO_DATABASE")
    }
    return address
  }

  func hosted(_ arguments: ParsedArguments) throws -> HostedLibraries {
    @Dependency(\.hosting) var hosting
    @Dependency(\.libraryFolder) var folder
    return try hosting.open(at: try address(arguments), below: folder)
  }
}
