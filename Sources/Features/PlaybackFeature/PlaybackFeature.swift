import AudioFileClient
import AudioPlayerClient
public import ComposableArchitecture
import DatabaseClient
import LibraryFolder
public import SharedModels
public import TerminalUI

/// Plays a memo and shows its text: the spoken word is highlighted, and title and text can be
/// edited.
@Reducer
public struct PlaybackFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Never>?
    /// The word that the person has selected with the keys.
    public var chosenWordIndex: Int?
    /// The playback position, in seconds.
    public var currentTime: TimeInterval
    /// The word at the playback position; nil in a pause, before the first and after the last.
    public var currentWordIndex: Int?
    public var editing: Editing?
    /// Whether the audio file was missing when it should have been played.
    public var isAudioGone: Bool
    public var mode: Mode
    @Shared public var recording: Recording
    public var skipsSilence: Bool
    public var speed: Double
    public var transcript: TranscriptStatus
    /// The edits that the database has not confirmed yet, oldest first.
    public var unsavedEdits: [TranscriptionEdit]
    /// What can be undone, newest last.
    public var undoSteps: [UndoStep]

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

  public enum Action {
    case alert(PresentationAction<Never>)
    case cancelButtonTapped
    case chosenWordButtonTapped
    case delegate(Delegate)
    case editTextButtonTapped
    case editTitleButtonTapped
    /// Sent by the parent when something else is about to be played or recorded.
    case pauseRequested
    case playbackFinished(Result<Bool, any Error>)
    case playButtonTapped
    case reloadButtonTapped
    case saveButtonTapped
    case saveResponse(Result<TranscriptionEdit, any Error>)
    case seekButtonTapped(by: TimeInterval)
    case sentenceChosen(by: Int)
    case skipSilenceButtonTapped
    case speedButtonTapped(by: Int)
    case task
    case textFieldChanged(TextFieldState)
    case timeUpdated(TimeInterval)
    case transcriptResponse(Result<Transcription?, any Error>)
    case undoButtonTapped
    case wordChosen(by: Int)

    @CasePathable
    public enum Delegate: Sendable {
      /// All edits of the text are saved.
      case editsSaved
      /// Playback has begun.
      case playbackStarted
      /// An edit of the text could not be saved; those that were made after it are lost, too.
      case saveFailed(any Error)
    }
  }

  @Dependency(\.audioPlayer) var audioPlayer
  @Dependency(\.continuousClock) var clock
  @Dependency(\.database) var database
  @Dependency(\.date.now) var now
  @Dependency(\.libraryFolder) var libraryFolder

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert, .delegate:
        return .none

      case .cancelButtonTapped:
        if state.editing == nil { state.chosenWordIndex = nil }
        state.editing = nil
        return .none

      case .chosenWordButtonTapped:
        guard let index = state.chosenWordIndex,
          let words = state.transcript.loaded?.transcription.words, words.indices.contains(index)
        else { return .none }
        state.chosenWordIndex = nil
        let effect = seek(to: words[index].start / .seconds(1), &state)
        // Also where the word begins between two milliseconds.
        state.currentWordIndex = index
        return effect

      case .editTextButtonTapped:
        state.beginEditingText()
        return .none

      case .editTitleButtonTapped:
        state.editing = Editing(.title, text: state.recording.title)
        return .none

      case .pauseRequested:
        return state.mode == .playing ? playOrPause(&state) : .none

      case .playbackFinished(.failure(let error)):
        state.mode = .notPlaying
        if case AudioFileError.missing? = error as? AudioFileError {
          state.isAudioGone = true
          state.alert = .audioGone
        } else {
          state.alert = .playbackFailed(error)
        }
        return .none

      case .playbackFinished(.success(let isHeardToItsEnd)):
        state.mode = .notPlaying
        if isHeardToItsEnd { state.move(to: 0) }
        return .none

      case .playButtonTapped:
        return playOrPause(&state)

      case .reloadButtonTapped:
        state.transcript = .loading
        return load(state.recording.id)

      case .saveButtonTapped:
        return saveWhatIsEdited(&state)

      case .saveResponse(.failure(let error)):
        // The text in the library counts: edits on top of the one that failed are lost with it.
        state.unsavedEdits = []
        state.undoSteps.removeAll { $0.is(\.text) }
        state.alert = .notSaved(error)
        return .merge(.send(.delegate(.saveFailed(error))), load(state.recording.id))

      case .saveResponse(.success):
        if !state.unsavedEdits.isEmpty { state.unsavedEdits.removeFirst() }
        return state.unsavedEdits.isEmpty ? .send(.delegate(.editsSaved)) : saveNext(state)

      case .seekButtonTapped(let distance):
        return seek(to: state.currentTime + distance, &state)

      case .sentenceChosen(let distance):
        state.chooseSentence(by: distance)
        return .none

      case .skipSilenceButtonTapped:
        state.skipsSilence.toggle()
        return .run { [skips = state.skipsSilence] _ in await audioPlayer.setSkipsSilence(skips) }

      case .speedButtonTapped(let steps):
        state.speed = AudioPlayerClient.speed(state.speed, movedBy: steps)
        return .run { [speed = state.speed] _ in await audioPlayer.setSpeed(speed) }

      case .task:
        return .merge(load(state.recording.id), followTranscription(of: state.$recording))

      case .textFieldChanged(let field):
        state.editing?.field = field
        return .none

      case .timeUpdated(let time):
        state.move(to: time)
        return .none

      case .transcriptResponse(.failure(let error)):
        state.transcript = .failed(reason: String(describing: error))
        return .none

      case .transcriptResponse(.success(let transcription)):
        state.show(transcription)
        return .none

      case .undoButtonTapped:
        return undo(&state)

      case .wordChosen(let distance):
        state.chooseWord(by: distance)
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
