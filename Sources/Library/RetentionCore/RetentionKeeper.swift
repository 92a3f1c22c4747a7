import DatabaseClient
public import Dependencies
public import DependenciesMacros
import Foundation
import ImportCore
import LibraryFolder
public import SharedModels
public import SharedSettings
import Sharing
import SoundCore
public import Tagged

/// Moves old memos to the trash and later deletes them. Age counts from import, not from the
/// recording's date. Favorites, memos waiting for a transcript, and restored memos stay.
@DependencyClient
public struct RetentionKeeper: Sendable {
  /// Applies what is valid of a plan. Throws `DatabaseError`, and before a deletion `ImportFailure`
  /// or `LibraryFolderError`, with nothing changed. Later failures are in the outcome.
  public var apply: @Sendable (_ plan: RetentionPlan) async throws -> RetentionOutcome

  /// Deletes memos in the trash for good. Throws like ``apply``, with nothing deleted.
  public var deletePermanently: @Sendable (_ ids: [Recording.ID]) async throws -> RetentionOutcome

  public var plan: @Sendable (_ retention: Settings.Retention) async throws -> RetentionPlan

  /// Restores memos from the trash, and exempts them from later plans.
  public var restore: @Sendable (_ ids: [Recording.ID]) async throws -> Void
}

extension RetentionKeeper {
  /// Applies the library's settings. Returns `nil` if no memo was old enough.
  public func run() async throws -> RetentionOutcome? {
    @SharedReader(.settings) var settings
    guard settings.retention != Settings.Retention()
    else { return nil }
    let plan = try await plan(retention: settings.retention)
    return plan.isEmpty ? nil : try await apply(plan: plan)
  }
}

extension DependencyValues {
  public var retentionKeeper: RetentionKeeper {
    get { self[RetentionKeeper.self] }
    set { self[RetentionKeeper.self] = newValue }
  }
}

extension RetentionKeeper: DependencyKey {
  public static var liveValue: Self {
    Self(
      apply: { try await RetentionRun().apply($0) },
      deletePermanently: { try await RetentionRun().deletePermanently($0) },
      plan: { try await RetentionRun().plan($0) },
      restore: { ids in
        @Dependency(\.database) var database
        try await database.restore(ids: ids)
      })
  }

  public static var previewValue: Self {
    var keeper = liveValue
    keeper.apply = { plan in
      @Dependency(\.database) var database
      @Dependency(\.date.now) var now
      let plan = try await plan.revalidated(in: database)
      let ids = plan.toTrash.map(\.id)
      try await database.trash(ids: ids, at: now)
      let forgotten = try await database.deletePermanently(ids: plan.toDelete.map(\.id))
      return RetentionOutcome(
        deletedCount: forgotten.count, freedByteCount: plan.freedByteCount, trashed: ids)
    }
    keeper.deletePermanently = { ids in
      @Dependency(\.database) var database
      let forgotten = try await database.deletePermanently(ids: ids)
      return RetentionOutcome(
        deletedCount: forgotten.count, freedByteCount: forgotten.audioByteCount)
    }
    return keeper
  }
  public static let testValue = Self()
}

private struct RetentionRun {
  @Dependency(\.database) var database
  @Dependency(\.date.now) var now
  @Dependency(\.libraryFolder) var folder
  @Dependency(\.soundFiles) var soundFiles

  /// Memos trashed for their age. A user has restored those that are back in the library.
  @Shared(.retired) var retired

  func plan(_ retention: Settings.Retention) async throws -> RetentionPlan {
    var plan = RetentionPlan()
    if let days = retention.memoDays {
      let limit = limit(days)
      let old = try await database.recordings(matching: RecordingQuery()).filter {
        $0.date < limit && !$0.isFavorite && !$0.transcription.isPending
          && !retired.contains($0.id)
      }
      for memo in old where try await arrival(of: memo) < limit { plan.toTrash.append(memo) }
    }
    if let days = retention.trashDays {
      let limit = limit(days)
      plan.toDelete = try await database.recordings(matching: RecordingQuery(place: .trash))
        .filter { ($0.trashedAt ?? now) < limit }
    }
    return plan
  }

  func apply(_ plan: RetentionPlan) async throws -> RetentionOutcome {
    let plan = try await plan.revalidated(in: database)
    var outcome = RetentionOutcome()
    var failures: [any Error] = []
    // Deletions first: they free the space that a move on a full disk needs.
    if !plan.toDelete.isEmpty {
      do { outcome = try await deletePermanently(plan.toDelete.map(\.id)) } catch {
        failures.append(error)
      }
    }
    if !plan.toTrash.isEmpty {
      do { try await trash(plan.toTrash, &outcome) } catch { failures.append(error) }
    }
    if let failure = failures.first, outcome == RetentionOutcome() { throw failure }
    outcome.failures += failures.map { "\($0)" }
    return outcome
  }

  private func trash(_ memos: [Recording], _ outcome: inout RetentionOutcome) async throws {
    let ids = memos.map(\.id)
    let known = try await database.recordings(
      matching: RecordingQuery(ids: Array(retired), place: nil))
    // Saved before the move: a crash in between keeps memos too long, never too short.
    $retired.withLock { $0 = Set(known.map(\.id)).union(ids) }
    try await $retired.save()
    try await database.trash(ids: ids, at: now)
    outcome.trashed = ids
  }

  func deletePermanently(_ ids: [Recording.ID]) async throws -> RetentionOutcome {
    let emptied = try await TrashEmptier()(ids)
    var outcome = RetentionOutcome(
      failures: emptied.failures.map { "\($0.file.path) cannot be deleted: \($0.reason)" },
      deletedCount: emptied.deleted.count, freedByteCount: emptied.byteCount)
    do {
      $retired.withLock { $0.subtract(emptied.deleted.map(\.id)) }
      try await $retired.save()
    } catch {
      // The memos are deleted already, so this error must not hide that.
      outcome.failures.append("\(error)")
    }
    return outcome
  }

  private func limit(_ days: Int) -> Date {
    now.addingTimeInterval(-Double(days) * 86_400)
  }

  private func arrival(of recording: Recording) async throws -> Date {
    try await soundFiles.file(folder.audioFile(named: recording.audio.fileName))?.modifiedAt
      ?? recording.date
  }
}

extension SharedReaderKey where Self == FileStorageKey<Set<Recording.ID>>.Default {
  fileprivate static var retired: Self {
    @Dependency(\.libraryFolder) var folder
    return Self[.fileStorage(folder.retired, merge: .members), default: []]
  }
}
