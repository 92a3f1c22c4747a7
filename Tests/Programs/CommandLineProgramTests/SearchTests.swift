import ConcurrencyExtras
import DatabaseClient
import Foundation
import SharedModels
import Testing

struct SearchTests {
  @Test("Filters reach the database")
  func filters() async throws {
    let session = try CommandSession([TranscribedMemo(recording: .mock, transcription: .mock)])
    let filters = LockIsolated<[RecordingFilter]>([])
    _ = await session.run(
      "search", "--tag", "Work", "--tag", "to do", "--favorite", "--state", "done", "--longer",
      "1m", "--shorter", "2h", "--from", "2026-09-01T00:00Z", "budget"
    ) {
      $0.database.search = { query in
        filters.withValue { $0.append(query.filter) }
        return []
      }
    }
    #expect(
      filters.value == [
        RecordingFilter(
          from: Date(timeIntervalSince1970: 1_788_220_800), isFavorite: true,
          longer: .seconds(60), shorter: .seconds(7200), statuses: ["done"],
          tags: ["Work", "to do"])
      ])
    #expect(await session.run("search", "budget", "--tag", "SPEECH").status == 0)
    #expect(
      await session.run("search", "budget", "--tag", "none")
        == .init(1, error: "Nothing found.\n"))
  }

  @Test("A line has the total of a search that its limit cuts")
  func total() async throws {
    let session = try CommandSession((1...3).map { .numbered($0) })
    let cut = await session.run("search", "hello", "--limit", "2")
    #expect(cut.error == "2 of 3; --limit N shows more\n")
    #expect(cut.output.split(separator: "\n").count == 4)
    let json = await session.run("search", "hello", "--limit", "2", "--json")
    #expect(json.error == cut.error && json.objects.count == 2)
    #expect(await session.run("search", "hello", "--limit", "3").error == "")
    let large = try CommandSession((1...60).map { .numbered($0) })
    #expect(await large.run("search", "hello").error == "50 of 60; --limit N shows more\n")
    let server = await session.run("search", "hello", "--limit", "2000") {
      $0.database.search = { _ in
        Array(repeating: SearchHit(recording: .mock, places: []), count: 1000)
      }
      $0.database.searchCount = { _ in 5000 }
    }
    #expect(server.error == "1,000 of 5,000; a server returns no more at once\n")
  }
}
