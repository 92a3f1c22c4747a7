import Dependencies
import Foundation
import Hashing

/// What is shown to be let in: 256 bits cannot be guessed, so that a checksum keeps them as safe as a
/// slow one would.
enum Secret {
  static func make(_ withRandomNumberGenerator: WithRandomNumberGenerator) -> String {
    let words = withRandomNumberGenerator { generator in
      (0..<4).map { _ in UInt64.random(in: 0 ... .max, using: &generator) }
    }
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    return Data(bytes).base64EncodedString().urlSafe
  }

  /// What a library keeps of it, in hexadecimal.
  static func checksum(of text: String) -> String {
    var checksum = Checksum()
    Array(text.utf8).withUnsafeBytes { checksum.update($0) }
    return checksum.finish()
  }
}

extension String {
  /// Base 64 as RFC 4648, section 5, has it for addresses and file names, without padding.
  fileprivate var urlSafe: String {
    String(
      compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
  }
}
