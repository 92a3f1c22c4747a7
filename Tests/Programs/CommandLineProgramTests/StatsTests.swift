import DatabaseClient
import Foundation
import SharedModels
import Testing

struct StatsTests {
  @Test("Named speakers are listed with their speaking times")
  func speakers() async throws {
    let session = try CommandSession([.numbered(1, title: "Talk", "One two three four five six.")])
    _ = await session.run("speakers", "find", "Talk")
    _ = await session.run("speakers", "name", "Talk", "2", "Anna")
    let calendar = Calendar(identifier: .iso8601)
    let outcome = await session.run("stats") { $0.calendar = calendar }
    #expect(outcome.output.contains("Speakers   Anna ("))
    let json = try #require(
      await session.run("stats", "--json") { $0.calendar = calendar }.objects.first)
    #expect((json["speakers"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Anna"])
  }

  @Test("Statistics have totals, weeks, the longest memo and frequent words")
  func stats() async throws {
    var memos = [TranscribedMemo.numbered(1), .numbered(2, "Budget budget plan."), .numbered(9)]
    memos[1] = TranscribedMemo(
      recording: .preview(
        id: memos[1].recording.id, title: "Long", date: memos[1].recording.date,
        duration: .seconds(120)),
      transcription: memos[1].transcription)
    let session = try CommandSession(memos)
    let outcome = await session.run("stats") { $0.calendar = Calendar(identifier: .iso8601) }
    #expect(
      outcome
        == .init(
          0,
          output: """
            3 memos, 2 min, 7 words

            2026-09-14  █▋░░░░░░░░░░░░░░░░░░       11 s  1 memo, 2 words
            2026-09-07  ████████████████████      2 min  2 memos, 5 words

            Longest    2 min, Long
            Speed      3 words a minute
            Most said  budget (2), hello (2), plan (1)

            """))
    let json = try #require(
      await session.run("stats", "--json") { $0.calendar = Calendar(identifier: .iso8601) }
        .objects.first)
    #expect(json["memos"] as? Int == 3 && json["words"] as? Int == 7)
    #expect(json["duration"] as? Double == 142)
    #expect((json["weeks"] as? [[String: Any]])?.map { $0["memos"] as? Int } == [2, 1, 0])
    #expect((json["mostSaid"] as? [[String: Any]])?.first?["word"] as? String == "budget")
  }

  @Test("An empty library has nothing to count")
  func empty() async throws {
    let session = try CommandSession()
    let calendar = Calendar(identifier: .iso8601)
    #expect(
      await session.run("stats") { $0.calendar = calendar }
        == .init(0, error: "Nothing to count yet: record or import a memo.\n"))
    #expect(
      await session.run("stats", "--json") { $0.calendar = calendar }.objects.first?["memos"]
        as? Int == 0)
  }
}
