import ConcurrencyExtras
import DatabaseClient
import Foundation
import IdentifiedCollections
import SharedModels
import Sharing
import Tagged

/// What is known of the library's memos, and how the shared value is brought in line with it.
struct SharedLibrary {
  typealias Value = IdentifiedArrayOf<Recording>

  let database: DatabaseClient
  let now: @Sendable () -> Date
  let subscriber: LockIsolated<SharedSubscriber<Value>?>
  /// The library's rows as they were last read or written.
  private var known: Value = []
  private var isLoaded = false
  /// The library's revision before ``known`` was read.
  private var knownRevision: Int?
  /// The version of the shared value that was made of ``known``: while the value has it, nobody has
  /// changed anything, and there is nothing to compare.
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
      // The first use of the value loads it, and so does whoever waits for it: it is read once.
      let isKnown = isLoaded && revision != nil && revision == knownRevision
      let theirs = isKnown ? known : try await all()
      knownRevision = revision
      isLoaded = true
      if subscriber.value?.reference != nil {
        // What was changed here and is not saved yet is not lost by it.
        continuation.resumeWithoutChange(merge(theirs))
      } else {
        known = theirs
        continuation.resume(returning: theirs)
      }
    } catch {
      continuation.resume(throwing: error)
    }
  }

  /// Reads what others have changed.
  mutating func apply(_ change: LibraryChange) async {
    // What is loaded later has the change in it.
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

  /// Writes the rows that were changed.
  mutating func save(_ value: Value, _ continuation: SaveContinuation) async {
    do {
      if !isLoaded {
        // Before the first load, a memo missing from the value has not been removed by anyone.
        merge(try await all())
        isLoaded = true
      }
      // Changes by others since the call are in the shared value only, not in this one.
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

  /// What is known, with some memos as they are in the library now; `nil` where that is the same.
  private func patched(_ ids: Set<Recording.ID>) async throws -> Value? {
    let rows = Value(
      uncheckedUniqueElements: try await database.recordings(
        matching: RecordingQuery(ids: Array(ids))))
    var result = known
    let changed = ids.filter { rows[id: $0] != known[id: $0] }
    guard !changed.isEmpty
    else { return nil }
    for id in changed {
      guard let row = rows[id: id]
      else {
        result.remove(id: id)
        continue
      }
      if known.index(id: id) != nil {
        result[id: id] = row
      } else {
        result.insertByDate(row)
      }
    }
    return result
  }

  /// Writes what was changed, and notes each part that was.
  private mutating func write(_ difference: RecordingsDifference) async throws {
    for (before, recording) in difference.changed {
      // The rest may have been changed elsewhere, unseen as yet.
      _ = try await database.modify(id: recording.id) {
        $0.takeChanges(from: before, to: recording)
      }
      known[id: recording.id]?.title = recording.title
      known[id: recording.id]?.tags = recording.tags
      known[id: recording.id]?.isFavorite = recording.isFavorite
    }
    if !difference.removed.isEmpty {
      try await database.trash(ids: difference.removed, at: now())
      for id in difference.removed { known.remove(id: id) }
    }
    guard !difference.inserted.isEmpty
    else { return }
    let ids = difference.inserted.map(\.id)
    let there = Set(
      try await database.recordings(matching: RecordingQuery(ids: ids, place: nil)).map(\.id))
    let back = ids.filter(there.contains)
    if !back.isEmpty { try await database.restore(ids: back) }
    for recording in difference.inserted {
      if there.contains(recording.id) {
        try await database.update(recording: recording)
      } else {
        try await database.insert(recording: recording, job: nil)
      }
      known.insertByDate(recording)
    }
  }

  /// Puts the library's memos into the shared value, with what was changed there and is not saved
  /// yet.
  ///
  /// - Parameters:
  ///   - theirs: The library's memos.
  ///   - isNew: Whether they are known to be others than before.
  /// - Returns: The new value.
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
      // What is equal is kept once: there may be a hundred thousand.
      if isSame, difference.isEmpty { known = mine.value }
      knownVersion = difference.isEmpty ? version : nil
      return next
    }
    return theirs
  }
}
