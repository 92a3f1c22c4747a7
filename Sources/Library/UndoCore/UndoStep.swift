public import DatabaseClient
public import Foundation
public import SharedModels
public import SharedSettings
public import Tagged

public struct UndoStep: Equatable, Sendable {
  public enum Change: Equatable, Sendable {
    case canceled(TranscriptionJob)
    case deleted([Recording], by: Deletion = .user)
    case details([DetailsChange])
    case restored([Recording])
    case speakers(Transcription.ID, SpeakerEdit)
    /// The date of an edit identifies its version.
    case text(Transcription.ID, editedAt: Date)
    /// Text whose input was canceled.
    case typed(UnsavedText)
    /// The version to restore, and the one that it replaces.
    case version(Int, replacing: Int)
  }

  public enum Deletion: Equatable, Sendable {
    /// By a retention that replaced `former`.
    case cleanup(former: Settings.Retention)
    /// A recording that the user discarded before it was transcribed.
    case discarding
    case user
  }

  public private(set) var change: Change
  private let noun: String
  public let recordingIDs: [Recording.ID]
  private let title: String?

  /// - Parameter memos: The changed memos, as the user knows them after the change.
  public init(_ change: Change, of memos: [Recording]) {
    self.change = change
    noun = change.noun
    recordingIDs = memos.map(\.id)
    title = memos.count == 1 ? memos[0].displayTitle : nil
  }

  /// Returns `nil` if the title, the tags, and the favorite mark of all memos are unchanged.
  public init?(from before: [Recording], to after: [Recording]) {
    let changed = zip(before, after).compactMap { before, after in
      DetailsChange(from: before, to: after).map { (change: $0, memo: after) }
    }
    guard !changed.isEmpty
    else { return nil }
    self.init(.details(changed.map(\.change)), of: changed.map(\.memo))
  }

  /// A phrase such as "rename of 'Budget'" or "deletion of 3 memos".
  public var name: String { name(limit: .max) }

  public var shortName: String { name(limit: 12) }

  private func name(limit: Int) -> String {
    let subject =
      title.map { $0.count > limit ? "'\($0.prefix(limit - 1))\u{2026}'" : "'\($0)'" }
      ?? recordingIDs.count.counted("memo")
    return "\(noun) of \(subject)"
  }

  /// The step that makes an undone change again, or undoes it once more. It keeps the name.
  public func inverse(_ change: Change) -> Self {
    var step = self
    step.change = change
    return step
  }

  public var transcriptionID: Transcription.ID? {
    switch change {
    case .speakers(let id, _), .text(let id, _): id
    case .canceled, .deleted, .details, .restored, .typed, .version: nil
    }
  }
}

extension UndoStep.Change {
  fileprivate var noun: String {
    switch self {
    case .canceled: "cancellation"
    case .deleted(_, .cleanup): "cleanup"
    case .deleted: "deletion"
    case .details(let changes): changes.first?.noun ?? "change"
    case .restored: "restoration"
    case .speakers: "speaker change"
    case .text, .version: "edit"
    case .typed: "canceled edit"
    }
  }
}

extension [UndoStep] {
  /// Removes the last `count` changes of a transcript, which could not be saved.
  public mutating func removeLast(_ count: Int, of id: Transcription.ID) {
    for index in indices.filter({ self[$0].transcriptionID == id }).suffix(count).reversed() {
      remove(at: index)
    }
  }

  /// Undo must not restore a forgotten voice.
  public mutating func removeVoice(of name: String) {
    self = map { $0.withoutVoice(of: name) }
  }
}

extension UndoStep {
  fileprivate func withoutVoice(of name: String) -> Self {
    guard case .speakers(let id, .replace(var speakers, let words, let turns)) = change
    else { return self }
    for index in speakers.indices {
      speakers[index].voice = nil
      if speakers[index].likelyName?.isSameName(as: name) == true {
        speakers[index].likelyName = nil
      }
    }
    var step = self
    step.change = .speakers(id, .replace(speakers, words: words, turns: turns))
    return step
  }
}
