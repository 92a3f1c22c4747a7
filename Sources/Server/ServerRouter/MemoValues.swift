public import SharedModels

/// A page of the list of memos, newest first.
public struct MemoPage: Codable, Equatable, Sendable {
  public var memos: [Recording]
  /// Where the next page begins; `nil` on the last one.
  public var next: MemoCursor?

  public init(memos: [Recording], next: MemoCursor? = nil) {
    self.memos = memos
    self.next = next
  }
}

/// What to change of a memo. What is `nil` stays as it is.
public struct MemoChange: Codable, Equatable, Sendable {
  public var isFavorite: Bool?
  /// All of its tags, in their order.
  public var tags: [String]?
  public var title: String?

  public init(title: String? = nil, tags: [String]? = nil, isFavorite: Bool? = nil) {
    self.isFavorite = isFavorite
    self.tags = tags
    self.title = title
  }
}
