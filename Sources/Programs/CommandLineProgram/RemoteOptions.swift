import ApiClient
import ArgumentParsing
import AudioFileClient
import AudioPlayerClient
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import RemoteLibrary
import TerminalClient

/// What a person says to use a library behind a server, in the place of the one on this machine.
enum RemoteOptions {
  /// The library that is meant, if it is behind a server: `--server`, else `SPEECHMEMO_SERVER`.
  ///
  /// Its token is in `SPEECHMEMO_TOKEN`, else in the file `speechmemo/tokens/HOST` below
  /// `XDG_CONFIG_HOME`. `SPEECHMEMO_SERVER_CA` names a file with authorities that count in the place
  /// of the system's.
  ///
  /// - Throws: `UsageError`, `CommandFailure`.
  static func library(_ arguments: ParsedArguments) throws -> RemoteLibrary? {
    @Dependency(\.audioFile) var audioFile
    @Dependency(\.libraryFolder) var folder
    let name = arguments.commandPath.dropFirst().first ?? "app"
    // It has to do with all libraries of a server, and with none by itself.
    guard name != "transcriber", let address = try server(arguments)
    else { return nil }
    // The option itself is refused by the parser; the variable must not lead to another library.
    if let reason = arguments.refusedOptions[GlobalOptions.server.specification.name] {
      throw UsageError(
        command: "speechmemo \(name)", message: "SPEECHMEMO_SERVER is not supported: \(reason)")
    }
    return RemoteLibrary(address, below: folder, local: audioFile)
  }

  /// The server that is meant, with the token that is there for it, if one is.
  ///
  /// - Throws: `UsageError`.
  static func server(_ arguments: ParsedArguments) throws -> ServerAddress? {
    @Dependency(\.terminal) var terminal
    let environment = terminal.environment()
    let name = arguments.commandPath.dropFirst().first ?? "app"
    // A variable that was to be there is not: the library on this machine is not meant.
    guard arguments[GlobalOptions.server] != ""
    else {
      throw UsageError(
        command: "speechmemo \(name)",
        message: "--server is empty: give an address, or omit the option to use the library here")
    }
    guard let text = arguments[GlobalOptions.server] ?? environment["SPEECHMEMO_SERVER"],
      !text.isEmpty
    else { return nil }
    do throws(ServerAddress.Invalid) {
      var address = try ServerAddress(text)
      address.token = token(for: address, environment)
      address.authorities = environment["SPEECHMEMO_SERVER_CA"].flatMap {
        $0.isEmpty ? nil : XDGFolders().url(of: $0)
      }
      return address
    } catch {
      throw UsageError(command: "speechmemo \(name)", message: "--server: \(error)")
    }
  }

  private static func token(
    for server: ServerAddress, _ environment: [String: String]
  ) -> String? {
    if let token = environment["SPEECHMEMO_TOKEN"]?.trimmingCharacters(in: .whitespaces),
      !token.isEmpty
    {
      return token
    }
    let file = ConfigurationFolder(XDGFolders(environment: environment)).tokens
      .appendingPathComponent(server.fileName)
    return (try? String(contentsOf: file, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension DependencyValues {
  /// Has everything use the library behind a server.
  mutating func use(_ remote: RemoteLibrary) {
    audioFile = .remote(remote, local: audioFile)
    audioPlayer = .remote(remote, local: audioPlayer)
    database = .remote(
      remote, local: database.library(at: remote.folder.root.appendingPathComponent("taken.sqlite"))
    )
    serverAddress = remote.connection.address
    libraryFolder = remote.folder
  }

  /// Whether the library is behind a server, which makes its transcripts.
  var isRemote: Bool { serverAddress != nil }

  /// The server that the library is behind; `nil` where it is on this machine.
  var serverAddress: ServerAddress? {
    get { self[ServerAddressKey.self] }
    set { self[ServerAddressKey.self] = newValue }
  }

  private enum ServerAddressKey: DependencyKey {
    static let liveValue: ServerAddress? = nil
    static let testValue: ServerAddress? = nil
  }
}
