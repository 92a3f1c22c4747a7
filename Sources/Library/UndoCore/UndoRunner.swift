import DatabaseClient
import Dependencies
import Foundation
public import SharedModels
import Tagged

/// Undoes changes of transcripts and of the queue, and finds the deleted memos that can still be
/// restored.
public struct UndoRunner: Sendable {
  public enum Outcome: Equatable, Sendable {
    case memos([Recording])
    case queued
    case transcript(Transcription, inverse: UndoStep.Change)
  }

  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.uuid) private var uuid

  public init() {}

  /// Returns `nil` if the memo was permanently deleted, its text has changed since, or it has a newer
  /// job.
  public func callAsFunction(_ step: UndoStep) async throws -> Outcome? {
    switch step.change {
    case .canceled(let job):
      return try await enqueueAgain(job)

    case .deleted(let memos, _):
      let query = RecordingQuery(ids: step.recordingIDs, place: nil)
      let existing = Set(try await database.recordings(matching: query).map(\.id))
      let restorable = memos.filter { existing.contains($0.id) }
      return restorable.isEmpty ? nil : .memos(restorable)

    case .details, .restored, .typed:
      return nil

    case .speakers(let id, let edit):
      return try await transcript(of: step) { memo in
        guard let before = try await database.transcription(of: memo), before.id == id
        else { return nil }
        try await database.editSpeakers(id: id, with: edit)
        return .speakers(id, before.inverse(of: edit))
      }

    case .text(let id, let date):
      return try await transcript(of: step) { memo in
        let versions = try await database.history.versions(of: memo)
        // After an undo, the current version is a copy of the one that it restored.
        guard let current = versions.current, let target = versions.undone,
          case let edit = versions.origin(of: current), edit.transcription == id,
          // Libraries store milliseconds.
          abs(edit.date.timeIntervalSince(date)) < 0.001
        else { return nil }
        try await database.history.restore(
          of: memo, version: target.number, current: current.number, at: now)
        return .version(edit.number, replacing: target.number)
      }

    case .version(let target, let replaced):
      return try await transcript(of: step) { memo in
        let versions = try await database.history.versions(of: memo)
        guard let current = versions.current, versions.origin(of: current).number == replaced
        else { return nil }
        try await database.history.restore(
          of: memo, version: target, current: current.number, at: now)
        return .version(replaced, replacing: target)
      }
    }
  }

  private func enqueueAgain(_ job: TranscriptionJob) async throws -> Outcome? {
    let finished = try await database.jobs.finished(since: job.createdAt)
    let unfinished = try await database.jobs.job(of: job.recordingID)
    let isOutdated = (finished + [unfinished].compactMap(\.self)).contains {
      $0.recordingID == job.recordingID
        && ($0.state.isUnfinished || $0.createdAt > job.createdAt)
    }
    guard !isOutdated
    else { return nil }
    do {
      // The job keeps its date, because text that was edited later is newer than the job.
      try await database.jobs.enqueue(
        job: TranscriptionJob(
          id: TranscriptionJob.ID(uuid()), recordingID: job.recordingID, createdAt: job.createdAt,
          model: job.model, settings: job.settings))
    } catch DatabaseError.notFound {
      return nil
    }
    return .queued
  }

  /// The transcript after `revert`, or `nil` if that returns `nil` or meets a newer change.
  private func transcript(
    of step: UndoStep, after revert: (Recording.ID) async throws -> UndoStep.Change?
  ) async throws -> Outcome? {
    guard let memo = step.recordingIDs.first
    else { return nil }
    let inverse: UndoStep.Change
    do {
      guard let change = try await revert(memo)
      else { return nil }
      inverse = change
    } catch DatabaseError.conflict {
      return nil
    } catch DatabaseError.notFound {
      return nil
    }
    return try await database.transcription(of: memo).map { .transcript($0, inverse: inverse) }
  }
}

extension Transcription {
  /// Returns the edit that restores the speakers as they are now.
  public func inverse(of edit: SpeakerEdit) -> SpeakerEdit {
    if case .name(let id, _) = edit, let speaker = speaker(id), speaker.likelyName == nil {
      return .name(id, speaker.name)
    }
    return speakerReplacement
  }
}
