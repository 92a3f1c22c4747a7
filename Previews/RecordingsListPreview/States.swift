import ComposableArchitecture
import DatabaseClient
import PreviewHarness
import RecordingsListFeature
import SharedModels
import TerminalUI

extension RecordingsListPreview {
  static let states: [Preview<RecordingsListFeature>.StartingState] = [
    state("usual", .inMemory(memos: typical)),
    state("marked", .inMemory(memos: typical)) { state in
      state.marked = Set(typical.prefix(2).map(\.id))
    },
    state("filters", .inMemory(memos: typical)) { $0.destination = .filters(filters) },
    state("naming", .inMemory(memos: typical)) { state in
      var filters = filters
      filters.nameField = TextFieldState("Work, loved")
      state.destination = .filters(filters)
    },
    state("no tags", .inMemory(memos: [memo(1, "Ideas for the garden")])) { state in
      state.destination = .filters(
        FiltersFeature.State(recordings: [], current: Arrangement()))
    },
    state("empty", .inMemory()),
    state(
      "long", .inMemory(memos: (1...10_000).map { memo($0, "Memo \($0)") }), isLarge: true),
    state("loading", database: { $0.recordings = { _ in try await Task.never() } }),
    state(
      "failed",
      database: { $0.recordings = { _ in throw DatabaseError.busy(path: "library.sqlite") } }),
    state(
      "full disk", .inMemory(memos: typical),
      database: { $0.modify = { _, _ in throw DatabaseError.diskFull(path: "library.sqlite") } }),
  ]

  private static func state(
    _ name: String, _ library: @autoclosure @escaping () -> DatabaseClient = .inMemory(),
    isLarge: Bool = false,
    _ begin: @escaping (inout RecordingsListFeature.State) -> Void = { _ in },
    database change: @escaping (inout DatabaseClient) -> Void = { _ in }
  ) -> Preview<RecordingsListFeature>.StartingState {
    func start() -> RecordingsListFeature.State {
      var state = RecordingsListFeature.State()
      begin(&state)
      return state
    }
    return .init(name, isLarge: isLarge, start()) {
      var database = library()
      change(&database)
      $0.database = database
    }
  }

  private static var filters: FiltersFeature.State {
    let filters = FiltersFeature.State(
      recordings: IdentifiedArray(uniqueElements: typical),
      current: Arrangement(favoritesOnly: true, filter: "#work"))
    filters.$filters.withLock {
      $0 = [
        SavedFilter("Money", text: "#money budget"),
        SavedFilter("Loved", text: "", favoritesOnly: true),
      ]
    }
    return filters
  }

  private static let typical: [Recording] = [
    memo(1, "Ideas for the garden", tags: ["home"], minutes: 3),
    memo(2, "Budget meeting", tags: ["work", "money"], minutes: 52, isFavorite: true),
    memo(3, "会議のメモ 🎙️", minutes: 12, transcription: .failed(reason: "the sound is silent")),
    memo(4, "Call with Zoë", tags: ["work"], minutes: 95, transcription: .queued),
    memo(
      5, "A thought on the train", minutes: 1, transcription: .running(progress: 0.42)),
  ]

  fileprivate static let words = [
    "Ideas for the garden": "Roses along the wall, and a bench under the old pear tree.",
    "Budget meeting": "We agreed on the budget for May. Zoë sends the numbers tomorrow.",
  ]

  private static func memo(
    _ number: Int, _ title: String, tags: [String] = [], minutes: Int = 1,
    isFavorite: Bool = false, transcription: TranscriptionState = .done
  ) -> Recording {
    let id = UUID(uuidString: "00000000-0000-0000-0000-\(String(100_000_000_000 + number))")
    var recording = Recording.preview(
      id: id.map { Recording.ID($0) } ?? Recording.mock.id, title: title,
      date: Date(timeIntervalSince1970: 1_767_000_000 + Double(number) * 3600),
      duration: .seconds(minutes * 60 + number % 60), transcription: transcription)
    recording.tags = tags
    recording.isFavorite = isFavorite
    return recording
  }
}

extension DatabaseClient {
  @MainActor
  fileprivate static func inMemory(memos: [Recording]) -> DatabaseClient {
    .inMemory(
      memos.map { memo in
        let words = RecordingsListPreview.words[memo.title] ?? Transcription.mock.text
        return TranscribedMemo(recording: memo, transcription: .preview(words))
      })
  }
}
