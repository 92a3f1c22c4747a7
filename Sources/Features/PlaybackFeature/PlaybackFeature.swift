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

/// Plays a memo and shows its text: the spoken word is highlighted, and title and text can be
/// edited.
@Reducer
public struct PlaybackFeature: Sendable {
  public enum Action {
    case alert(PresentationAction<Never>)
    case cancelButtonTapped
    case chosenWordButtonTapped
    case copyButtonTapped
    case copying(PresentationAction<ChoicePrompt<CopyTarget>.Action>)
    case delegate(Delegate)
    case editorButtonTapped
    case editorResponse(Result<EditedText, any Error>, of: Transcription.ID)
    case editTagsButtonTapped
    case editTextButtonTapped
    case editTitleButtonTapped
    case favoriteButtonTapped
    case findButtonTapped
    case findChanged(TextFieldState)
    case findDoneButtonTapped
    case matchChosen(by: Int)
    case nameSpeakerButtonTapped
    /// Sent by the parent when something else is about to be played or recorded.
    case pauseRequested
    case playbackFinished(Result<Bool, any Error>)
    case playButtonTapped
    /// Sent by the parent to play a memo that has just been opened. What goes wrong is noted, and
    /// stands in nobody's way.
    case playRequested
    /// A click on the waveform: how far along it is, from 0 to 1.
    case positionChosen(Double)
    case reloadButtonTapped
    case saveButtonTapped
    case saveResponse(Result<TranscriptionEdit, any Error>)
    case scrolled(TextScroll)
    case seekButtonTapped(by: TimeInterval)
    case sentenceChosen(by: Int)
    case skipSilenceButtonTapped
    case speakerResponse(Result<Void, any Error>)
    case speedButtonTapped(by: Int)
    case task
    case textFieldChanged(TextFieldState)
    case timeUpdated(TimeInterval)
    case transcriptResponse(Result<Transcription?, any Error>)
    case undoButtonTapped
    case waveformResponse(Waveform)
    case wordChosen(by: Int)
    /// A click on the word at that place of the text.
    case wordPressed(at: Int)

    @CasePathable
    public enum Delegate: Sendable {
      /// All edits of the text are saved.
      case editsSaved
      /// Something that a person is to be told, in a sentence.
      case noted(String)
      /// Playback has begun.
      case playbackStarted
      /// An edit of the text could not be saved; those that were made after it are lost, too.
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
    Reduce { state, action in
      switch action {
      case .alert, .delegate:
        return .none

      case .cancelButtonTapped:
        state.cancel()
        return .none

      case .chosenWordButtonTapped:
        guard let index = state.chosenWordIndex,
          let words = state.transcript.loaded?.transcription.words, words.indices.contains(index)
        else { return .none }
        state.chosenWordIndex = nil
        state.isPlayingUnasked = false
        let effect = play(from: words[index].start / .seconds(1), &state)
        // Also where the word begins between two milliseconds.
        state.currentWordIndex = index
        return effect

      case .copyButtonTapped:
        state.copying = .copy(hasText: state.transcript.is(\.loaded))
        return .none

      case .copying(.presented(.delegate(.chosen(let target)))):
        state.copying = nil
        return copy(target, state)

      case .copying:
        return .none

      case .editorButtonTapped:
        return openEditor(state)

      case .editorResponse(let result, let id):
        return takeEdited(result, of: id, &state)

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
        state.$recording.withLock { $0.isFavorite.toggle() }
        return .none

      case .findButtonTapped:
        state.find = Find(text: state.find?.field.text ?? "")
        return .none

      case .findChanged(let field):
        state.look(for: field)
        return .none

      case .findDoneButtonTapped:
        state.find?.isTyping = false
        if state.find?.matches.isEmpty == true { state.find = nil }
        return .none

      case .matchChosen(let distance):
        state.chooseMatch(by: distance)
        return .none

      case .nameSpeakerButtonTapped:
        state.beginNamingSpeaker()
        return .none

      case .pauseRequested:
        return state.mode == .playing ? playOrPause(&state) : .none

      case .playbackFinished(.failure(let error)):
        state.mode = .notPlaying
        if case AudioFileError.missing? = error as? AudioFileError {
          state.isAudioGone = true
        }
        guard !state.isPlayingUnasked
        else { return .send(.delegate(.noted("It cannot be played: \(error)"))) }
        state.alert = state.isAudioGone ? .audioGone : .playbackFailed(error)
        return .none

      case .playbackFinished(.success(let isHeardToItsEnd)):
        state.mode = .notPlaying
        if isHeardToItsEnd { state.move(to: 0) }
        return .none

      case .playButtonTapped:
        state.isPlayingUnasked = false
        return playOrPause(&state)

      case .playRequested:
        state.isPlayingUnasked = state.mode == .notPlaying
        return state.mode == .playing ? .none : playOrPause(&state)

      case .positionChosen(let fraction):
        return seek(to: fraction * (state.recording.duration / .seconds(1)), &state)

      case .reloadButtonTapped:
        state.transcript = .loading
        return load(state.recording.id)

      case .saveButtonTapped:
        return saveWhatIsEdited(&state)

      case .saveResponse(.failure(let error)):
        // The text in the library counts. What was typed becomes drafts, to be tried again.
        state.keepDrafts(of: state.unsavedEdits)
        state.unsavedEdits = []
        state.undoSteps.removeAll { $0.is(\.text) }
        state.alert = .notSaved(error)
        return .merge(.send(.delegate(.saveFailed(error))), load(state.recording.id))

      case .saveResponse(.success):
        if !state.unsavedEdits.isEmpty { state.unsavedEdits.removeFirst() }
        return state.unsavedEdits.isEmpty ? .send(.delegate(.editsSaved)) : saveNext(state)

      case .scrolled(let scroll):
        state.scroll = scroll
        return .none

      case .seekButtonTapped(let distance):
        return seek(to: state.currentTime + distance, &state)

      case .sentenceChosen(let distance):
        state.chooseSentence(by: distance)
        return .none

      case .skipSilenceButtonTapped:
        state.skipsSilence.toggle()
        return .run { [skips = state.skipsSilence] _ in await audioPlayer.setSkipsSilence(skips) }

      case .speakerResponse(.failure(let error)):
        state.undoSteps.removeAll { $0.is(\.speaker) }
        state.alert = .notSaved(error)
        return load(state.recording.id)

      case .speakerResponse(.success):
        return .none

      case .speedButtonTapped(let steps):
        state.speed = AudioPlayerClient.speed(state.speed, movedBy: steps)
        return .run { [speed = state.speed] _ in await audioPlayer.setSpeed(speed) }

      case .task:
        return .merge(
          load(state.recording.id), outline(state.recording),
          followTranscription(of: state.$recording))

      case .textFieldChanged(let field):
        state.editing?.field = field
        state.keepDraft()
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

      case .waveformResponse(let waveform):
        state.waveform = waveform
        return .none

      case .wordChosen(let distance):
        state.chooseWord(by: distance)
        return .none

      case .wordPressed(let offset):
        state.chosenWordIndex = state.transcript.loaded?.word(at: offset)
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$copying, action: \.copying) { ChoicePrompt() }
  }
}
