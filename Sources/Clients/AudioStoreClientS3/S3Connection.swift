import AudioStoreClient
import Dependencies
import Foundation
import LibCurl
import POSIX
import SharedModels

/// How patient the client is, and in which pieces it sends.
public struct S3Tuning: Sendable {
  /// How often something is asked for that does not get on.
  public var attempts = 6
  /// Up to how long is waited before the second time; twice as long before each further one.
  public var pause: Duration = .milliseconds(200)
  /// The longest wait.
  public var longestPause: Duration = .seconds(20)
  /// As many bytes are sent at once, and files that have more in parts of that size. The service
  /// takes no parts of less than 5 MiB but the last.
  public var partByteCount: Int64 = 16 << 20
  /// How long nothing at all may come or go before a connection counts as lost, in milliseconds.
  public var silence = 30_000
  /// How long until there is a connection, in milliseconds.
  public var connect = 10_000

  public init() {}
}

/// Asks the service, and asks again where that may help: with pauses that grow, each of a length that
/// is drawn, so that many who have failed together do not come back together.
struct S3Connection: Sendable {
  let address: S3Address
  let config: S3Config
  let tuning: S3Tuning

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  /// As many bytes of an answer are read that says what went wrong.
  private static let problemLimit = 1 << 16

  init(_ config: S3Config, _ tuning: S3Tuning) {
    address = S3Address(config.endpoint, config)
    self.config = config
    self.tuning = tuning
  }

  // MARK: Asking once

  /// Sends a request, and waits for the head of its answer.
  ///
  /// - Throws: ``S3Problem`` for an answer that tells of no success, `CurlFailure`,
  ///   `CancellationError`, `SystemError`.
  func send(_ request: S3Request) async throws -> CurlTransfer.Response {
    var headers = request.headers
    headers.append(("x-amz-content-sha256", request.bodyChecksum))
    if let token = config.credentials.sessionToken {
      headers.append(("x-amz-security-token", token))
    }
    var limits = CurlTransfer.Limits()
    limits.connect = tuning.connect
    limits.silence = tuning.silence
    limits.total = request.patience
    let response = try await CurlTransfer(
      request.method, address.url(of: request.key, query: S3Text.query(request.query)),
      headers: headers.map { "\($0.name): \($0.value)" }, body: request.curlBody(),
      limits: limits,
      signature: CurlTransfer.Signature(
        keyID: config.credentials.keyID, secret: config.credentials.secret,
        region: config.region, service: "s3"),
      trusting: config.authorities?.path
    ).response(onThread: "store")
    guard response.head.isSuccess
    else {
      throw S3Problem(response.head, body: try await response.beginning(Self.problemLimit))
    }
    return response
  }

  // MARK: Asking again

  /// Does some work with requests in it, again while it fails with what may pass.
  ///
  /// - Parameter name: The sound that it is about, if it is about one.
  /// - Throws: `AudioStoreError`, `CancellationError`.
  func retrying<Value: Sendable>(
    about name: String?, _ work: () async throws -> Value
  ) async throws -> Value {
    var patience = S3Patience(self, about: name)
    while true {
      do {
        return try await work()
      } catch {
        try await pause(try patience.note(error))
      }
    }
  }

  /// Sends a request until it is answered, and reads a short answer.
  ///
  /// - Returns: The head, and the body.
  func ask(
    _ request: S3Request, about name: String?, limit: Int = 1 << 20
  ) async throws -> (head: CurlTransfer.Head, body: [UInt8]) {
    try await retrying(about: name) {
      let response = try await send(request)
      let body = try await response.beginning(limit + 1)
      guard body.count <= limit
      else {
        throw AudioStoreError.refused(
          store: config.address, reason: "its response is too long")
      }
      return (response.head, body)
    }
  }

  /// Waits before something is asked for again, for a time that is drawn.
  func pause(_ pause: S3Patience.Pause) async throws {
    let share = withRandomNumberGenerator { Double.random(in: 0...1, using: &$0) }
    try await clock.sleep(for: max(pause.longest * share, pause.shortest))
  }

  /// What an error is to whoever uses the store.
  func error(_ error: any Error, about name: String?) -> any Error {
    switch error {
    case let problem as S3Problem: problem.error(about: name, in: config.address)
    case let failure as CurlFailure:
      AudioStoreError.unavailable(store: config.address, reason: failure.description)
    case let error as SystemError:
      AudioStoreError.io(path: name ?? config.address, reason: error.reason)
    default: error
    }
  }
}

/// How often something has failed without getting on.
struct S3Patience {
  struct Pause {
    let longest: Duration
    /// What the service has asked for.
    let shortest: Duration
  }

  private let connection: S3Connection
  private var failures = 0
  private let name: String?

  init(_ connection: S3Connection, about name: String?) {
    self.connection = connection
    self.name = name
  }

  /// Something has come through.
  mutating func renew() { failures = 0 }

  /// Something has failed.
  ///
  /// - Returns: For how long to wait before the next try: up to twice as long each time.
  /// - Throws: What has failed, where it will not pass, or has not for too long.
  mutating func note(_ error: any Error) throws -> Pause {
    failures += 1
    let isTransient =
      (error as? S3Problem)?.isTransient ?? (error as? CurlFailure)?.isTransient ?? false
    guard isTransient, failures < connection.tuning.attempts
    else { throw connection.error(error, about: name) }
    let tuning = connection.tuning
    let asked = (error as? S3Problem)?.retryAfter ?? 0
    return Pause(
      longest: min(tuning.pause * Double(1 << min(failures - 1, 20)), tuning.longestPause),
      shortest: .seconds(min(max(asked, 0), 30)))
  }
}

extension CurlTransfer.Response {
  /// What of the body comes until it has so many bytes, or has ended.
  func beginning(_ limit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit, let piece = try await next() {
      bytes += piece.prefix(limit - bytes.count)
    }
    return bytes
  }
}
