import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import TestLibraries
import Testing
import WebhookClient

@testable import WebhookCore

@Suite(.enabled(if: TestLibrary.all.contains(.postgres), "PostgreSQL is not installed"))
struct WebhookClockTests {
  private let database = Date(timeIntervalSince1970: 1_790_000_000)
  private let folder = LibraryFolder(
    root: FileManager.default.temporaryDirectory
      .appendingPathComponent("webhook-clock-\(UUID().uuidString)", isDirectory: true))
  private let sent = LockIsolated<[Date]>([])

  private func with<Value: Sendable>(
    _ client: DatabaseClient, at date: Date,
    answering answer: @escaping @Sendable () async throws -> Int = { 200 },
    _ operation: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.database = client
      $0.date = .constant(date)
      $0.libraryFolder = folder
      $0.webhooks = .previewValue
      $0.webhooks.send = { [sent] message in
        sent.withValue { $0.append(message.sentAt) }
        return WebhookResponse(status: try await answer())
      }
    } operation: {
      try await operation()
    }
  }

  @Test("Machines whose clocks are five minutes apart send an event once, and again when it is due")
  func once() async throws {
    defer { try? FileManager.default.removeItem(at: folder.root) }
    let (early, late) = (database - 150, database + 150)
    let library = try await TestLibrary(.postgres, now: database)
    let (one, two) = (library.database, try await library.secondClient())
    try await with(one, at: early) {
      _ = try await WebhookSetting().set("https://example.org/hook")
    }
    try await one.insert(recording: .mock, job: nil)
    // The other machine looks while the first one sends.
    try await with(
      one, at: early,
      answering: {
        try await with(two, at: late) { try await WebhookSender().sendDue() }
        return 500
      }
    ) {
      try await WebhookSender().sendDue()
    }
    #expect(sent.value == [database])
    #expect(try await two.webhookEvents.webhook()?.nextAt == database + 5)
    try await with(two, at: late) { try await WebhookSender().sendDue() }
    #expect(sent.value.count == 1, "the event is not due")
    try await library.wait(5)
    try await with(one, at: early) { try await WebhookSender().sendDue() }
    #expect(sent.value == [database, database + 5])
    #expect(try await one.webhookEvents.webhook()?.waitingCount == 0)
  }
}
