import DatabaseClient
public import Dependencies
public import DependenciesMacros
import Foundation
import ImportCore
import LibraryFolder
public import SharedModels
public import SharedSettings
import Sharing
public import Tagged

/// Has old memos go to the trash, and from there for good, as the settings say.
///
/// A memo's days count from the day it came into the library, not from the day it was recorded: who
/// imports old tapes does not lose them. Favourites stay, and so does what waits for its transcript,
/// and what a person has brought back from the trash.
@DependencyClient
public struct RetentionKeeper: Sendable {
  /// Does what a plan says, as far as it still holds: what a person has done since stays done. What
  /// goes to the trash can be brought back; the rest cannot.
  ///
  /// - Throws: `DatabaseError`, and `ImportFailure` or `LibraryFolderError` where something was to
  ///   go for good. Nothing has gone then: what fails after something went is in the outcome.
  public var apply: @Sendable (_ plan: RetentionPlan) async throws -> RetentionOutcome

  /// What would go now if these were the settings. Changes nothing.
  public var plan: @Sendable (_ retention: Settings.Retention) async throws -> RetentionPlan

  /// Takes memos out of the trash. They stay from now on.
  public var restore: @Sendable (_ ids: [Recording.ID]) async throws -> Void
}

extension RetentionKeeper {
  /// Does what the library's settings say; to be called when a program starts that a person looks
  /// at.
  ///
  /// - Returns: What went; `nil` where nothing had to.
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
      plan: { try await RetentionRun().plan($0) },
      restore: { ids in
        @Dependency(\.database) var database
        try await database.restore(ids: ids)
      })
  }

  /// The same without files: what is brought back may go again.
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
    return keeper
  }
  public static let testValue = Self()
}

private struct RetentionRun {
  @Dependency(\.database) var database
  @Dependency(\.date.now) var now
  @Dependency(\.libraryFolder) var folder

  /// The memos that have gone to the trash by themselves. One of them that is in the library again
  /// was brought back by a person.
  @Shared(.retired) var retired

  func plan(_ retention: Settings.Retention) async throws -> RetentionPlan {
    var plan = RetentionPlan()
    if let days = retention.memoDays {
      let limit = limit(days)
      plan.toTrash = try await database.recordings(matching: RecordingQuery()).filter {
        $0.date < limit && !$0.isFavorite && !$0.transcription.isPending
          && !retired.contains($0.id) && arrival(of: $0) < limit
      }
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
    if !plan.toTrash.isEmpty {
      let ids = plan.toTrash.map(\.id)
      // Those that are gone for good need not be remembered.
      let known = try await database.recordings(
        matching: RecordingQuery(ids: Array(retired), place: nil))
      // Before they go: a crash in between keeps memos too long, never the reverse.
      $retired.withLock { $0 = Set(known.map(\.id)).union(ids) }
      try await $retired.save()
      try await database.trash(ids: ids, at: now)
      outcome.trashed = ids
    }
    if !plan.toForget.isEmpty {
      do {
        try await forget(plan.toForget, &outcome)
      } catch {
        // Memos that went are never kept from a person by what failed after them.
        guard outcome != RetentionOutcome()
        else { throw error }
        outcome.failures.append("\(error)")
      }
    }
    return outcome
  }

  private func forget(_ memos: [Recording], _ outcome: inout RetentionOutcome) async throws {
    let emptied = try await TrashEmptier()(memos.map(\.id))
    outcome.failures = emptied.failures.map {
      "\($0.file.path) cannot be removed: \($0.reason)"
    }
    outcome.forgottenCount = emptied.forgotten.count
    outcome.freedByteCount = emptied.byteCount
    $retired.withLock { $0.subtract(emptied.forgotten.map(\.id)) }
    try await $retired.save()
  }

  private func limit(_ days: Int) -> Date {
    now.addingTimeInterval(-Double(days) * 86_400)
  }

  /// When a memo's file came into the library. One without a file has its own date.
  private func arrival(of recording: Recording) -> Date {
    let file = folder.audioFile(named: recording.audio.fileName)
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    return attributes?[.modificationDate] as? Date ?? recording.date
  }
}

extension SharedReaderKey where Self == FileStorageKey<Set<Recording.ID>>.Default {
  fileprivate static var retired: Self {
    @Dependency(\.libraryFolder) var folder
    return Self[.fileStorage(folder.retired, merge: .members), default: []]
  }
}
