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
public import UndoCore

@Reducer
public struct PlaybackFeature: Sendable {
  @Reducer
  public enum Destination {
    case alert(AlertState<Alert>)
    case copy(ChoicePrompt<CopyTarget>)
    case speakers(ChoicePrompt<SpeakerChoice>)
    case time(TextPrompt<Duration>)
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case copyButtonTapped
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    case detailsSaveResponse(Result<Void, any Error>, UnsavedText)
    case editorButtonTapped
    /// Sent before the program exits: ends the editor and keeps its text.
    case editorEndRequested
    case editorResponse(Result<EditedText, any Error>, of: Transcription.ID)
    case editorSaved(EditedText)
    case editParagraphButtonTapped
    case editTagsButtonTapped
    case editTextButtonTapped
    case editTitleButtonTapped
    case favoriteButtonTapped
    case findButtonTapped
    case findChanged(TextFieldState)
    case findDoneButtonTapped
    case matchSelected(by: Int)
    case paragraphSelected(by: Int)
    case playbackFinished(Result<Bool, any Error>)
    case playButtonTapped
    /// Sent by the parent to play an open memo, as if it were opened again.
    case playRequested
    /// A click on the waveform, as a fraction from 0 to 1.
    case positionSelected(Double)
    case reloadButtonTapped
    case saveButtonTapped
    case saveResponse(Result<Void, any Error>)
    case seekButtonTapped(by: TimeInterval)
    case seekEnded(TimeInterval)
    case segmentSelected(by: Int)
    case selectedWordButtonTapped
    case skipSilenceButtonTapped
    case speakersButtonTapped
    case speakersFound(Result<Transcription?, any Error>)
    case speedButtonTapped(by: Int)
    case task
    case textFieldChanged(TextFieldState)
    case timeButtonTapped
    case timeUpdated(TimeInterval)
    case transcriptResponse(Result<Transcription?, any Error>)
    case voiceResponse(Result<VoiceChange, any Error>)
    case voicesResponse(Result<[String], any Error>)
    case waveformResponse(Waveform)
    case wordSelected(by: Int)
    /// A click on the text, as a UTF-8 offset.
    case wordPressed(at: Int)

    @CasePathable
    public enum Delegate: Sendable {
      /// The parent reports the error and may close the memo.
      case autoplayFailed(any Error)
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
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        state.cancel()
        return .none

      case .copyButtonTapped:
        state.destination = .copy(.copy(hasText: state.transcript.is(\.loaded)))
        return .none

      case .destination(.dismiss):
        guard state.destination?.alert != nil
        else { return .none }
        state.destination = nil
        _ = state.postponeOfferedText()
        state.restoreUnsavedText()
        return .none

      case .destination(.presented(.alert(let answer))):
        return handleAlert(answer, &state)

      case .destination(.presented(.copy(.delegate(.chosen(let target))))):
        state.destination = nil
        return copy(target, state)

      case .destination(.presented(.speakers(.delegate(.chosen(let choice))))):
        return choose(choice, &state)

      case .destination(.presented(.time(.delegate(.saved(let text))))):
        return go(to: text, &state)

      case .binding, .delegate, .destination:
        return .none

      case .detailsSaveResponse(let result, let typed):
        return handleDetailsSaveResponse(result, typed, &state)

      case .editorButtonTapped:
        return openEditor(&state)

      case .editorEndRequested:
        return .run { _ in textEditor.close() }

      case .editorResponse(let result, let id):
        return endEditor(result, of: id, &state)

      case .editorSaved(let edited):
        state.keepSaved(edited)
        return .none

      case .editParagraphButtonTapped:
        state.beginEditingParagraph()
        return .none

      case .editTagsButtonTapped:
        state.editing = Editing(.tags, text: state.recording.tags.joined(separator: ", "))
        return .none

      case .editTextButtonTapped:
        state.beginEditingText()
        return .none

      case .editTitleButtonTapped:
        state.editing = Editing(.title, text: state.recording.title)
        return .none

      case .favoriteButtonTapped:
        state.changeDetails { $0.isFavorite.toggle() }
        return .none

      case .findButtonTapped:
        state.find = Find(text: state.find?.field.text ?? "")
        state.refreshMatches()
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

      case .paragraphSelected(let distance):
        state.selectParagraph(by: distance)
        return .none

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

      case .saveButtonTapped:
        return saveEditing(&state)

      case .saveResponse(let result):
        return handleSaveResponse(result, &state)

      case .seekButtonTapped(let distance):
        return seek(to: state.currentTime + distance, &state)

      case .seekEnded(let time):
        state.isSeeking = false
        return state.currentTime == time ? .none : movePlayer(&state)

      case .segmentSelected(let distance):
        state.selectSegment(by: distance)
        return .none

      case .selectedWordButtonTapped:
        return playSelectedWord(&state)

      case .skipSilenceButtonTapped:
        state.skipsSilence.toggle()
        return .run { [skips = state.skipsSilence] _ in await audioPlayer.setSkipsSilence(skips) }

      case .speakersButtonTapped:
        state.openSpeakerMenu()
        return .none

      case .speakersFound(let result):
        return handleSpeakersFound(result, &state)

      case .speedButtonTapped(let steps):
        state.speed = AudioPlayerClient.speed(state.speed, movedBy: steps)
        return .run { [speed = state.speed] _ in await audioPlayer.setSpeed(speed) }

      case .task:
        return .merge(
          load(state.recording.id), loadWaveform(state.recording),
          followTranscription(of: state.$recording),
          state.isAutoplaying ? playOrPause(&state) : .none)

      case .textFieldChanged(let field):
        state.editing?.field = field
        state.storeTypedText()
        return .none

      case .timeButtonTapped:
        state.destination = .time(.time(in: state.recording.duration))
        return .none

      case .timeUpdated(let time):
        // It may precede the seek.
        guard !state.isSeeking
        else { return .none }
        state.move(to: time)
        return .none

      case .transcriptResponse(.failure(let error)):
        state.transcript = .failed(reason: String(describing: error))
        return .none

      case .transcriptResponse(.success(let transcription)):
        state.show(transcription)
        let track = transcription?.settings.track
        return track == nil ? .none : loadWaveform(state.recording, track: track)

      case .voiceResponse(let result):
        return handleVoiceResponse(result, &state)

      case .voicesResponse(let result):
        return handleVoicesResponse(result, &state)

      case .waveformResponse(let waveform):
        state.waveform = waveform
        return .none

      case .wordSelected(let distance):
        state.selectWord(by: distance)
        return .none

      case .wordPressed(let offset):
        state.selectedWordIndex = state.transcript.loaded?.word(at: offset)
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .onChange(of: \.editedFiles) { old, state in discard(old.subtracting(state.editedFiles)) }
  }
}

extension PlaybackFeature.Destination.State: Equatable {}
