import ComposableArchitecture
import DependenciesTestSupport
import Testing

@MainActor
@Suite("RecordingsListFeature Tests", .dependencies)
struct RecordingsListFeatureTests {
  @Test("TST-32 TST-33 TST-37 TST-38 Delete recording removes from shared state")
  func delete() async {
    @Shared(.recordings) var recordings = [.morning, .evening]
    defer { #expect(recordings == [.evening]) }

    let store = TestStore(initialState: RecordingsListFeature.State()) {
      RecordingsListFeature()
    }
    await store.send(.deleteButtonTapped(0)) {
      $0.$recordings.withLock { $0 = [.evening] }
    }
  }

  @Test("TST-39 TST-47 The edited title of a recording is saved to the file")
  func editRecordingTitlePersists() async throws {
    @Shared(.recordings) var recordings = [.morning, .evening]
    let recording = try #require(Shared($recordings[id: Recording.evening.id]))
    let store = TestStore(initialState: RecordingTitle.State(recording: recording)) {
      RecordingTitle()
    }
    await store.send(\.binding.title, "Evening walk") { $0.title = "Evening walk" }
    await store.send(.doneButtonTapped) {
      $0.$recording.withLock { $0.title = "Evening walk" }
    }
    #expect(store.isDismissed)
    #expect(recordings[id: 2]?.title == "Evening walk")

    try await $recordings.save()
    @Dependency(\.defaultFileStorage) var storage
    let kept = try JSONDecoder().decode(
      [Recording].self, from: #require(storage.read(.recordingsFile).data))
    #expect(kept.map(\.title) == ["Morning", "Evening walk"])
  }

  @Test("TST-34 TST-35 Recordings of other tests are absent")
  func quarantine() {
    @Shared(.recordings) var recordings
    #expect(recordings.isEmpty)
  }

  @Test("TST-45 TST-46 A program detects that it is tested, and its context")
  func entryPoint() {
    #expect(isTesting)
    #expect(ProcessInfo.processInfo.environment["UI_TESTING"] == nil)
  }
}

struct Recording: Codable, Equatable, Identifiable {
  let id: Int
  var title: String

  static let morning = Self(id: 1, title: "Morning")
  static let evening = Self(id: 2, title: "Evening")
}

extension URL {
  static let recordingsFile = Self(filePath: "/recordings.json")
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Recording>>.Default {
  static var recordings: Self {
    Self[.fileStorage(.recordingsFile), default: []]
  }
}

/// A list from which recordings can be deleted.
@Reducer
struct RecordingsListFeature {
  @ObservableState
  struct State: Equatable {
    @Shared(.recordings) var recordings
  }

  enum Action {
    case deleteButtonTapped(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped(let index):
        state.$recordings.withLock { _ = $0.remove(at: index) }
        return .none
      }
    }
  }
}

/// A form that saves a recording's title when the user is done.
@Reducer
struct RecordingTitle {
  @ObservableState
  struct State: Equatable {
    @Shared var recording: Recording
    var title: String

    init(recording: Shared<Recording>) {
      _recording = recording
      title = recording.wrappedValue.title
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case doneButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none
      case .doneButtonTapped:
        state.$recording.withLock { [title = state.title] in $0.title = title }
        return .run { _ in await dismiss() }
      }
    }
  }
}
