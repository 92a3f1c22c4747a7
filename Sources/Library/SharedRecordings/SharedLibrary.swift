import ConcurrencyExtras
import DatabaseClient
import Foundation
import IdentifiedCollections
import SharedModels
import Sharing

struct SharedLibrary {
  typealias Value = IdentifiedArrayOf<Recording>

  let database: DatabaseClient
  let now: @Sendable () -> Date
  let subscriber: LockIsolated<SharedSubscriber<Value>?>
  private var known: Value = []
  private var isLoaded = false
  /// The revision before ``known`` was read.
  private var knownRevision: Int?
  /// The version of the shared value made from ``known``. A value with this version has no edits.
  private var knownVersion: UInt64?

  init(
    database: DatabaseClient, now: @escaping @Sendable () -> Date,
    subscriber: LockIsolated<SharedSubscriber<Value>?>
  ) {
    self.database = database
    self.now = now
    self.subscriber = subscriber
  }

  mutating func load(_ continuation: LoadContinuation<Value>) async {
    do {
      let revision = database.revision()
      // Each use and each wait may call this: an unchanged database isn't read again.
      let isKnown = isLoaded && revision != nil && revision == knownRevision
      let theirs = isKnown ? known : try await all()
      knownRevision = revision
      isLoaded = true
      if subscriber.value?.reference != nil {
        continuation.resumeWithoutChange(merge(theirs))
      } else {
        known = theirs
        continuation.resume(returning: theirs)
      }
    } catch {
      continuation.resume(throwing: error)
    }
  }

  mutating func apply(_ change: LibraryChange) async {
    guard isLoaded
    else { return }
    do {
      switch change {
      case .anything: merge(try await all())
      case .recordings(let ids):
        if let changed = try await patched(ids) { merge(changed, isNew: true) }
      }
    } catch {
      subscriber.value?.yield(throwing: error)
    }
  }

  mutating func save(_ value: Value, _ continuation: SaveContinuation) async {
    do {
      if !isLoaded {
        // Before the first load, no memo can have been removed from the value.
        merge(try await all())
        isLoaded = true
      }
      // `value` is as old as the call and lacks later changes by others.
      let value = subscriber.value?.reference?.snapshot()?.value ?? value
      try await write(RecordingsDifference(from: known, to: value))
      continuation.resume()
    } catch {
      continuation.resume(throwing: error)
    }
  }

  private func all() async throws -> Value {
    Value(uncheckedUniqueElements: try await database.recordings(matching: RecordingQuery()))
  }

  private func patched(_ ids: Set<Recording.ID>) async throws -> Value? {
    let rows = Value(
      uncheckedUniqueElements: try await database.recordings(
        matching: RecordingQuery(ids: Array(ids))))
    var result = known
    let changed = ids.filter { rows[id: $0] != known[id: $0] }
    guard !changed.isEmpty
    else { return nil }
    var moved: [Recording] = []
    for row in rows where changed.contains(row.id) {
      if known[id: row.id]?.date == row.date {
        result[id: row.id] = row
      } else {
        moved.append(row)
      }
    }
    result.remove(changed.filter { rows[id: $0] == nil } + moved.map(\.id))
    result.insertByDate(moved)
    return result
  }

  private mutating func write(_ difference: RecordingsDifference) async throws {
    for (before, recording) in difference.changed {
      // Other fields may have changed in the database.
      _ = try await database.modify(id: recording.id) {
        $0.takeChanges(from: before, to: recording)
      }
      known[id: recording.id]?.takeChanges(from: before, to: recording)
    }
    if !difference.removed.isEmpty {
      try await database.trash(ids: difference.removed, at: now())
      known.remove(difference.removed)
    }
    guard !difference.inserted.isEmpty
    else { return }
    let ids = difference.inserted.map(\.id)
    let existing = Set(
      try await database.recordings(matching: RecordingQuery(ids: ids, place: nil)).map(\.id))
    let back = ids.filter(existing.contains)
    if !back.isEmpty { try await database.restore(ids: back) }
    for recording in difference.inserted {
      if existing.contains(recording.id) {
        try await database.update(recording: recording)
      } else {
        try await database.insert(recording: recording, job: nil)
      }
    }
    known.insertByDate(difference.inserted)
  }

  @discardableResult
  private mutating func merge(_ theirs: Value, isNew: Bool = false) -> Value {
    let before = known
    known = theirs
    guard let subscriber = subscriber.value
    else { return theirs }
    guard let access = subscriber.reference
    else {
      subscriber.yield(theirs)
      return theirs
    }
    while let mine = access.snapshot() {
      if mine.version == knownVersion, isNew {
        guard let version = access.replace(with: theirs, ifVersion: mine.version)
        else { continue }
        knownVersion = version
        return theirs
      }
      let difference = RecordingsDifference(from: before, to: mine.value)
      let next = difference.isEmpty ? theirs : difference.applied(to: theirs)
      let isSame = next == mine.value
      let version =
        isSame ? mine.version : access.replace(with: next, ifVersion: mine.version)
      guard let version
      else { continue }
      // Shares storage between equal lists, which may have 100,000 memos.
      if isSame, difference.isEmpty { known = mine.value }
      knownVersion = difference.isEmpty ? version : nil
      return next
    }
    return theirs
  }
}
