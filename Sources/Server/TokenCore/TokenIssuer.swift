public import DatabaseClient
import Dependencies
import Foundation
import Hashing

/// Makes what programs on other machines show to reach the library, and finds what it stands for.
public struct TokenIssuer: Sendable {
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  public init() {}

  /// Has a new token open the library.
  ///
  /// - Returns: What is to be shown. The library does not keep it.
  /// - Throws: ``TokenError/nameTaken(_:)``, or what the database says.
  public func add(named name: String, scopes: Set<AccessScope>) async throws -> String {
    // 256 bits cannot be guessed, so that a checksum keeps them as safe as a slow one would.
    let words = withRandomNumberGenerator { generator in
      (0..<4).map { _ in UInt64.random(in: 0 ... .max, using: &generator) }
    }
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    let text = Self.prefix + Data(bytes).base64EncodedString().urlSafe
    let token = AccessToken(name: name, scopes: scopes, createdAt: now)
    guard try await database.addAccessToken(token: token, sha256: Self.checksum(of: text))
    else { throw TokenError.nameTaken(name) }
    return text
  }

  /// The token that is shown, if it opens this library. That it was used is noted.
  public func token(shown text: String) async throws -> AccessToken? {
    guard text.hasPrefix(Self.prefix)
    else { return nil }
    return try await database.accessToken(sha256: Self.checksum(of: text), usedAt: now)
  }

  /// By which who finds one in a file knows what it is.
  static let prefix = "speechmemo_"

  private static func checksum(of text: String) -> String {
    var checksum = Checksum()
    Array(text.utf8).withUnsafeBytes { checksum.update($0) }
    return checksum.finish()
  }
}

/// Why a token was not made.
public enum TokenError: Error, Equatable, CustomStringConvertible {
  /// Another one has the name.
  case nameTaken(String)

  public var description: String {
    switch self {
    case .nameTaken(let name):
      """
      there is a token named '\(name)': give another name, or take that one away with \
      'speechmemo tokens revoke'
      """
    }
  }
}

extension String {
  /// Base 64 as RFC 4648, section 5, has it for addresses and file names, without padding.
  fileprivate var urlSafe: String {
    String(
      compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
  }
}
