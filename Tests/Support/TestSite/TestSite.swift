import Clocks
public import ConcurrencyExtras
public import DatabaseClient
import Dependencies
public import Foundation
public import HTTPMessages
public import LibraryFolder
import SharedModels
public import SiteMiddleware
import TokenCore

/// A whole site over a library, asked as a client asks it. Its folder is removed with it.
public final class TestSite: Sendable {
  public let database: DatabaseClient
  public let folder: LibraryFolder
  /// The site's log.
  public let visits = LockIsolated<[SiteMiddleware.AccessLogEntry]>([])
  private let site: SiteMiddleware
  private let token: String
  private let uuid = UUIDGenerator.incrementing

  /// - Parameters:
  ///   - memos: The memos of the library.
  ///   - library: An empty library to serve; `nil` for one in memory.
  ///   - scopes: The scopes of the token that each request sends.
  ///   - configure: Changes the site's configuration.
  public init(
    _ memos: [TranscribedMemo] = [], in library: DatabaseClient? = nil,
    scopes: Set<AccessScope> = Set(AccessScope.allCases),
    configure: (inout SiteConfig) -> Void = { _ in }
  ) async throws {
    let database = library ?? .inMemory(memos)
    if let library { try await library.insertTranscribed(memos: memos) }
    self.database = database
    folder = LibraryFolder(
      root: FileManager.default.temporaryDirectory
        .appendingPathComponent("site-\(UUID().uuidString)", isDirectory: true))
    try FileManager.default.createDirectory(at: folder.audio, withIntermediateDirectories: true)
    token = try await Self.token(for: database, scopes: scopes)
    var config = SiteConfig(libraries: [SiteConfig.Library(folder, database: database)])
    // As often as a test likes, unless it is about that.
    config.requestLimit = nil
    config.invalidTokenLimit = nil
    configure(&config)
    site = SiteMiddleware(config) { [visits] visit in visits.withValue { $0.append(visit) } }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder.root)
  }

  /// Opens a library with a new token.
  public static func token(
    for database: DatabaseClient, named name: String = "test",
    scopes: Set<AccessScope> = Set(AccessScope.allCases)
  ) async throws -> String {
    try await withDependencies {
      $0.database = database
      $0.date = .constant(now)
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      try await TokenIssuer().add(named: name, scopes: scopes)
    }
  }

  /// The time at the site.
  public static let now = Date(timeIntervalSince1970: 1_790_000_000)

  /// Sends the token and the usual host, unless the headers set others.
  public func send(
    _ method: HTTPMethod = .get, _ target: String, headers: HTTPHeaders = [:],
    json: String? = nil, body: [UInt8] = [], peer: String = "192.0.2.7"
  ) async throws -> TestReply {
    var headers = headers
    headers["Host"] = headers["Host"] ?? "192.0.2.1:8080"
    headers["Authorization"] = headers["Authorization"] ?? "Bearer \(token)"
    return try await sendOnly(
      HTTPRequest(
        method, target, headers: headers, body: HTTPBody(json.map { Array($0.utf8) } ?? body),
        peer: HTTPPeer(address: peer)))
  }

  /// Responds as over a connection: the body is read as it arrives, and streams continue. The token
  /// is sent unless the request has one, or none is wanted.
  public func respond(
    to request: HTTPRequest, showingToken: Bool = true
  ) async -> HTTPResponse {
    var request = request
    request.headers["Host"] = request.headers["Host"] ?? "192.0.2.1:8080"
    if showingToken {
      request.headers["Authorization"] = request.headers["Authorization"] ?? "Bearer \(token)"
    }
    return await withDependencies {
      $0.continuousClock = TestClock()
      $0.date = .constant(Self.now)
      $0.uuid = uuid
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      await site.respond(to: request)
    }
  }

  /// Ends all event streams.
  public func endStreams() { site.endStreams() }

  /// Sends the request unchanged. An event stream ends with the pending events.
  public func sendOnly(_ request: HTTPRequest) async throws -> TestReply {
    let response = await withDependencies {
      $0.continuousClock = TestClock()
      $0.date = .constant(Self.now)
      $0.uuid = uuid
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      let response = await site.respond(to: request)
      site.endStreams()
      return response
    }
    return try await TestReply(response)
  }
}

/// An answer, with its body read.
public struct TestReply: Sendable {
  public let body: [UInt8]
  public let headers: HTTPHeaders
  public let status: HTTPStatus

  init(_ response: HTTPResponse) async throws {
    body =
      switch response.content {
      case .bytes(let bytes): bytes
      case .file(let file): try file.bytes()
      case .stream(let stream): try await stream.bytes(upTo: 1 << 24)
      case .upgrade: []
      }
    headers = response.headers
    status = response.status
  }

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as a value in JSON.
  public func json<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
    try JSONDecoder.speechMemo.decode(Value.self, from: Data(body))
  }
}
