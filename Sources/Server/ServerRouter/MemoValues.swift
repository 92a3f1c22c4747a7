public import Foundation
public import SharedModels

public struct MemoPage: Codable, Equatable, Sendable {
  public var firstWords: [String: String]?
  public var memos: [Recording]
  public var next: MemoCursor?

  public init(memos: [Recording], next: MemoCursor? = nil) {
    self.memos = memos
    self.next = next
  }
}

public struct TagList: Codable, Equatable, Sendable {
  public var tags: [Tag]

  public struct Tag: Codable, Equatable, Sendable {
    public var count: Int
    public var tag: String
  }

  public init(_ counts: [TagCount]) {
    tags = counts.map { Tag(count: $0.count, tag: $0.tag) }
  }

  public var value: [TagCount] { tags.map { TagCount($0.tag, count: $0.count) } }
}

/// Changes to a memo; `nil` leaves a value unchanged.
public struct MemoChange: Codable, Equatable, Sendable {
  public var date: Date?
  public var isFavorite: Bool?
  public var tags: [String]?
  public var title: String?

  public init(
    title: String? = nil, tags: [String]? = nil, isFavorite: Bool? = nil, date: Date? = nil
  ) {
    self.date = date
    self.isFavorite = isFavorite
    self.tags = tags
    self.title = title
  }

  private enum CodingKeys: String, CodingKey {
    case date
    case isFavorite = "favorite"
    case tags, title
  }
}
