import ComposableArchitecture
import DatabaseClient
import PreviewHarness
import RecordingsListFeature
import SharedModels

extension RecordingsListPreview {
  static let states: [Preview<RecordingsListFeature>.StartingState] = [
    state("usual", .inMemory(memos: usual)),
    state("empty", .inMemory()),
    state(
      "long", .inMemory(memos: (1...10_000).map { memo($0, "Memo \($0)") }), isLarge: true),
    state("loading") { $0.recordings = { _ in try await Task.never() } },
    state("failed") { $0.recordings = { _ in throw DatabaseError.busy(path: "library.sqlite") } },
    state("full disk", .inMemory(memos: usual)) {
      $0.modify = { _, _ in throw DatabaseError.diskFull(path: "library.sqlite") }
    },
  ]

  private static func state(
    _ name: String, _ database: @autoclosure @escaping () -> DatabaseClient = .inMemory(),
    isLarge: Bool = false, change: @escaping (inout DatabaseClient) -> Void = { _ in }
  ) -> Preview<RecordingsListFeature>.StartingState {
    .init(name, isLarge: isLarge, RecordingsListFeature.State()) {
      var database = database()
      change(&database)
      $0.database = database
    }
  }

  private static let usual: [Recording] = [
    memo(1, "Ideas for the garden", tags: ["home"], minutes: 3),
    memo(2, "Budget meeting", tags: ["work", "money"], minutes: 52, isFavorite: true),
    memo(3, "会議のメモ 🎙️", minutes: 12, transcription: .failed(reason: "the sound is silent")),
    memo(4, "Call with Zoë", tags: ["work"], minutes: 95, transcription: .queued),
    memo(
      5, "A thought on the train", minutes: 1, transcription: .running(progress: 0.42)),
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
  fileprivate static func inMemory(memos: [Recording]) -> DatabaseClient {
    .inMemory(memos.map { TranscribedMemo(recording: $0, transcription: .mock) })
  }
}
