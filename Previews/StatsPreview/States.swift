import ComposableArchitecture
import DatabaseClient
import PreviewHarness
import SharedModels
import StatsFeature

extension StatsPreview {
  static var states: [Preview<StatsFeature>.StartingState] {
    [
      state("usual", .inMemory(typical)),
      state("empty", .inMemory()),
      state(
        "long",
        .inMemory(
          (0..<1000).map { memo($0, hoursAgo: $0 * 8, minutes: $0 % 90 + 1, sentences: 1) })),
      state("loading") {
        $0.recordings = { _ in try await Task.never() }
      },
      state("failed", .inMemory(typical)) {
        $0.wordStatistics = { _ in throw DatabaseError.busy(path: "library.sqlite") }
      },
    ]
  }

  private static func state(
    _ name: String, _ database: @autoclosure @escaping () -> DatabaseClient = .inMemory(),
    change: @escaping (inout DatabaseClient) -> Void = { _ in }
  ) -> Preview<StatsFeature>.StartingState {
    .init(name, StatsFeature.State()) {
      var database = database()
      change(&database)
      $0.calendar = Calendar(identifier: .iso8601)
      $0.database = database
      $0.date.now = now
      $0.timeZone = .gmt
    }
  }

  /// A Saturday.
  private static let now = Date(timeIntervalSince1970: 1_795_262_400)

  private static let typical: [TranscribedMemo] = [
    memo(1, "会議のメモ 🎙️", hoursAgo: 3, minutes: 12),
    memo(2, "Budget meeting", hoursAgo: 30, minutes: 52),
    memo(3, "Ideas for the garden", hoursAgo: 200, minutes: 3),
    memo(4, "Call with Zoë", hoursAgo: 700, minutes: 95),
    memo(5, "A thought on the train", hoursAgo: 720, minutes: 1),
  ]

  private static func memo(
    _ number: Int, _ title: String = "", hoursAgo: Int, minutes: Int, sentences: Int? = nil
  ) -> TranscribedMemo {
    let id = UUID(uuidString: "00000000-0000-0000-0000-\(String(100_000_000_000 + number))")
    let text = "then Zoë explained the budget again and the budget is larger than the garden "
    return TranscribedMemo(
      recording: .preview(
        id: id.map { Recording.ID($0) } ?? Recording.mock.id, title: title,
        date: now.addingTimeInterval(Double(-hoursAgo) * 3600), duration: .seconds(minutes * 60)),
      transcription: .preview(String(repeating: text, count: sentences ?? minutes * 9)))
  }
}
