import ApiClient
import ArgumentParsing
import AudioFileClient
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import HostedLibraries
import LibraryFolder
import RemoteLibrary

enum TranscriberSource: Sendable {
  case hosted(HostedLibraries)
  case remote(RemoteQueue)

  var address: String {
    switch self {
    case .hosted(let hosted): hosted.address
    case .remote(let remote): remote.address
    }
  }

  var queue: JobQueueClient {
    switch self {
    case .hosted(let hosted): hosted.queue
    case .remote(let remote): remote.client
    }
  }

  func library(of claim: ClaimedJob) async throws -> (DatabaseClient, LibraryFolder) {
    switch self {
    case .hosted(let hosted):
      let library = try await hosted.library(named: claim.library)
      return (library.database, library.folder)
    case .remote(let remote): return remote.library(of: claim)
    }
  }
}

extension DependencyValues {
  mutating func useAudio(of source: TranscriberSource) {
    switch source {
    case .hosted(let hosted): useAudio(of: hosted)
    case .remote(let remote): audioFile = .claimed(from: remote, local: audioFile)
    }
  }
}

struct TranscriberSourceOptions: Sendable {
  private let hosting = HostingParameters()
  private let tokenFile = Parameter<String?>.option(
    "token-file", placeholder: "FILE", completion: .files,
    help: """
      A file with the token for --server, which 'speechmemo libraries transcribers add' creates. \
      Default: SPEECHMEMO_TOKEN.
      """)

  var parameters: [any CommandParameter] { hosting.parameters + [tokenFile] }

  func source(_ arguments: ParsedArguments) throws -> TranscriberSource {
    @Dependency(\.audioFile) var audioFile
    @Dependency(\.libraryFolder) var folder
    guard let server = try server(arguments)
    else {
      if arguments.isGiven(tokenFile) {
        throw arguments.usageError("--token-file needs --server URL")
      }
      return .hosted(try hosting.hosted(arguments))
    }
    return .remote(RemoteQueue(server, below: folder, local: audioFile))
  }

  private func server(_ arguments: ParsedArguments) throws -> ServerAddress? {
    let isDatabaseGiven = hosting.isGiven(arguments)
    let isServerGiven = arguments.isGiven(GlobalOptions.server)
    if isDatabaseGiven, isServerGiven {
      throw arguments.usageError("--server and --database cannot be combined: give one of them")
    }
    guard !isDatabaseGiven, var server = try RemoteOptions.server(arguments)
    else { return nil }
    if !isServerGiven, HostingOptions.address != nil {
      throw arguments.usageError(
        "SPEECHMEMO_SERVER and SPEECHMEMO_DATABASE are both set: give --server or --database")
    }
    if let path = arguments[tokenFile] { server.token = try token(in: path, arguments) }
    guard server.token?.isEmpty == false
    else {
      throw arguments.usageError(
        "--server needs a token: give --token-file FILE or set SPEECHMEMO_TOKEN")
    }
    return server
  }

  private func token(in path: String, _ arguments: ParsedArguments) throws -> String {
    let text: String
    do {
      text = try String(contentsOf: XDGFolders().url(of: path), encoding: .utf8)
    } catch {
      throw arguments.usageError(
        "--token-file: '\(path)' cannot be read: check that it exists and that you may read it")
    }
    let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty, token.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 32 })
    else {
      throw arguments.usageError(
        """
        --token-file: '\(path)' contains no token: it must contain the line that 'speechmemo \
        libraries transcribers add NAME' prints
        """)
    }
    return token
  }
}
