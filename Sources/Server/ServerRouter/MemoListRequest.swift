public import DatabaseClient
public import Foundation
public import SharedModels
public import Tagged
public import URLRouting

/// Which memos to list, and how many of them on one page.
public struct MemoListRequest: Equatable, Sendable {
  /// Where the memos are.
  public enum Place: String, CaseIterable, RouteValue {
    case any, library, trash
  }

  /// The page's end that this page begins behind, from ``MemoPage/next``.
  public var after: MemoCursor?
  public var from: Date?
  /// Only these memos; empty for all.
  public var ids: [Recording.ID] = []
  public var isFavorite: Bool?
  /// At most this many, and no more than ``maximumLimit``.
  public var limit = 50
  /// Only memos longer than so many seconds.
  public var longer: Double?
  public var place: Place = .library
  /// Only memos shorter than so many seconds.
  public var shorter: Double?
  /// Which memo comes first.
  public var sort: RecordingOrder = .newest
  /// Only memos whose transcription is in one of these states; empty for all.
  public var statuses: [String] = []
  public var tags: [String] = []
  public var titlePrefix: String?
  public var until: Date?

  /// How many memos one page can have.
  public static let maximumLimit = 1000

  public init() {}

  static let parser = Query(Self()) {
    Field("after", \.after)
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
  /// What it asks of the database, with one memo more than the page has, by which one sees whether
  /// another page follows.
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

  /// What is more than a duration can be is longer than any memo, and what is less shorter.
  private static func length(_ seconds: Double) -> Duration {
    Duration(secondsToMillisecond: seconds) ?? .seconds(seconds < 0 ? -1 : 1 << 32)
  }

  /// The page, of the memos that were found by ``query``.
  public func page(of memos: [Recording]) -> MemoPage {
    let page = Array(memos.prefix(pageLimit))
    return MemoPage(
      memos: page,
      next: page.count < memos.count ? page.last.map { MemoCursor(after: $0, in: sort) } : nil)
  }

  /// How many memos the page has at most.
  public var pageLimit: Int { min(max(limit, 1), Self.maximumLimit) }
}

extension Date: RouteValue {
  /// A date and time in UTC or at an offset, as in `2026-01-31T12:00:00Z`.
  public init?(routeText: String) { self.init(iso8601: routeText) }
  public var routeText: String { iso8601 }
}

extension RecordingOrder: RouteValue {}
