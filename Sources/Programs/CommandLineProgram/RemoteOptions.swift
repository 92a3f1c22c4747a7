import ApiClient
import ArgumentParsing
import AudioFileClient
import AudioPlayerClient
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import NetworkAddresses
import RemoteLibrary
import ServerConfig
import TerminalClient

enum RemoteOptions {
  static func library(_ arguments: ParsedArguments) throws -> RemoteLibrary? {
    @Dependency(\.audioFile) var audioFile
    @Dependency(\.libraryFolder) var folder
    guard !arguments.traits.contains(.connectsItself), let address = try server(arguments)
    else { return nil }
    // The parser refuses the option, but not the variable.
    if let reason = arguments.refusedOptions[GlobalOptions.server.specification.name] {
      throw arguments.usageError("SPEECHMEMO_SERVER is not supported: \(reason)")
    }
    return RemoteLibrary(address, below: folder, local: audioFile)
  }

  static func server(_ arguments: ParsedArguments) throws -> ServerAddress? {
    @Dependency(\.terminal) var terminal
    // Probably an unset shell variable: the user doesn't mean the local library.
    guard arguments[GlobalOptions.server] != ""
    else {
      throw arguments.usageError(
        "--server is empty: give an address, or omit the option to use the library here")
    }
    guard let text = arguments[GlobalOptions.server] ?? terminal.variable("SPEECHMEMO_SERVER")
    else { return nil }
    var address: ServerAddress
    do throws(ServerAddress.Invalid) {
      address = try ServerAddress(text)
    } catch {
      throw arguments.usageError("--server: \(error)")
    }
    guard try !address.isPlain || address.host.isLoopbackHost || allowsPlainHTTP(arguments)
    else {
      throw arguments.usageError(
        """
        --server: the token and the memos would cross the network to \(address.host) unencrypted: \
        use https, or pass --plain-http to allow it
        """)
    }
    address.token = token(for: address)
    address.authorities = terminal.variable("SPEECHMEMO_SERVER_CA").map {
      XDGFolders().url(of: $0)
    }
    return address
  }

  private static func allowsPlainHTTP(_ arguments: ParsedArguments) throws -> Bool {
    @Dependency(\.terminal) var terminal
    if arguments[GlobalOptions.plainHTTP] { return true }
    do throws(EnvVars.Problem) {
      return try EnvVars(process: terminal.environment())
        .value(of: "SPEECHMEMO_PLAIN_HTTP") { text throws(InvalidValue) in
          try Bool(setting: text)
        } ?? false
    } catch {
      throw arguments.usageError(error.description)
    }
  }

  private static func token(for server: ServerAddress) -> String? {
    @Dependency(\.terminal) var terminal
    let token = terminal.variable("SPEECHMEMO_TOKEN")?.trimmingCharacters(in: .whitespaces) ?? ""
    if !token.isEmpty { return token }
    let file = ConfigurationFolder(XDGFolders(environment: terminal.environment())).tokens
      .appendingPathComponent(server.fileName)
    return (try? String(contentsOf: file, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension DependencyValues {
  mutating func use(_ remote: RemoteLibrary) {
    audioFile = .remote(remote, local: audioFile)
    audioPlayer = .remote(remote, local: audioPlayer)
    database = .remote(
      remote, local: database.library(at: remote.folder.root.appendingPathComponent("taken.sqlite"))
    )
    serverAddress = remote.connection.address
    libraryFolder = remote.folder
  }

  var isRemote: Bool { serverAddress != nil }

  var serverAddress: ServerAddress? {
    get { self[ServerAddressKey.self] }
    set { self[ServerAddressKey.self] = newValue }
  }

  private enum ServerAddressKey: DependencyKey {
    static let liveValue: ServerAddress? = nil
    static let testValue: ServerAddress? = nil
  }
}
