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

/// Moves old memos to the trash and later deletes them, as the settings say.
///
/// A memo's days count from the day it came into the library, not from the day it was recorded, so
/// that imported old tapes are not lost. Favourites stay, and so do memos that wait for their
/// transcript, and those that a person has restored from the trash.
@DependencyClient
public struct RetentionKeeper: Sendable {
  /// Carries out a plan, as far as it is still valid: what a person has done since stays done.
  /// Memos moved to the trash can be restored; those deleted cannot.
  ///
  /// - Throws: `DatabaseError`, and `ImportFailure` or `LibraryFolderError` if something was to be
  ///   deleted. Nothing has been changed then: later failures are in the outcome.
  public var apply: @Sendable (_ plan: RetentionPlan) async throws -> RetentionOutcome

  /// Deletes memos that are in the trash permanently, with their sound. It cannot be undone.
  ///
  /// - Throws: As ``apply`` does. Nothing has been deleted then.
  public var forget: @Sendable (_ ids: [Recording.ID]) async throws -> RetentionOutcome

  /// What would be moved or deleted now with these settings. Changes nothing.
  public var plan: @Sendable (_ retention: Settings.Retention) async throws -> RetentionPlan

  /// Restores memos from the trash. They are kept from now on.
  public var restore: @Sendable (_ ids: [Recording.ID]) async throws -> Void
}

extension RetentionKeeper {
  /// Applies the library's settings; to be called when a program starts that a person looks at.
  ///
  /// - Returns: What was moved or deleted; `nil` if nothing was old enough.
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
      forget: { try await RetentionRun().forget($0) },
      plan: { try await RetentionRun().plan($0) },
      restore: { ids in
        @Dependency(\.database) var database
        try await database.restore(ids: ids)
      })
  }

  /// The same without files: a memo that was restored may be moved again.
  public static var previewValue: Self {
    var keeper = liveValue
    keeper.apply = { plan in
      @Dependency(\.database) var database
      @Dependency(\.date.now) var now
      let plan = try await plan.stillDue(in: database)
      let ids = plan.toTrash.map(\.id)
      try await database.trash(ids: ids, at: now)
      let forgotten = try await database.forget(ids: plan.toForget.map(\.id))
      return RetentionOutcome(
        forgottenCount: forgotten.count, freedByteCount: plan.freedByteCount, trashed: ids)
    }
    keeper.forget = { ids in
      @Dependency(\.database) var database
      let forgotten = try await database.forget(ids: ids)
      return RetentionOutcome(
        forgottenCount: forgotten.count, freedByteCount: forgotten.audioByteCount)
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

  /// The memos that were moved to the trash for their age. One of them that is in the library again
  /// was restored by a person.
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
      plan.toForget = try await database.recordings(matching: RecordingQuery(place: .trash))
        .filter { ($0.trashedAt ?? now) < limit }
    }
    return plan
  }

  func apply(_ plan: RetentionPlan) async throws -> RetentionOutcome {
    let plan = try await plan.stillDue(in: database)
    var outcome = RetentionOutcome()
    var failures: [any Error] = []
    // First what frees space: on a full disk nothing can be moved before.
    if !plan.toForget.isEmpty {
      do { outcome = try await forget(plan.toForget.map(\.id)) } catch { failures.append(error) }
    }
    if !plan.toTrash.isEmpty {
      do { try await trash(plan.toTrash, &outcome) } catch { failures.append(error) }
    }
    // What failed must not hide what was done.
    if let failure = failures.first, outcome == RetentionOutcome() { throw failure }
    outcome.failures += failures.map { "\($0)" }
    return outcome
  }

  private func trash(_ memos: [Recording], _ outcome: inout RetentionOutcome) async throws {
    let ids = memos.map(\.id)
    // Those that have been deleted need not be remembered.
    let known = try await database.recordings(
      matching: RecordingQuery(ids: Array(retired), place: nil))
    // Before they are moved: a crash in between keeps memos too long, never the reverse.
    $retired.withLock { $0 = Set(known.map(\.id)).union(ids) }
    try await $retired.save()
    try await database.trash(ids: ids, at: now)
    outcome.trashed = ids
  }

  func forget(_ ids: [Recording.ID]) async throws -> RetentionOutcome {
    let emptied = try await TrashEmptier()(ids)
    var outcome = RetentionOutcome(
      failures: emptied.failures.map { "\($0.file.path) cannot be deleted: \($0.reason)" },
      forgottenCount: emptied.forgotten.count, freedByteCount: emptied.byteCount)
    do {
      $retired.withLock { $0.subtract(emptied.forgotten.map(\.id)) }
      try await $retired.save()
    } catch {
      // The memos are gone: what failed must not hide it.
      outcome.failures.append("\(error)")
    }
    return outcome
  }

  private func limit(_ days: Int) -> Date {
    now.addingTimeInterval(-Double(days) * 86_400)
  }

  /// When a memo's file came into the library; the memo's own date if it has no file.
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
