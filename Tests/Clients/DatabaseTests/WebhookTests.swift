import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

struct WebhookTests {
  private let url = URL(fileURLWithPath: "/hook")

  private func time(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  private func claim(
    _ database: DatabaseClient, at seconds: Double = 10
  ) async throws -> WebhookEvent? {
    try await database.webhookEvents.claim(at: time(seconds), until: time(seconds + 60))
  }

  /// The type and the data of an event.
  private func content(_ event: WebhookEvent?) throws -> (String?, [String: Any]) {
    let object =
      try JSONSerialization.jsonObject(with: Data((event?.body ?? "{}").utf8)) as? [String: Any]
    return (object?["type"] as? String, object?["data"] as? [String: Any] ?? [:])
  }

  @Test(
    "Without a receiver no events are stored; with one, all are, in order",
    arguments: TestLibrary.live)
  func events(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: TranscriptionJob.fixed(1))
    #expect(try await database.webhookEvents.webhook() == nil)
    try await database.webhookEvents.setWebhook(url: url)
    #expect(try await database.webhookEvents.webhook() == Webhook(url: url))
    #expect(try await claim(database) == nil)

    try await database.insert(recording: .fixed(2, title: "A \"title\""), job: nil)
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.append(
      segments: [.spoken("Hello there.", from: .zero)], to: job.id, checkpoint: nil, progress: 1)
    try await database.jobs.end(
      id: job.id,
      outcome: .done(
        TranscriptionSummary(
          engine: TranscriptionEngine(name: "e", version: "1"), language: "en", model: "m"),
        at: time(20)))
    try await database.jobs.enqueue(job: .fixed(2))
    let second = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.end(id: second.id, outcome: .failed(reason: "no weights", at: time(20)))

    let (saved, savedData) = try content(try await claim(database))
    #expect(saved == "memo.saved" && savedData["title"] as? String == "A \"title\"")
    #expect(savedData["date"] as? String == "1970-01-01T00:33:20.000Z")
    let (finished, finishedData) = try content(try await claim(database))
    #expect(finished == "transcript.finished" && finishedData["text"] as? String == "Hello there.")
    #expect(finishedData["language"] as? String == "en")
    let (failed, failedData) = try content(try await claim(database))
    #expect(failed == "transcript.failed" && failedData["reason"] as? String == "no weights")
    #expect(try await claim(database) == nil)
    #expect(try await database.webhookEvents.webhook()?.waitingCount == 3)
  }

  @Test(
    "An event is claimed while it is sent, and free again if the sender was killed",
    arguments: TestLibrary.live)
  func claims(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.webhookEvents.setWebhook(url: url)
    try await database.insert(recording: .fixed(1), job: nil)
    let event = try #require(try await claim(database, at: 10))
    let other = try await library.secondClient()
    #expect(try await other.webhookEvents.claim(at: time(69), until: time(100)) == nil)
    let again = try #require(try await other.webhookEvents.claim(at: time(70), until: time(100)))
    #expect(again.id == event.id && again.body == event.body)
    #expect((event.attempts, again.attempts) == (1, 2))
    try await other.webhookEvents.end(id: event.id, outcome: .delivered)
    #expect(try await database.webhookEvents.webhook() == Webhook(url: url))
  }

  @Test(
    "A refused event waits alone, and all wait if nothing answers",
    arguments: TestLibrary.live)
  func again(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.webhookEvents.setWebhook(url: url)
    for number in 1...3 { try await database.insert(recording: .fixed(UInt8(number)), job: nil) }
    let first = try #require(try await claim(database))
    try await database.webhookEvents.end(
      id: first.id, outcome: .retry(at: time(100), reason: "answered 500", isForAll: false))
    #expect(try await database.webhookEvents.webhook()?.problem == "answered 500")
    let second = try #require(try await claim(database))
    #expect(second.id != first.id)
    try await database.webhookEvents.end(
      id: second.id, outcome: .retry(at: time(50), reason: "nobody", isForAll: true))
    #expect(try await claim(database, at: 49) == nil)
    #expect(try await database.webhookEvents.webhook()?.nextAt == time(50))
    #expect(try await claim(database, at: 51)?.id == second.id)
    try await database.webhookEvents.end(id: second.id, outcome: .dropped(reason: "too old"))
    #expect(try await database.webhookEvents.webhook()?.waitingCount == 2)
    #expect(try await database.webhookEvents.webhook()?.problem == "too old")
    try await database.webhookEvents.setWebhook(url: nil)
    try await database.webhookEvents.setWebhook(url: url)
    #expect(try await database.webhookEvents.webhook() == Webhook(url: url))
  }

  @Test(
    "An event is deleted with its memo, and trashed memos send none",
    arguments: TestLibrary.live)
  func deleted(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.webhookEvents.setWebhook(url: url)
    try await database.insert(recording: .fixed(1), job: nil)
    try await database.insert(recording: .fixed(2), job: nil)
    let id = Recording.ID(.fixed(1))
    let other = try await library.newLibrary().database
    try await other.webhookEvents.setWebhook(url: url)
    try await database.trash(ids: [id], at: time(5))
    _ = try await other.archive.adopt(
      memos: try await database.archive.memos(ids: [id, .init(.fixed(2))]))
    #expect(try await other.webhookEvents.webhook()?.waitingCount == 1)
    _ = try await database.deletePermanently(ids: [id])
    #expect(try await database.webhookEvents.webhook()?.waitingCount == 1)
    let (_, data) = try content(try await claim(database))
    #expect(data["id"] as? String == Recording.ID(.fixed(2)).rawValue.uuidString.lowercased())
  }

  @Test("A long transcript is cut in its event", arguments: TestLibrary.live)
  func bound(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: TranscriptionJob.fixed(1))
    try await database.webhookEvents.setWebhook(url: url)
    let job = try #require(try await database.jobs.claim(among: nil))
    let text = Array(repeating: "word", count: 50_000).joined(separator: " ")
    try await database.jobs.append(
      segments: [.spoken(text, from: .zero)], to: job.id, checkpoint: nil, progress: 1)
    try await database.jobs.end(
      id: job.id,
      outcome: .done(
        TranscriptionSummary(
          engine: TranscriptionEngine(name: "e", version: "1"), language: "en", model: "m"),
        at: time(20)))
    let (_, data) = try content(try await claim(database))
    #expect((data["text"] as? String)?.count == 100_000)
  }
}
