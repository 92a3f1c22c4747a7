public import ComposableArchitecture
import Foundation
import LibraryFolder
public import SharedModels

/// What a person has typed and neither saved nor thrown away: kept in the library's folder, so that
/// it is there again however the program has ended.
public struct TextDraft: Codable, Equatable, Sendable {
  /// What is typed.
  public enum Kind: String, Codable, Sendable {
    /// A sentence of the transcript.
    case sentence
    case tags, title
  }

  public var kind: Kind
  /// The text without what was typed.
  public var original: String
  public var recordingID: Recording.ID
  public var text: String

  public init(_ kind: Kind, of recordingID: Recording.ID, original: String, text: String) {
    self.kind = kind
    self.original = original
    self.recordingID = recordingID
    self.text = text
  }

  /// Whether both are drafts of one text.
  func isSameText(as other: Self) -> Bool {
    recordingID == other.recordingID && kind == other.kind
      && (kind != .sentence || original == other.original)
  }
}

extension [TextDraft] {
  /// Keeps a draft in place of an earlier one of the same text.
  public mutating func keep(_ draft: TextDraft) {
    drop(draft)
    append(draft)
  }

  mutating func drop(_ draft: TextDraft) {
    removeAll { $0.isSameText(as: draft) }
  }
}

extension SharedKey where Self == FileStorageKey<[TextDraft]>.Default {
  /// The texts of the library that are being typed. Two programs keep each other's.
  public static var textDrafts: Self {
    @Dependency(\.libraryFolder) var folder
    return Self[
      .fileStorage(
        folder.root.appendingPathComponent("unsaved-texts.json"),
        merge: ThreeWayMerge { base, mine, theirs in
          let gone = base.filter { draft in !mine.contains { $0.isSameText(as: draft) } }
          var merged = theirs.filter { draft in !gone.contains { $0.isSameText(as: draft) } }
          for draft in mine where !base.contains(draft) { merged.keep(draft) }
          return merged
        }),
      default: []]
  }
}

extension PlaybackFeature.State {
  /// The draft of what is being typed; `nil` for a name, which is soon typed again.
  private func draft(of editing: PlaybackFeature.Editing) -> TextDraft? {
    editing.target.draftKind.map {
      TextDraft(
        $0, of: recording.id, original: editing.originalText, text: editing.field.text)
    }
  }

  /// Keeps what is being typed, as long as it differs from what was there.
  mutating func keepDraft() {
    guard let editing, let draft = draft(of: editing)
    else { return }
    guard editing.isChanged || drafts.contains(where: draft.isSameText)
    else { return }
    $drafts.withLock { editing.isChanged ? $0.keep(draft) : $0.drop(draft) }
  }

  mutating func dropDraft(of editing: PlaybackFeature.Editing) {
    guard let draft = draft(of: editing), drafts.contains(where: draft.isSameText)
    else { return }
    $drafts.withLock { $0.drop(draft) }
  }

  /// Keeps the texts of edits that could not be saved, of those that build on each other the last.
  mutating func keepDrafts(of edits: [TranscriptionEdit]) {
    guard !edits.isEmpty
    else { return }
    $drafts.withLock { drafts in
      for edit in edits where !edit.removed.isEmpty {
        var draft = TextDraft(
          .sentence, of: recording.id, original: edit.removed.map(\.text).joinedAsText(),
          text: edit.inserted.map(\.text).joinedAsText())
        if let earlier = drafts.first(where: {
          $0.recordingID == recording.id && $0.kind == .sentence && $0.text == draft.original
        }) {
          draft.original = earlier.original
        }
        drafts.keep(draft)
      }
    }
  }

  /// Goes on with what was typed into this memo the last time. Where the sentence is another by now,
  /// it is shown, so that it is not lost without a word.
  mutating func takeUpDraft() {
    guard let draft = drafts.first(where: { $0.recordingID == recording.id })
    else { return }
    switch draft.kind {
    case .title:
      editing = PlaybackFeature.Editing(.title, text: recording.title, draft: draft.text)
    case .tags:
      editing = PlaybackFeature.Editing(
        .tags, text: recording.tags.joined(separator: ", "), draft: draft.text)
    case .sentence:
      let segments = transcript.loaded?.transcription.segments ?? []
      if let segment = segments.firstIndex(where: { $0.text == draft.original }) {
        editing = PlaybackFeature.Editing(
          .segment(segment), text: draft.original, draft: draft.text)
        chosenWordIndex = transcript.loaded?.firstWord(ofSegment: segment)
      } else if transcript.is(\.loaded) {
        alert = .draftFitsNoMore(draft.text)
        $drafts.withLock { $0.drop(draft) }
      }
    }
  }
}

extension PlaybackFeature.Editing.Target {
  fileprivate var draftKind: TextDraft.Kind? {
    switch self {
    case .segment: .sentence
    case .speaker: nil
    case .tags: .tags
    case .title: .title
    }
  }
}
