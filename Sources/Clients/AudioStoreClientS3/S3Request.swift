import Foundation
import Hashing
import LibCurl
import POSIX

struct S3Request: Sendable {
  enum Body: Sendable {
    case none
    case bytes([UInt8])
    case file(S3Piece)
  }

  var method: String
  var key: String?
  var query: [(name: String, value: String)] = []
  var headers: [(name: String, value: String)] = []
  var body = Body.none
  /// Milliseconds for the whole request; `nil` for no limit while data flows.
  var timeoutMilliseconds: Int? = 60_000

  init(_ method: String, _ key: String? = nil) {
    self.key = key
    self.method = method
  }

  var bodyChecksum: String {
    switch body {
    case .none: S3Digest.ofNothing.sha256
    case .bytes(let bytes): S3Digest(of: bytes).sha256
    case .file(let piece): piece.digest.sha256
    }
  }

  func curlBody() throws -> CurlTransfer.Body {
    switch body {
    case .none: .none
    case .bytes(let bytes): .bytes(bytes)
    case .file(let piece): try piece.curlBody()
    }
  }
}

struct S3Digest: Equatable, Sendable {
  let byteCount: Int64
  let md5: [UInt8]
  let sha256: String
  let sha256Base64: String

  static let ofNothing = S3Digest(of: [])

  init(of bytes: [UInt8]) {
    var running = S3RunningDigest()
    bytes.withUnsafeBytes { running.update($0) }
    self = running.finish()
  }

  fileprivate init(byteCount: Int64, md5: [UInt8], sha256: [UInt8]) {
    self.byteCount = byteCount
    self.md5 = md5
    self.sha256 = hexadecimal(sha256)
    sha256Base64 = Data(sha256).base64EncodedString()
  }

  var md5Base64: String { Data(md5).base64EncodedString() }
}

struct S3RunningDigest: ~Copyable {
  private var byteCount: Int64 = 0
  private var checksum = Checksum()
  private var md5 = MD5()

  init() {}

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount += Int64(bytes.count)
    checksum.update(bytes)
    md5.update(bytes)
  }

  consuming func finish() -> S3Digest {
    S3Digest(byteCount: byteCount, md5: md5.finish(), sha256: checksum.digest())
  }
}

struct S3Piece: Sendable {
  let digest: S3Digest
  let file: URL
  let offset: Int64

  private static let size = 1 << 18

  init(of file: URL, from offset: Int64 = 0, byteCount: Int64? = nil) async throws {
    self.file = file
    self.offset = offset
    let path = file.path
    digest = try await onOwnThread("store digest") {
      let file = try Descriptor(path, O_RDONLY)
      var running = S3RunningDigest()
      var place = offset
      let end = byteCount.map { offset + $0 } ?? .max
      while place < end {
        let bytes = try file.read(
          upTo: Int(min(Int64(Self.size), end - place)), at: Int(place))
        if bytes.isEmpty { break }
        bytes.withUnsafeBytes { running.update($0) }
        place += Int64(bytes.count)
      }
      return running.finish()
    }
  }

  func curlBody() throws -> CurlTransfer.Body {
    let source = S3Source(
      try Descriptor(file.path, O_RDONLY), from: offset, to: offset + digest.byteCount)
    return .stream(byteCount: digest.byteCount) { try source.next(upTo: Self.size) }
  }
}

private final class S3Source: @unchecked Sendable {
  // Unchecked for `place`: libcurl reads on one thread.
  private let end: Int64
  private let file: Descriptor
  private var place: Int64

  init(_ file: consuming Descriptor, from place: Int64, to end: Int64) {
    self.end = end
    self.file = file
    self.place = place
  }

  func next(upTo size: Int) throws -> [UInt8]? {
    guard place < end
    else { return nil }
    let bytes = try file.read(upTo: Int(min(Int64(size), end - place)), at: Int(place))
    place += Int64(bytes.count)
    // A file that became shorter fails the request, which has announced its length.
    return bytes.isEmpty ? nil : bytes
  }
}
