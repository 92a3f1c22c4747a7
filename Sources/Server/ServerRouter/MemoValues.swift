public import SharedModels

public struct MemoPage: Codable, Equatable, Sendable {
  public var memos: [Recording]
  public var next: MemoCursor?

  public init(memos: [Recording], next: MemoCursor? = nil) {
    self.memos = memos
    self.next = next
  }
}

/// Changes to a memo; `nil` leaves a value unchanged.
public struct MemoChange: Codable, Equatable, Sendable {
  public var isFavorite: Bool?
  public var tags: [String]?
  public var title: String?

  public init(title: String? = nil, tags: [String]? = nil, isFavorite: Bool? = nil) {
    self.isFavorite = isFavorite
    self.tags = tags
    self.title = title
  }
}
