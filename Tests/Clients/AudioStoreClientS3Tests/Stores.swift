import AudioStoreClient
import AudioStoreClientS3
import Clocks
import Dependencies
import Foundation
import Hashing
import SharedModels
import TestS3
import TestWebServer

/// A random source that always gives the most that there is.
struct HighestNumbers: RandomNumberGenerator {
  mutating func next() -> UInt64 { .max }
}

/// The creation time of links.
let linkDate = Date(timeIntervalSince1970: 1_790_000_000)

/// A store that does not wait in earnest before it asks again.
func store(
  _ config: S3Config, clock: any Clock<Duration> = ImmediateClock(), date: Date = linkDate,
  tuning change: (inout S3Tuning) -> Void = { _ in }
) -> AudioStoreClient {
  var tuning = S3Tuning()
  // Other work on this machine may delay it.
  tuning.idleTimeout = 600_000
  change(&tuning)
  return withDependencies {
    $0.continuousClock = clock
    $0.date = .constant(date)
    $0.withRandomNumberGenerator = WithRandomNumberGenerator(HighestNumbers())
  } operation: {
    .s3(config, tuning: tuning)
  }
}

extension S3Config {
  /// A bucket of a real server.
  init(_ server: TestS3, bucket: String, prefix: String = "") throws {
    let endpoint = try unwrap(S3Endpoint(server.endpoint))
    self.init(
      bucket: bucket, prefix: prefix, endpoint: endpoint, publicEndpoint: endpoint,
      credentials: S3Credentials(keyID: server.keyID, secret: server.secret))
  }

  /// A bucket of a server that plays a part.
  init(_ server: WebServer) throws {
    self.init(
      bucket: "memos", prefix: "a/", endpoint: try unwrap(S3Endpoint(server.origin)),
      credentials: S3Credentials(keyID: "KEY", secret: "SECRET"))
  }
}

struct Nothing: Error {}

func unwrap<Value>(_ value: Value?) throws -> Value {
  guard let value
  else { throw Nothing() }
  return value
}

/// A test's file, with its properties.
final class TestFile: Sendable {
  let stored: StoredAudio
  let url: URL

  init(_ bytes: [UInt8]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("s3-\(UUID().uuidString)")
    try Data(bytes).write(to: url)
    stored = StoredAudio(byteCount: Int64(bytes.count), sha256: sha256(bytes))
  }

  convenience init(_ text: String) throws { try self.init(Array(text.utf8)) }

  deinit { try? FileManager.default.removeItem(at: url) }
}

func sha256(_ bytes: [UInt8]) -> String {
  var checksum = Checksum()
  bytes.withUnsafeBytes { checksum.update($0) }
  return checksum.finish()
}

/// Bytes that are the same each time, and no part like another.
func noise(_ count: Int) -> [UInt8] {
  var state: UInt64 = 1
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 33)
  }
}

extension AudioStoreClient {
  func bytes(of name: String, _ range: Range<Int64>? = nil) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in try await get(name: name, range: range).bytes { bytes += piece }
    return bytes
  }
}
