import Foundation
import Hashing

struct UploadChecksum: Sendable {
  enum Algorithm: String, CaseIterable {
    case sha1
    case sha256
  }

  let algorithm: Algorithm
  let digest: [UInt8]

  static let algorithms = Algorithm.allCases.map(\.rawValue)

  init?(_ field: String) {
    let parts = field.split(separator: " ")
    guard parts.count == 2, let algorithm = Algorithm(rawValue: parts[0].lowercased()),
      let digest = Data(base64Encoded: String(parts[1]))
    else { return nil }
    self.algorithm = algorithm
    self.digest = Array(digest)
  }

  struct Check: ~Copyable {
    private let expected: UploadChecksum?
    private var sha1 = SHA1()
    private var sha256 = Checksum()

    init(_ expected: UploadChecksum?) {
      self.expected = expected
    }

    mutating func update(_ bytes: ArraySlice<UInt8>) {
      switch expected?.algorithm {
      case .sha1: bytes.withUnsafeBytes { sha1.update($0) }
      case .sha256: bytes.withUnsafeBytes { sha256.update($0) }
      case nil: break
      }
    }

    /// Returns `true` if the bytes match, or nothing was expected.
    consuming func finish() -> Bool {
      switch expected?.algorithm {
      case .sha1: sha1.finish() == expected?.digest
      case .sha256: sha256.digest() == expected?.digest
      case nil: true
      }
    }
  }
}
