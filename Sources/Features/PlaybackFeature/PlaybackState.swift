public import ComposableArchitecture
public import ComposableTerminal
public import SharedModels
public import Styleguide
public import Tagged
public import TerminalUI

extension PlaybackFeature {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Never>?
    @Presents public var copying: ChoicePrompt<CopyTarget>.State?
    /// The word that the person has selected with the keys.
    public var chosenWordIndex: Int?
    /// The playback position, in seconds.
    public var currentTime: TimeInterval
    /// The word at the playback position; nil in a pause, before the first and after the last.
    public var currentWordIndex: Int?
    /// What was typed into any memo and is not saved.
    @Shared(.textDrafts) public var drafts: [TextDraft]
    public var editing: Editing?
    /// Words that are looked for in the text.
    public var find: Find?
    /// Whether the audio file was missing when it should have been played.
    public var isAudioGone: Bool
    /// Whether it plays because it was opened, and not because the person asked for it.
    var isPlayingUnasked = false
    public var mode: Mode
    @Shared public var recording: Recording
    /// Where the person has scrolled to; `nil` while the page follows the spoken or chosen word.
    public var scroll: TextScroll?
    public var skipsSilence: Bool
    public var speed: Double
    public var transcript: TranscriptStatus
    /// The edits that the database has not confirmed yet, oldest first.
    public var unsavedEdits: [TranscriptionEdit]
    /// What can be undone, newest last.
    public var undoSteps: [UndoStep]
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
      unsavedEdits = []
      undoSteps = []
    }

    /// Whether the database has not confirmed all edits yet.
    public var hasUnsavedEdits: Bool { !unsavedEdits.isEmpty }

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

  /// What is being typed.
  public struct Editing: Equatable, Sendable {
    public enum Target: Equatable, Sendable {
      /// A segment of the transcript: about a sentence.
      case segment(Int)
      /// What a speaker is called.
      case speaker(Speaker.ID)
      case tags
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

    /// Goes on with what was typed the last time.
    ///
    /// - Parameters:
    ///   - target: What it is the text of.
    ///   - text: What it is without what was typed.
    ///   - draft: What was typed.
    init(_ target: Target, text: String, draft: String) {
      self.init(target, text: text)
      field = TextFieldState(draft)
    }

    /// What the field showed at first.
    public var originalText: String { original.text }

    /// Compared with what the field showed at first, where a line break is a space.
    var isChanged: Bool { field.text != original.text }
  }

  /// A change that can be undone.
  @CasePathable
  public enum UndoStep: Equatable, Sendable {
    /// What a speaker was called before.
    case speaker(Speaker.ID, String?)
    /// The tags before.
    case tags([String])
    case text(TranscriptionEdit)
    /// The title before.
    case title(String)
    /// What was typed and not saved.
    case typed(Editing)
  }

  /// Words that are looked for in the text.
  public struct Find: Equatable, Sendable {
    public var field: TextFieldState
    public var isTyping = true
    /// Where they are, in the text's UTF-8.
    public var matches: [Range<Int>] = []
    /// The match that the person is at.
    public var current: Int?

    /// - Parameter text: What to begin with.
    public init(text: String) {
      field = TextFieldState(text)
    }
  }

  /// What can be copied.
  public enum CopyTarget: Equatable, Sendable {
    case link, memo, sentence, word

    var noun: String {
      switch self {
      case .link: "The link"
      case .memo: "The text"
      case .sentence: "The sentence"
      case .word: "The word"
      }
    }
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
    case .segment, .speaker: editing = nil
    case .tags, .title, nil: break
    }
    find = nil
    chosenWordIndex = nil
    if transcript.loaded?.transcription.id != transcription?.id {
      undoSteps.removeAll { $0.is(\.speaker) || $0.is(\.text) }
    }
    transcript = transcription.map { .loaded(Transcript($0)) } ?? .missing
    move(to: currentTime)
    if editing == nil { takeUpDraft() }
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
      dropDraft(of: editing)
      self.editing = nil
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

  mutating func look(for field: TextFieldState) {
    guard var find, let loaded = transcript.loaded
    else { return }
    let isChanged = field.text != find.field.text || find.matches.isEmpty
    find.field = field
    if isChanged {
      let place = focusedWord.map { loaded.ranges[$0].lowerBound } ?? 0
      find.matches = loaded.matches(of: field.text)
      find.current =
        find.matches.isEmpty
        ? nil : find.matches.firstIndex { $0.lowerBound >= place } ?? 0
    }
    self.find = find
    goToMatch()
  }

  mutating func chooseMatch(by distance: Int) {
    guard let find, let current = find.current
    else { return }
    let count = find.matches.count
    self.find?.current = ((current + distance) % count + count) % count
    goToMatch()
  }

  private mutating func goToMatch() {
    guard let find, let current = find.current
    else { return }
    scroll = nil
    chosenWordIndex = transcript.loaded?.word(at: find.matches[current].lowerBound)
  }

  /// What is copied as that.
  func text(of target: PlaybackFeature.CopyTarget) -> String? {
    let loaded = transcript.loaded
    switch target {
    case .link:
      let time = chosenWordIndex.flatMap { loaded?.transcription.words[$0].start }
      return DeepLink.recording(id: recording.id.rawValue.uuidString.lowercased(), time: time).text
    case .memo:
      return loaded?.text
    case .sentence:
      return loaded?.segment(ofWord: focusedWord)
        .flatMap { loaded?.transcription.segments[$0].text }
    case .word:
      guard let words = loaded?.transcription.words, !words.isEmpty
      else { return nil }
      return words[focusedWord ?? 0].text
    }
  }
}
