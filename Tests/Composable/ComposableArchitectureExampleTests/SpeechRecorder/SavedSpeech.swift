import ComposableArchitecture
import Foundation

struct SavedSpeech: Codable, Equatable, Identifiable {
  let id: UUID
  var title = ""
  var words: [TimeInterval] = []

  static func preview() -> Self {
    Self(id: UUID(0), title: "Morning", words: [1, 2])
  }
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<SavedSpeech>>.Default {
  static var savedSpeeches: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "recordings.json")), default: []]
  }
}

@Reducer
struct SavedSpeechList {
  @ObservableState
  struct State: Equatable {
    @Shared(.savedSpeeches) var recordings: IdentifiedArrayOf<SavedSpeech>
    @Presents var playback: SavedSpeechPlayer.State?
  }

  enum Action {
    case deleteRecordings(IndexSet)
    case playback(PresentationAction<SavedSpeechPlayer.Action>)
    case selectRecording(SavedSpeech)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteRecordings(let offsets):
        state.$recordings.withLock { $0.remove(atOffsets: offsets) }
        return .none

      case .playback:
        return .none

      case .selectRecording(let recording):
        guard let sharedRecording = Shared(state.$recordings[id: recording.id])
        else { return .none }
        state.playback = SavedSpeechPlayer.State(recording: sharedRecording)
        return .none
      }
    }
    .ifLet(\.$playback, action: \.playback) { SavedSpeechPlayer() }
  }
}

@Reducer
struct SavedSpeechPlayer {
  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert { case confirmDeletion }
  }

  @ObservableState
  struct State: Equatable {
    @Shared var recording: SavedSpeech
    var currentTime: TimeInterval = 0
    var currentWordIndex: Int?
    @Presents var destination: Destination.State?
  }

  enum Action {
    case deleteButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case timeUpdated(TimeInterval)
    case titleChanged(String)
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped:
        state.destination = .alert(.deleteRecording)
        return .none

      case .destination(.presented(.alert(.confirmDeletion))):
        @Shared(.savedSpeeches) var recordings
        $recordings.withLock { _ = $0.remove(id: state.recording.id) }
        return .run { _ in await dismiss() }

      case .destination:
        return .none

      case .timeUpdated(let time):
        state.currentTime = time
        state.currentWordIndex = state.recording.words.lastIndex { $0 <= time }
        return .none

      case .titleChanged(let title):
        state.$recording.withLock { $0.title = title }
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension SavedSpeechPlayer.Destination.State: Equatable {}

extension AlertState where Action == SavedSpeechPlayer.Destination.Alert {
  static let deleteRecording = Self {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Yes") }
    ButtonState(role: .cancel) { TextState("Never mind") }
  }
}
