public struct TagChange: Equatable, Sendable {
  public var added: [String]
  public var removed: [String]

  public init(added: [String] = [], removed: [String] = []) {
    self.added = added.map(\.asTag)
    self.removed = removed.map(\.asTag)
  }

  public init(written text: String) {
    let tags = Self.tags(listed: text)
    self.init(
      added: tags.filter { !$0.hasPrefix("-") },
      removed: tags.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) })
  }

  public static func tags(listed text: String) -> [String] {
    Self(added: text.split(separator: ",").map(String.init)).applied(to: [])
  }

  /// Ignores case. A tag that is already present keeps its spelling.
  public func applied(to tags: [String]) -> [String] {
    let removed = Set(removed.map(\.caseFolded))
    var result = tags.filter { !removed.contains($0.caseFolded) }
    for tag in added where !tag.isEmpty {
      if !result.contains(where: { $0.caseFolded == tag.caseFolded }) { result.append(tag) }
    }
    return result
  }
}

public struct TagCount: Equatable, Sendable {
  public let tag: String
  public let count: Int

  public init(_ tag: String, count: Int) {
    self.tag = tag
    self.count = count
  }
}

extension Sequence<Recording> {
  public var tagCounts: [TagCount] { map(\.tags).tagCounts }
}

extension Sequence<[String]> {
  /// The tags of memos, each in the spelling of the first memo that has it.
  public var tagCounts: [TagCount] {
    var counts: [String: (tag: String, count: Int)] = [:]
    for tags in self {
      for (key, tag) in Dictionary(
        tags.map { ($0.caseFolded, $0) }, uniquingKeysWith: { first, _ in first })
      {
        counts[key, default: (tag, 0)].count += 1
      }
    }
    return counts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { TagCount($0.value.tag, count: $0.value.count) }
  }
}

extension String {
  fileprivate var asTag: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
