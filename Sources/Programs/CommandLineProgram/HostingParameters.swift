import ArgumentParsing
import Dependencies
import HostedLibraries
import LibraryFolder
import ServerConfig

struct HostingParameters: Sendable {
  private let options = ServeOptions(
    ServerSetting.all.filter { ["audio", "database"].contains($0.option) })

  var parameters: [any CommandParameter] { options.parameters }

  func isGiven(_ arguments: ParsedArguments) -> Bool { options.isGiven("database", arguments) }

  func address(_ arguments: ParsedArguments) throws -> HostingAddress {
    guard let address = try options.config(arguments).hosting, !address.database.isEmpty
    else {
      throw arguments.usageError(
        "no database given: add --database URL or set SPEECHMEMO_DATABASE")
    }
    return address
  }

  func hosted(_ arguments: ParsedArguments) throws -> HostedLibraries {
    @Dependency(\.hosting) var hosting
    @Dependency(\.libraryFolder) var folder
    return try hosting.open(at: try address(arguments), below: folder)
  }
}
