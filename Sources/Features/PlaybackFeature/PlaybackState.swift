public import ComposableArchitecture
public import SharedModels
public import TerminalUI

extension PlaybackFeature {
  public enum Mode: Equatable, Sendable {
    case notPlaying, paused, playing
  }

  /// Whether there is a text to show.
  @CasePathable
  @dynamicMemberLookup
  public enum TranscriptStatus: Equatable, Sendable {
    case failed(reason: String)
    case loaded(Transcript)
    case loading
    case missing
  }

  /// What is being typed.
  public struct Editing: Equatable, Sendable {
    public enum Target: Equatable, Sendable {
      /// A segment of the transcript: about a sentence.
      case segment(Int)
      case title
    }

    public var field: TextFieldState
    public let target: Target
    private let original: TextFieldState

    public init(_ target: Target, text: String) {
      self.target = target
      field = TextFieldState(text)
      original = field
    }

    /// Compared with what the field showed at first, where a line break is a space.
    var isChanged: Bool { field.text != original.text }
  }

  /// A change that can be undone.
  @CasePathable
  public enum UndoStep: Equatable, Sendable {
    case text(TranscriptionEdit)
    /// The title before.
    case title(String)
  }
}

extension PlaybackFeature.State {
  /// Rounded as the times of words are: as a `Double`, 1.4 s is a little less than 1400 ms.
  private var currentInstant: Duration? { Duration(secondsToMillisecond: currentTime) }

  mutating func move(to time: TimeInterval) {
    currentTime = time
    currentWordIndex = currentInstant.flatMap { transcript.loaded?.transcription.wordIndex(at: $0) }
  }

  mutating func show(_ transcription: Transcription?) {
    if editing?.target != .title { editing = nil }
    chosenWordIndex = nil
    if transcript.loaded?.transcription.id != transcription?.id {
      undoSteps.removeAll { $0.is(\.text) }
    }
    transcript = transcription.map { .loaded(Transcript($0)) } ?? .missing
    move(to: currentTime)
  }

  mutating func apply(_ edit: TranscriptionEdit) {
    guard var loaded = transcript.loaded, loaded.apply(edit)
    else { return }
    transcript = .loaded(loaded)
    if let chosen = chosenWordIndex, !loaded.ranges.indices.contains(chosen) {
      chosenWordIndex = nil
    }
    move(to: currentTime)
  }

  /// The word that keys select from: the selected one, the spoken one, or the last that was spoken.
  var focusedWord: Int? {
    chosenWordIndex ?? currentWordIndex
      ?? currentInstant.flatMap { transcript.loaded?.lastWord(before: $0) }
  }

  mutating func chooseWord(by distance: Int) {
    guard let count = transcript.loaded?.ranges.count, count > 0
    else { return }
    chosenWordIndex = focusedWord.map { min(count - 1, max(0, $0 + distance)) } ?? 0
  }

  mutating func chooseSentence(by distance: Int) {
    guard let loaded = transcript.loaded, !loaded.ranges.isEmpty
    else { return }
    chosenWordIndex = focusedWord.map { loaded.word(distance, sentencesFrom: $0) } ?? 0
  }

  mutating func beginEditingText() {
    guard let loaded = transcript.loaded, let segment = loaded.segment(ofWord: focusedWord)
    else { return }
    editing = PlaybackFeature.Editing(
      .segment(segment), text: loaded.transcription.segments[segment].text)
  }
}
