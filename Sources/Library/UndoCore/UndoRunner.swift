import DatabaseClient
import Dependencies
import Foundation
public import SharedModels
import Tagged

/// Undoes changes of transcripts, and finds the deleted memos that can still be restored.
public struct UndoRunner: Sendable {
  public enum Outcome: Equatable, Sendable {
    case memos([Recording])
    case transcript(Transcription, inverse: UndoStep.Change)
  }

  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now

  public init() {}

  /// Returns `nil` if the memo was permanently deleted, or its text has changed since.
  public func callAsFunction(_ step: UndoStep) async throws -> Outcome? {
    switch step.change {
    case .deleted(let memos, _):
      let query = RecordingQuery(ids: step.recordingIDs, place: nil)
      let existing = Set(try await database.recordings(matching: query).map(\.id))
      let restorable = memos.filter { existing.contains($0.id) }
      return restorable.isEmpty ? nil : .memos(restorable)

    case .canceled, .details, .restored, .typed:
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
