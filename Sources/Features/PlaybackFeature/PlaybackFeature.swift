import AudioFileClient
import AudioPlayerClient
public import ComposableArchitecture
public import ComposableTerminal
import DatabaseClient
import LibraryFolder
public import SharedModels
public import Styleguide
import TerminalClient
public import TerminalUI
public import TextEditorClient
public import UnsavedTexts

@Reducer
public struct PlaybackFeature: Sendable {
  public enum Action {
    case alert(PresentationAction<Alert>)
    case cancelButtonTapped
    case selectedWordButtonTapped
    case copyButtonTapped
    case copying(PresentationAction<ChoicePrompt<CopyTarget>.Action>)
    case delegate(Delegate)
    case detailsSaveResponse(Result<Void, any Error>, UnsavedText)
    case editorButtonTapped
    /// Sent before the program exits: ends the editor and keeps its text.
    case editorEndRequested
    case editorResponse(Result<EditedText, any Error>, of: Transcription.ID)
    case editTagsButtonTapped
    case editTextButtonTapped
    case editTitleButtonTapped
    case favoriteButtonTapped
    case findButtonTapped
    case findChanged(TextFieldState)
    case findDoneButtonTapped
    case matchSelected(by: Int)
    case pageMeasured(isLong: Bool)
    case pauseRequested
    case playbackFinished(Result<Bool, any Error>)
    case playButtonTapped
    /// Sent by the parent after opening a memo. Errors become a notice, not an alert.
    case playRequested
    /// A click on the waveform, as a fraction from 0 to 1.
    case positionSelected(Double)
    case reloadButtonTapped
    case saveButtonTapped
    case saveResponse(Result<Void, any Error>)
    case scrolled(TextScroll)
    case seekButtonTapped(by: TimeInterval)
    case segmentSelected(by: Int)
    case skipSilenceButtonTapped
    case speakerMenu(PresentationAction<ChoicePrompt<SpeakerChoice>.Action>)
    case speakersButtonTapped
    case speakersFound(Result<Transcription?, any Error>)
    case speedButtonTapped(by: Int)
    case task
    case textFieldChanged(TextFieldState)
    case timeUpdated(TimeInterval)
    case transcriptResponse(Result<Transcription?, any Error>)
    case undoButtonTapped
    case voiceResponse(Result<VoiceChange, any Error>)
    case voicesResponse(Result<[String], any Error>)
    case waveformResponse(Waveform)
    case wordSelected(by: Int)
    /// A click on the text, as a UTF-8 offset.
    case wordPressed(at: Int)

    @CasePathable
    public enum Delegate: Sendable {
      case editorFailed(any Error)
      case editsSaved
      case notice(String)
      case playbackStarted
      /// A change and those after it could not be saved. The typed text is kept.
      case saveFailed(any Error)
    }
  }

  @Dependency(\.audioFile) var audioFile
  @Dependency(\.audioPlayer) var audioPlayer
  @Dependency(\.continuousClock) var clock
  @Dependency(\.database) var database
  @Dependency(\.date.now) var now
  @Dependency(\.libraryFolder) var libraryFolder
  @Dependency(\.terminal) var terminal
  @Dependency(\.textEditor) var textEditor

  public init() {}

  public var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in
        switch action {
        case .cancelButtonTapped:
          state.cancel()
          return .none

        case .selectedWordButtonTapped:
          return playSelectedWord(&state)

        case .copyButtonTapped:
          state.copying = .copy(hasText: state.transcript.is(\.loaded))
          return .none

        case .copying(.presented(.delegate(.chosen(let target)))):
          state.copying = nil
          return copy(target, state)

        case .favoriteButtonTapped:
          state.$recording.withLock { $0.isFavorite.toggle() }
          return .none

        case .findButtonTapped:
          state.find = Find(text: state.find?.field.text ?? "")
          return .none

        case .findChanged(let field):
          state.updateFind(for: field)
          return .none

        case .findDoneButtonTapped:
          state.find?.isTyping = false
          if state.find?.matches.isEmpty == true { state.find = nil }
          return .none

        case .matchSelected(let distance):
          state.selectMatch(by: distance)
          return .none

        case .pageMeasured(let isLong):
          state.isTextLong = isLong
          return .none

        case .pauseRequested:
          return state.mode == .playing ? playOrPause(&state) : .none

        case .playbackFinished(let result):
          return endPlayback(result, &state)

        case .playButtonTapped:
          state.isAutoplaying = false
          return playOrPause(&state)

        case .playRequested:
          state.isAutoplaying = state.mode == .notPlaying
          return state.mode == .playing ? .none : playOrPause(&state)

        case .positionSelected(let fraction):
          return seek(to: fraction * (state.recording.duration / .seconds(1)), &state)

        case .reloadButtonTapped:
          state.transcript = .loading
          return load(state.recording.id)

        case .scrolled(let scroll):
          state.scroll = scroll
          return .none

        case .seekButtonTapped(let distance):
          return seek(to: state.currentTime + distance, &state)

        case .segmentSelected(let distance):
          state.selectSegment(by: distance)
          return .none

        case .skipSilenceButtonTapped:
          state.skipsSilence.toggle()
          return .run { [skips = state.skipsSilence] _ in await audioPlayer.setSkipsSilence(skips) }

        case .speedButtonTapped(let steps):
          state.speed = AudioPlayerClient.speed(state.speed, movedBy: steps)
          return .run { [speed = state.speed] _ in await audioPlayer.setSpeed(speed) }

        case .task:
          return .merge(
            load(state.recording.id), loadWaveform(state.recording),
            followTranscription(of: state.$recording))

        case .timeUpdated(let time):
          state.move(to: time)
          return .none

        case .transcriptResponse(.failure(let error)):
          state.transcript = .failed(reason: String(describing: error))
          return .none

        case .transcriptResponse(.success(let transcription)):
          state.show(transcription)
          return .none

        case .waveformResponse(let waveform):
          state.waveform = waveform
          return .none

        case .wordSelected(let distance):
          state.selectWord(by: distance)
          return .none

        case .wordPressed(let offset):
          state.selectedWordIndex = state.transcript.loaded?.word(at: offset)
          return .none

        default:
          return .none
        }
      }
      Reduce { state, action in reduceEditing(action, &state) }
      Reduce { state, action in reduceSpeakers(action, &state) }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$copying, action: \.copying) { ChoicePrompt() }
    .ifLet(\.$speakerMenu, action: \.speakerMenu) { ChoicePrompt() }
  }
}
