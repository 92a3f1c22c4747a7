public import AudioFileClient
public import AudioStoreClient
public import DatabaseClient
import Dependencies
public import Foundation
public import HTTPMessages
public import HostedLibraries
public import LibraryFolder
import SharedModels
public import SiteMiddleware
import TokenCore

/// A whole site over libraries side by side, and a transcriber that has a token of it. Its folder is
/// removed with it.
public final class HostedSite: Sendable {
  /// This machine's own folder, below which those of the libraries are.
  public let home: LibraryFolder
  public let hosted: HostedLibraries
  public let site: TestSite
  /// The transcriber's output.
  public let token: String

  /// - Parameters:
  ///   - libraries: The libraries, by name.
  ///   - local: What reads files of this machine.
  ///   - store: The store of their audio; `nil` for their folders.
  ///   - configure: Changes to whom it is served.
  public init(
    _ libraries: [String: DatabaseClient], local: AudioFileClient,
    store: (@Sendable (_ library: String) -> AudioStoreClient)? = nil,
    configure: (inout SiteConfig) -> Void = { _ in }
  ) async throws {
    let shelf = LibrariesClient.inMemory(libraries)
    home = LibraryFolder(
      root: FileManager.default.temporaryDirectory
        .appendingPathComponent("hosted-\(UUID().uuidString)", isDirectory: true))
    let hosted = HostedLibraries(
      at: "postgres://db/memos", shelf.libraries, queue: shelf.queue, below: home, local: local,
      store: store)
    self.hosted = hosted
    token = try await Self.token(for: hosted.libraries)
    site = try await TestSite { config in
      config.libraries = []
      config.databaseLibraries = DatabaseLibraries(hosted)
      configure(&config)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: home.root)
  }

  /// Admits another transcriber.
  public static func token(
    for libraries: LibrariesClient, named name: String = "gpu-1"
  ) async throws -> String {
    try await withDependencies {
      $0.date = .constant(TestSite.now)
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      try await TranscriberIssuer(in: libraries).add(named: name)
    }
  }

  /// Writes audio to a library's folder, and returns its URL.
  @discardableResult
  public func put(_ sound: [UInt8], named name: String, in library: String) async throws -> URL {
    let folder = try await hosted.library(named: library).folder
    try FileManager.default.createDirectory(at: folder.audio, withIntermediateDirectories: true)
    let file = folder.audioFile(named: name)
    try Data(sound).write(to: file)
    return file
  }

  /// Asks as the transcriber, or with another token.
  public func send(
    _ method: HTTPMethod, _ target: String, token: String? = nil, headers: HTTPHeaders = [:],
    json: String? = nil
  ) async throws -> TestReply {
    var headers = headers
    headers["Authorization"] = "Bearer \(token ?? self.token)"
    return try await site.send(method, target, headers: headers, json: json)
  }
}
