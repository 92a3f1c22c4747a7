import Dependencies
import Foundation
import Hashing

/// 256 random bits, so that a plain SHA-256 protects them as well as a slow hash would.
enum Secret {
  static func make(_ withRandomNumberGenerator: WithRandomNumberGenerator) -> String {
    let words = withRandomNumberGenerator { generator in
      (0..<4).map { _ in UInt64.random(in: 0 ... .max, using: &generator) }
    }
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    return Data(bytes).base64EncodedString().urlSafe
  }

  static func checksum(of text: String) -> String {
    Checksum.of(text)
  }
}

extension String {
  fileprivate var urlSafe: String {
    String(
      compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
  }
}
