import Hashing

/// What tells one state of something from another: of the same bytes always the same.
public struct EntityTag: CustomStringConvertible, Equatable, Sendable {
  /// In quotes, as it is sent.
  public let description: String

  public init(of bytes: [UInt8]) {
    var checksum = Checksum()
    bytes.withUnsafeBytes { checksum.update($0) }
    description = "\"\(checksum.finish().prefix(32))\""
  }

  /// The tag of something that its checksum tells from all else.
  public init(checksum: String) {
    description = "\"\(checksum)\""
  }

  /// The tag that an answer's field has; `nil` for one that is weak.
  public init?(field: String) {
    guard field.count > 1, field.hasPrefix("\""), field.hasSuffix("\"")
    else { return nil }
    description = field
  }

  /// Whether it is among the tags of a field such as `If-None-Match`. `*` stands for all.
  public func isListed(in tags: [String]) -> Bool {
    tags.contains { $0 == "W/\(description)" } || isListedExactly(in: tags)
  }

  /// The same for a field such as `If-Match`, where a weak tag stands for nothing.
  public func isListedExactly(in tags: [String]) -> Bool {
    tags.contains { $0 == "*" || $0 == description }
  }
}
