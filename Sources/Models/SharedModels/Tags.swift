/// Tags to give to memos and to take from them.
public struct TagChange: Equatable, Sendable {
  /// Tags that are given, in this order, after those that a memo has.
  public var added: [String]
  /// Tags that are taken away.
  public var removed: [String]

  /// Creates a change. White space around a tag is dropped, and in it becomes single spaces.
  public init(added: [String] = [], removed: [String] = []) {
    self.added = added.map(\.asTag)
    self.removed = removed.map(\.asTag)
  }

  /// A change as a person writes it: tags with commas between them, and `-` before one that is taken
  /// away.
  public init(written text: String) {
    let tags = Self.tags(listed: text)
    self.init(
      added: tags.filter { !$0.hasPrefix("-") },
      removed: tags.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) })
  }

  /// All tags of a memo as a person lists them, with commas between them: each once, whatever its
  /// case.
  public static func tags(listed text: String) -> [String] {
    Self(added: text.split(separator: ",").map(String.init)).applied(to: [])
  }

  /// The tags after the change. Upper and lower case are no difference: a memo that has a tag in
  /// another case keeps it as it is, and loses it whatever the case it is named in.
  public func applied(to tags: [String]) -> [String] {
    let removed = Set(removed.map { $0.lowercased() })
    var result = tags.filter { !removed.contains($0.lowercased()) }
    for tag in added where !tag.isEmpty {
      if !result.contains(where: { $0.lowercased() == tag.lowercased() }) { result.append(tag) }
    }
    return result
  }
}

/// A tag, and how many memos have it.
public struct TagCount: Equatable, Sendable {
  /// As it is spelled by the first memo.
  public let tag: String
  /// How many memos have it.
  public let count: Int

  /// Creates a value from its properties.
  public init(_ tag: String, count: Int) {
    self.tag = tag
    self.count = count
  }
}

extension Sequence<Recording> {
  /// The tags of all these memos, in alphabetical order. Upper and lower case are no difference.
  public var tagCounts: [TagCount] {
    var counts: [String: (tag: String, count: Int)] = [:]
    for recording in self {
      for (key, tag) in Dictionary(
        recording.tags.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
      {
        counts[key, default: (tag, 0)].count += 1
      }
    }
    return counts.sorted { $0.key < $1.key }.map { TagCount($0.value.tag, count: $0.value.count) }
  }
}

extension String {
  fileprivate var asTag: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
