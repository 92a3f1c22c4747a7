import Hashing

/// A strong `ETag`. Equal bytes have equal tags.
public struct EntityTag: CustomStringConvertible, Equatable, Sendable {
  public let description: String

  public init(of bytes: [UInt8]) {
    var checksum = Checksum()
    bytes.withUnsafeBytes { checksum.update($0) }
    description = "\"\(checksum.finish().prefix(32))\""
  }

  public init(checksum: String) {
    description = "\"\(checksum)\""
  }

  /// `nil` for a weak tag.
  public init?(field: String) {
    guard field.count > 1, field.hasPrefix("\""), field.hasSuffix("\"")
    else { return nil }
    description = field
  }

  /// Weak comparison, as for `If-None-Match`. `*` matches everything.
  public func isListed(in tags: [String]) -> Bool {
    tags.contains { $0 == "W/\(description)" } || isListedExactly(in: tags)
  }

  /// Strong comparison, as for `If-Match`.
  public func isListedExactly(in tags: [String]) -> Bool {
    tags.contains { $0 == "*" || $0 == description }
  }
}
