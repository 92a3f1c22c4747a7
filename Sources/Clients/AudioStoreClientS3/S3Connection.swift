import AudioStoreClient
import Dependencies
import Foundation
import LibCurl
import POSIX

public struct S3Tuning: Sendable {
  public var attempts = 6
  public var pause: Duration = .milliseconds(200)
  public var longestPause: Duration = .seconds(20)
  /// The size of upload parts, and the most for one request. S3's minimum for parts is 5 MiB.
  public var partByteCount: Int64 = 16 << 20
  /// Milliseconds without traffic after which a connection is lost.
  public var idleTimeout = 30_000
  /// Milliseconds.
  public var connectTimeout = 10_000

  public init() {}
}

/// Retries requests after random, growing pauses, so that failed clients don't return together.
struct S3Connection: Sendable {
  let address: S3Address
  let config: S3Config
  let tuning: S3Tuning

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  private static let problemLimit = 1 << 16

  init(_ config: S3Config, _ tuning: S3Tuning) {
    address = S3Address(config.endpoint, config)
    self.config = config
    self.tuning = tuning
  }

  func send(_ request: S3Request) async throws -> CurlTransfer.Response {
    var headers = request.headers
    headers.append(("x-amz-content-sha256", request.bodyChecksum))
    if let token = config.credentials.sessionToken {
      headers.append(("x-amz-security-token", token))
    }
    var limits = CurlTransfer.Limits()
    limits.connectTimeout = tuning.connectTimeout
    limits.idleTimeout = tuning.idleTimeout
    limits.totalTimeout = request.timeoutMilliseconds
    let response = try await CurlTransfer(
      request.method, address.url(of: request.key, query: S3Text.query(request.query)),
      headers: headers.map { "\($0.name): \($0.value)" }, body: request.curlBody(),
      limits: limits,
      signature: CurlTransfer.Signature(
        keyID: config.credentials.keyID, secret: config.credentials.secret,
        region: config.region, service: "s3"),
      caFile: config.authorities?.path
    ).response(onThread: "store")
    guard response.head.isSuccess
    else {
      throw S3Problem(response.head, body: try await response.bytes(upTo: Self.problemLimit))
    }
    return response
  }

  func retrying<Value: Sendable>(
    about name: String?, _ work: () async throws -> Value
  ) async throws -> Value {
    var retryBudget = S3RetryBudget(self, about: name)
    while true {
      do {
        return try await work()
      } catch {
        try await pause(try retryBudget.recordFailure(error))
      }
    }
  }

  func perform(
    _ request: S3Request, about name: String?, limit: Int = 1 << 20
  ) async throws -> (head: CurlTransfer.Head, body: [UInt8]) {
    try await retrying(about: name) {
      let response = try await send(request)
      let body = try await response.bytes(upTo: limit + 1)
      guard body.count <= limit
      else { throw refused("its response is too long") }
      return (response.head, body)
    }
  }

  func pause(_ pause: S3RetryBudget.Pause) async throws {
    let share = withRandomNumberGenerator { Double.random(in: 0...1, using: &$0) }
    try await clock.sleep(for: max(pause.longest * share, pause.shortest))
  }

  func refused(_ reason: String) -> AudioStoreError {
    .refused(store: config.address, reason: reason)
  }

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

struct S3RetryBudget {
  struct Pause {
    let longest: Duration
    let shortest: Duration
  }

  private let connection: S3Connection
  private var failures = 0
  private let name: String?

  init(_ connection: S3Connection, about name: String?) {
    self.connection = connection
    self.name = name
  }

  mutating func reset() { failures = 0 }

  mutating func recordFailure(_ error: any Error) throws -> Pause {
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
