public import ComposableArchitecture
public import ComposableTerminal
public import SharedModels
public import Styleguide
import Tagged
public import TerminalUI
public import UnsavedTexts

extension PlaybackFeature {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Alert>?
    @Presents public var copying: ChoicePrompt<CopyTarget>.State?
    /// The word that the person has selected with the keys.
    public var chosenWordIndex: Int?
    /// The playback position, in seconds.
    public var currentTime: TimeInterval
    /// The word at the playback position; nil in a pause, before the first and after the last.
    public var currentWordIndex: Int?
    /// The unsaved text that the person's own editor was opened with.
    var editedAgain: UnsavedText?
    public var editing: Editing?
    /// Words that are looked for in the text.
    public var find: Find?
    /// Whether the audio file was missing when it should have been played.
    public var isAudioGone: Bool
    /// Whether the engine is telling the speakers apart.
    public var isFindingSpeakers = false
    /// Whether the text is open in the person's own editor.
    public var isInEditor = false
    /// Whether it plays because it was opened, and not because the person asked for it.
    var isPlayingUnasked = false
    /// Whether the text is longer than there is room for.
    public var isTextLong = false
    public var mode: Mode
    /// The unsaved text that the alert asks about.
    var offered: UnsavedText?
    /// The unsaved texts that the person wants to be asked about another time.
    var putOff: [UnsavedText] = []
    @Shared public var recording: Recording
    /// Where the person has scrolled to; `nil` while the page follows the spoken or chosen word.
    public var scroll: TextScroll?
    public var skipsSilence: Bool
    @Presents public var speakerMenu: ChoicePrompt<SpeakerChoice>.State?
    public var speed: Double
    public var transcript: TranscriptStatus
    /// What can be undone, newest last.
    public var undoSteps: [UndoStep]
    /// The changes of the transcript that the database has not confirmed yet, oldest first.
    public var unsavedChanges: [UnsavedChange]
    /// What was typed into any memo and is not saved.
    @Shared(.unsavedTexts) public var unsavedTexts: [UnsavedText]
    /// The outline of the sound; `nil` until it is known, and where it cannot be.
    public var waveform: Waveform?

    /// - Parameters:
    ///   - recording: The memo, shared with the list.
    ///   - currentTime: Where to begin, in seconds.
    public init(recording: Shared<Recording>, currentTime: TimeInterval = 0) {
      self.currentTime = currentTime
      isAudioGone = false
      mode = .notPlaying
      _recording = recording
      skipsSilence = false
      speed = 1
      transcript = .loading
      undoSteps = []
      unsavedChanges = []
    }

    /// Whether a change is not saved yet, or the text is being edited in the person's own editor.
    public var hasUnsavedEdits: Bool { isInEditor || !unsavedChanges.isEmpty }

    /// How much of the memo was played, from 0 to 1.
    public var progress: Double {
      let length = recording.duration / .seconds(1)
      return length > 0 ? min(1, max(0, currentTime / length)) : 0
    }
  }

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
}

extension PlaybackFeature.State {
  /// Rounded as the times of words are: as a `Double`, 1.4 s is a little less than 1400 ms.
  private var currentInstant: Duration? { Duration(secondsToMillisecond: currentTime) }

  mutating func move(to time: TimeInterval) {
    currentTime = time
    currentWordIndex = currentInstant.flatMap { transcript.loaded?.transcription.wordIndex(at: $0) }
  }

  mutating func show(_ transcription: Transcription?) {
    switch editing?.target {
    // What is typed is kept, and taken up below.
    case .segment, .speaker: editing = nil
    case .tags, .title, nil: break
    }
    find = nil
    chosenWordIndex = nil
    if transcript.loaded?.transcription.id != transcription?.id { forgetUndoOfTranscript() }
    transcript = transcription.map { .loaded(Transcript($0)) } ?? .missing
    move(to: currentTime)
    takeUpTyped()
  }

  /// Changes of another transcript, or of one that the database does not have, cannot be taken back.
  mutating func forgetUndoOfTranscript() {
    undoSteps.removeAll { $0.is(\.speakers) || $0.is(\.text) }
  }

  /// Makes a change in the text that is shown, if it fits there.
  mutating func apply(_ edit: PlaybackFeature.UnsavedChange.Edit) {
    guard var loaded = transcript.loaded
    else { return }
    let fits =
      switch edit {
      case .speakers(let edit): loaded.apply(edit)
      case .text(let edit): loaded.apply(edit)
      }
    guard fits
    else { return }
    transcript = .loaded(loaded)
    if let chosen = chosenWordIndex, !loaded.ranges.indices.contains(chosen) {
      chosenWordIndex = nil
    }
    move(to: currentTime)
    lookAgain()
  }

  /// The word that keys select from: the selected one, the spoken one, or the last that was spoken.
  var focusedWord: Int? {
    chosenWordIndex ?? currentWordIndex
      ?? currentInstant.flatMap { transcript.loaded?.lastWord(before: $0) }
  }

  mutating func chooseWord(by distance: Int) {
    scroll = nil
    guard let count = transcript.loaded?.ranges.count, count > 0
    else { return }
    chosenWordIndex = focusedWord.map { min(count - 1, max(0, $0 + distance)) } ?? 0
  }

  mutating func chooseSentence(by distance: Int) {
    scroll = nil
    guard let loaded = transcript.loaded, !loaded.ranges.isEmpty
    else { return }
    chosenWordIndex = focusedWord.map { loaded.word(distance, sentencesFrom: $0) } ?? 0
  }

  mutating func beginEditingText() {
    guard let loaded = transcript.loaded, let segment = loaded.segment(ofWord: focusedWord)
    else { return }
    scroll = nil
    editing = PlaybackFeature.Editing(
      .segment(segment), text: loaded.transcription.segments[segment].text)
  }

  /// Leaves what is open: what is typed, else what is looked for, else the chosen word and the place
  /// that was scrolled to.
  mutating func cancel() {
    if let editing {
      if editing.isChanged { undoSteps.append(.typed(editing)) }
      drop(unsavedText(of: editing))
      self.editing = nil
      takeUpTyped()
    } else {
      find = nil
      chosenWordIndex = nil
      scroll = nil
    }
  }

  /// Whether ``cancel()`` has something to leave.
  var canCancel: Bool {
    editing != nil || find != nil || chosenWordIndex != nil || scroll != nil
  }
}
