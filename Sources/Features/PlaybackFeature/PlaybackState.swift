public import ComposableArchitecture
public import SharedModels
public import Styleguide
public import TerminalUI
public import UndoCore

extension PlaybackFeature {
  @ObservableState
  public struct State: Equatable {
    public var selectedWordIndex: Int?
    /// In seconds.
    public var currentTime: TimeInterval
    /// `nil` in a pause, before the first word and after the last.
    public var currentWordIndex: Int?
    @Presents public var destination: Destination.State?
    var textInEditor: UnsavedText?
    public var editing: Editing?
    public var find: Find?
    public var isAudioMissing: Bool
    public var isEditorWrapped = false
    public var isFindingSpeakers = false
    public var isInEditor = false
    /// Until the player is at the new time, which later seeks can move on.
    public var isSeeking = false
    public let isReadOnly: Bool
    /// Opening the memo starts playback. An error is then sent to the parent.
    public var isAutoplaying: Bool
    public var isTextLong = false
    public var mode: Mode
    var offeredText: UnsavedText?
    var postponedTexts: [UnsavedText] = []
    @Shared public var recording: Recording
    /// `nil` while the page follows the spoken or chosen word.
    public var scroll: TextScroll?
    public var skipsSilence: Bool
    public var speed: Double
    public var transcript: TranscriptStatus
    /// Newest last.
    @Shared public var undoSteps: [UndoStep]
    /// Changes that the database has not confirmed yet, oldest first.
    public var unsavedChanges: [UnsavedChange]
    @Shared(.unsavedTexts) public var unsavedTexts: [UnsavedText]
    public var waveform: Waveform?

    /// With `isAutoplaying`, playback starts on ``Action/task``.
    public init(
      recording: Shared<Recording>, currentTime: TimeInterval = 0, find: Find? = nil,
      isAutoplaying: Bool = false, isReadOnly: Bool = false,
      undoSteps: Shared<[UndoStep]> = Shared(value: [])
    ) {
      self.currentTime = currentTime
      self.find = find
      isAudioMissing = false
      self.isAutoplaying = isAutoplaying
      self.isReadOnly = isReadOnly
      mode = .notPlaying
      _recording = recording
      skipsSilence = false
      speed = 1
      transcript = .loading
      _undoSteps = undoSteps
      unsavedChanges = []
    }

    public var hasUnsavedEdits: Bool { isInEditor || !unsavedChanges.isEmpty }

    /// From 0 to 1.
    public var progress: Double {
      let length = recording.duration / .seconds(1)
      return length > 0 ? min(1, max(0, currentTime / length)) : 0
    }
  }

  public enum Mode: Equatable, Sendable {
    case notPlaying, paused, playing
  }

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
  /// Rounded as word times are: as a `Double`, 1.4 s is a little less than 1400 ms.
  private var currentInstant: Duration? { Duration(secondsToMillisecond: currentTime) }

  mutating func move(to time: TimeInterval) {
    currentTime = time
    currentWordIndex = currentInstant.flatMap { transcript.loaded?.transcription.wordIndex(at: $0) }
  }

  mutating func show(_ transcription: Transcription?) {
    switch editing?.target {
    // The typed text is kept, and taken up again below.
    case .segment, .segments, .speaker: editing = nil
    case .tags, .title, nil: break
    }
    if find?.terms == nil { find = nil }
    selectedWordIndex = nil
    transcript = transcription.map { .loaded(Transcript($0)) } ?? .missing
    move(to: currentTime)
    showSearch()
    restoreUnsavedText()
  }

  mutating func record(_ change: UndoStep.Change) {
    $undoSteps.withLock { $0.append(UndoStep(change, of: [recording])) }
  }

  mutating func changeDetails(_ change: (inout Recording) -> Void) {
    let before = recording
    $recording.withLock { change(&$0) }
    guard let step = UndoStep(from: [before], to: [recording])
    else { return }
    $undoSteps.withLock { $0.append(step) }
  }

  public mutating func update(_ transcription: Transcription) {
    guard editing == nil, transcript.loaded?.transcription.id == transcription.id
    else { return show(transcription) }
    var loaded = Transcript(transcription)
    for change in unsavedChanges { _ = loaded.apply(change.edit) }
    show(loaded)
  }

  mutating func apply(_ edit: PlaybackFeature.UnsavedChange.Edit) {
    guard var loaded = transcript.loaded, loaded.apply(edit)
    else { return }
    show(loaded)
  }

  private mutating func show(_ loaded: Transcript) {
    transcript = .loaded(loaded)
    if let chosen = selectedWordIndex, !loaded.ranges.indices.contains(chosen) {
      selectedWordIndex = nil
    }
    move(to: currentTime)
    refreshMatches()
  }

  /// The word that keys select from: the selected, the spoken or the last spoken word.
  var focusedWord: Int? {
    selectedWordIndex ?? currentWordIndex
      ?? currentInstant.flatMap { transcript.loaded?.lastWord(before: $0) }
  }

  mutating func selectWord(by distance: Int) {
    scroll = nil
    guard let count = transcript.loaded?.ranges.count, count > 0
    else { return }
    selectedWordIndex = focusedWord.map { min(count - 1, max(0, $0 + distance)) } ?? 0
  }

  mutating func selectSegment(by distance: Int) {
    scroll = nil
    guard let loaded = transcript.loaded, !loaded.ranges.isEmpty
    else { return }
    selectedWordIndex = focusedWord.map { loaded.word(distance, segmentsFrom: $0) } ?? 0
  }

  mutating func selectParagraph(by distance: Int) {
    scroll = nil
    guard let loaded = transcript.loaded, !loaded.ranges.isEmpty
    else { return }
    selectedWordIndex = focusedWord.map { loaded.word(distance, paragraphsFrom: $0) } ?? 0
  }

  mutating func beginEditingText() {
    guard let loaded = transcript.loaded, let segment = loaded.segment(ofWord: focusedWord)
    else { return }
    scroll = nil
    editing = PlaybackFeature.Editing(
      .segment(segment), text: loaded.transcription.segments[segment].text)
  }

  mutating func beginEditingParagraph() {
    guard let loaded = transcript.loaded, let segments = loaded.paragraph(ofWord: focusedWord)
    else { return }
    scroll = nil
    editing = PlaybackFeature.Editing(.segments(segments), text: loaded.text(of: segments))
  }

  mutating func cancel() {
    if let editing {
      if editing.isChanged { record(.typed(unsavedText(of: editing))) }
      drop(unsavedText(of: editing))
      self.editing = nil
      restoreUnsavedText()
    } else {
      find = nil
      selectedWordIndex = nil
      scroll = nil
    }
  }

  var canCancel: Bool {
    editing != nil || find.map { $0.terms == nil } ?? false || selectedWordIndex != nil
      || scroll != nil
  }
}
