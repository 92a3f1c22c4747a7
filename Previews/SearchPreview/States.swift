import ComposableArchitecture
import DatabaseClient
import PreviewHarness
import SearchFeature
import SharedModels

extension SearchPreview {
  static let states: [Preview<SearchFeature>.StartingState] = [
    state("usual", library),
    state("empty", .inMemory()),
    state("long", .inMemory((1...500).map { memo($0, "Memo \($0)", "we agreed on it") })),
    state("loading") { $0.search = { _ in try await Task.never() } },
    state("failed") { $0.search = { _ in throw DatabaseError.busy(path: "library.sqlite") } },
  ]

  private static func state(
    _ name: String, _ database: @autoclosure @escaping () -> DatabaseClient = .inMemory(),
    change: @escaping (inout DatabaseClient) -> Void = { _ in }
  ) -> Preview<SearchFeature>.StartingState {
    .init(name, SearchFeature.State()) {
      var database = database()
      change(&database)
      // The in-memory library can't search for prefixes.
      database.search = { [search = database.search] query in
        var query = query
        query.text.removeAll { $0 == "*" }
        return try await search(query)
      }
      $0.database = database
    }
  }

  private static var library: DatabaseClient {
    .inMemory([
      memo(1, "Ideas for the garden", "roses along the wall"),
      memo(2, "会議のメモ 🎙️", "then Zoë explained the budget again"),
      memo(3, "Budget meeting", "we agreed on the budget for May and the budget is larger"),
    ])
  }

  private static func memo(_ number: Int, _ title: String, _ text: String) -> TranscribedMemo {
    let id = UUID(uuidString: "00000000-0000-0000-0000-\(String(100_000_000_000 + number))")
    return TranscribedMemo(
      recording: .preview(
        id: id.map { Recording.ID($0) } ?? Recording.mock.id, title: title,
        date: Date(timeIntervalSince1970: Double(number) * 1000),
        duration: .seconds(number * 61)),
      transcription: .preview(text))
  }
}
