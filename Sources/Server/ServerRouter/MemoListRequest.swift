public import DatabaseClient
public import Foundation
public import SharedModels
public import Tagged
public import URLRouting

public struct MemoListRequest: Equatable, Sendable {
  public enum Place: String, CaseIterable, RouteValue {
    case any, library, trash
  }

  public var after: MemoCursor?
  public var from: Date?
  public var hasFirstWords = false
  public var ids: [Recording.ID] = []
  public var isFavorite: Bool?
  public var limit = 50
  public var longer: Double?
  public var place: Place = .library
  public var shorter: Double?
  public var sort: RecordingOrder = .newest
  public var statuses: [String] = []
  public var tags: [String] = []
  public var titlePrefix: String?
  public var until: Date?

  public static let maximumLimit = 1000

  public init() {}

  static let parser = Query(Self()) {
    Field("after", \.after)
    Field("first-words", \.hasFirstWords)
    Field("from", \.from)
    Field("id", \.ids)
    Field("favorite", \.isFavorite)
    Field("limit", \.limit)
    Field("longer", \.longer)
    Field("place", \.place)
    Field("shorter", \.shorter)
    Field("sort", \.sort)
    Field("state", \.statuses)
    Field("tag", \.tags)
    Field("title", \.titlePrefix)
    Field("until", \.until)
  }
}

extension MemoListRequest {
  /// Asks for one memo more than the page has, to detect whether another page follows.
  public var query: RecordingQuery {
    RecordingQuery(
      ids: ids.isEmpty ? nil : ids,
      place: place == .any ? nil : place == .trash ? .trash : .library,
      filter: RecordingFilter(
        from: from, until: until, isFavorite: isFavorite,
        longer: longer.map(Self.length), shorter: shorter.map(Self.length), statuses: Set(statuses),
        tags: tags, titlePrefix: titlePrefix),
      order: sort, after: after.map { RecordingQuery.Position($0.key, id: $0.id) },
      limit: pageLimit + 1)
  }

  static func length(_ seconds: Double) -> Duration {
    Duration(secondsToMillisecond: seconds) ?? .seconds(seconds < 0 ? -1 : 1 << 32)
  }

  public func page(of memos: [Recording]) -> MemoPage {
    let page = Array(memos.prefix(pageLimit))
    return MemoPage(
      memos: page,
      next: page.count < memos.count ? page.last.map { MemoCursor(after: $0, in: sort) } : nil)
  }

  public var pageLimit: Int { min(max(limit, 1), Self.maximumLimit) }
}

extension Date: RouteValue {
  public init?(routeText: String) { self.init(iso8601: routeText) }
  public var routeText: String { iso8601 }
}

extension RecordingOrder: RouteValue {}
