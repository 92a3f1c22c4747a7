import ApiClient
import DatabaseClient
import Foundation
import ServerRouter
import SharedModels
import SoundCore
import Tagged

struct RemoteMemos: Sendable {
  private let known: MemoCache
  private let server: ServerConnection
  private let sounds: AudioCache

  /// Limits the length of the URL.
  private static let idsInOneRequest = 50

  init(_ library: RemoteLibrary) {
    known = library.memos
    server = library.connection
    sounds = library.sounds
  }

  func recordings(_ query: RecordingQuery) async throws -> [Recording] {
    var found: [Recording] = []
    if let ids = query.ids {
      let ids = Array(Set(ids))
      for start in stride(from: 0, to: ids.count, by: Self.idsInOneRequest) {
        var part = query
        part.ids = Array(ids[start..<min(start + Self.idsInOneRequest, ids.count)])
        found += try await pages(of: part)
      }
      found.sort {
        query.order.isBefore($0, $1, ties: ($0.id.rawValue.uuidString, $1.id.rawValue.uuidString))
      }
      if let limit = query.limit { found = Array(found.prefix(limit)) }
    } else {
      found = try await pages(of: query)
    }
    known.insert(found)
    return found
  }

  private func pages(of query: RecordingQuery) async throws -> [Recording] {
    guard query.limit ?? 1 > 0
    else { return [] }
    var request = MemoListRequest(query)
    var found: [Recording] = []
    // A memo whose date changes between two pages appears on both.
    var seen: Set<Recording.ID> = []
    while true {
      if let limit = query.limit { request.limit = min(limit - found.count, request.limit) }
      let page = try await server.value(.memos(.list(request)), as: MemoPage.self)
      found += page.memos.filter { seen.insert($0.id).inserted }
      guard let next = page.next, found.count < query.limit ?? .max
      else { return found }
      request.after = next
    }
  }

  func recording(sha256: String) async throws -> Recording? {
    try await server.valueIfFound(.memos(.checksum(sha256)))
  }

  func update(_ recording: Recording) async throws {
    try await server.perform(
      .memos(.memo(recording.id, .change(MemoChange(recording)))))
  }

  func modify(
    _ id: Recording.ID, _ change: @escaping @Sendable (inout Recording) throws -> Void
  ) async throws -> Recording {
    while true {
      try Task.checkCancellation()
      let (memo, tag) = try await server.finding {
        try await server.valueAndTag(.memos(.memo(id, .get)), as: Recording.self)
      }
      var changed = memo
      try change(&changed)
      let difference = MemoChange(changed, since: memo)
      guard difference != MemoChange()
      else { return memo }
      do {
        return try await server.finding {
          try await server.value(
            .memos(.memo(id, .change(difference))), headers: ["If-Match": tag ?? "*"])
        }
      } catch let ApiError.problem(_, problem) where problem.status == .preconditionFailed {
        // Another client was faster: retry with the memo's new state.
      }
    }
  }

  func change(_ ids: [Recording.ID], _ route: (MemoIDs) -> MemosRoute) async throws {
    for part in Self.parts(of: ids) { try await server.perform(.memos(route(part))) }
  }

  func restore(_ ids: [Recording.ID]) async throws {
    do {
      try await change(ids) { .restore($0) }
    } catch let ApiError.problem(_, problem) where problem.status == .conflict {
      throw DatabaseError.alreadyExists(sha256: "")
    }
  }

  func delete(_ ids: [Recording.ID]) async throws -> [Recording] {
    var deleted: [Recording] = []
    for part in Self.parts(of: ids) {
      deleted += try await server.value(.memos(.delete(part)), as: DeletedMemos.self).memos
    }
    for memo in deleted { sounds.remove(named: memo.audio.fileName) }
    return deleted
  }

  private static func parts(of ids: [Recording.ID]) -> [MemoIDs] {
    stride(from: 0, to: ids.count, by: MemoIDs.maximumCount).map { start in
      MemoIDs(Array(ids[start..<min(start + MemoIDs.maximumCount, ids.count)]))
    }
  }
}

extension MemoChange {
  fileprivate init(_ memo: Recording) {
    self.init(
      title: memo.title.isEmpty ? nil : memo.title, tags: memo.tags, isFavorite: memo.isFavorite,
      date: memo.date)
  }

  fileprivate init(_ memo: Recording, since before: Recording) {
    self.init(
      title: memo.title == before.title ? nil : memo.title,
      tags: memo.tags == before.tags ? nil : memo.tags,
      isFavorite: memo.isFavorite == before.isFavorite ? nil : memo.isFavorite,
      date: memo.date == before.date ? nil : memo.date)
  }
}

extension MemoListRequest {
  fileprivate init(_ query: RecordingQuery) {
    self.init()
    after = query.after.map { MemoCursor($0.key, id: $0.id) }
    from = query.filter.from
    ids = query.ids ?? []
    isFavorite = query.filter.isFavorite
    limit = Self.maximumLimit
    longer = query.filter.longer?.secondsToMillisecond
    place =
      switch query.place {
      case .library: .library
      case .trash: .trash
      case nil: .any
      }
    shorter = query.filter.shorter?.secondsToMillisecond
    sort = query.order
    statuses = query.filter.statuses.sorted()
    tags = query.filter.tags
    titlePrefix = query.filter.titlePrefix
    until = query.filter.until
  }
}
