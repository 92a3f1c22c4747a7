import Clocks
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import POSIX
import SharedModels
import SharedSettings
import Testing
import WebhookClient

@testable import WebhookCore

final class WebhookCoreTests: Sendable {
  private let clock = TestClock()
  private let database = DatabaseClient.inMemory()
  private let folder: LibraryFolder
  private let now = LockIsolated(Date(timeIntervalSince1970: 1_000))
  private let sent = LockIsolated<[WebhookMessage]>([])
  private let startCount = LockIsolated(0)

  init() {
    folder = LibraryFolder(
      root: FileManager.default.temporaryDirectory
        .appendingPathComponent("webhook-core-\(UUID().uuidString)", isDirectory: true))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder.root)
  }

  private func run<Value: Sendable>(
    answering answer: @escaping @Sendable (WebhookMessage) async throws -> Int = { _ in 200 },
    _ work: () async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.continuousClock = clock
      $0.database = database
      $0.date = DateGenerator { [now] in now.value }
      $0.libraryFolder = folder
      $0.uuid = .incrementing
      $0.webhooks = .previewValue
      $0.webhooks.send = { [sent] message in
        sent.withValue { $0.append(message) }
        return WebhookResponse(status: try await answer(message))
      }
      $0.webhooks.startSending = { [startCount] in startCount.withValue { $0 += 1 } }
    } operation: {
      try await work()
    }
  }

  private func set() async throws -> WebhookSecret {
    try await WebhookSetting().set("https://example.org/hook")
  }

  private func memo(_ number: Int) async throws {
    try await database.insert(
      recording: .preview(id: Recording.ID(UUID(number)), title: "Memo"), job: nil)
  }

  private var ids: [String] { sent.value.map(\.id) }

  @Test("Events and tests of a hosted library go to public addresses only")
  func hosted() async throws {
    try await run {
      _ = try await set()
      try await memo(1)
      try await WebhookSender().sendDue()
      try await withDependencies {
        $0.database.serverDate = { [now] in now.value }
      } operation: {
        try await memo(2)
        try await WebhookSender().sendDue()
        _ = try await WebhookSetting().test()
      }
    }
    #expect(sent.value.map(\.isPublic) == [false, true, true])
  }

  @Test("Machines that share a library sign with the secret that one of them has set")
  func sharedSecret() async throws {
    let settings = LockIsolated(LibrarySettings(revision: 1, values: ["language": "de"]))
    let other = LibraryFolder(root: folder.root.appending(path: "other"))
    try await run {
      try await withDependencies {
        $0.settingsStore = SettingsStore {
          settings.value
        } replace: { values, revision in
          settings.setValue(LibrarySettings(revision: (revision ?? 0) + 1, values: values))
          return true
        }
      } operation: {
        let secret = try await set()
        try await memo(1)
        try await withDependencies {
          $0.libraryFolder = other
        } operation: {
          #expect(try await WebhookSetting().current()?.problem == nil)
          try await WebhookSender().sendAlone()
          #expect(sent.value.map(\.secret) == [secret])
          try await WebhookSetting().remove()
        }
        #expect(settings.value.values == ["language": "de"])
      }
    }
  }

  @Test("The secret is in a file that only its owner reads, and goes with the webhook")
  func secret() async throws {
    try await run {
      let first = try await set()
      let file = folder.webhookSecret
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      #expect(WebhookSecretFile().read() == first)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
      _ = try await set()
      let again = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
      #expect(again as? Int == 0o600)
      try await WebhookSetting().remove()
      #expect(WebhookSecretFile().read() == nil)
      #expect(try await WebhookSetting().current() == nil)
      #expect(folder.owns(file))
    }
  }

  @Test(
    "An invalid URL is refused",
    arguments: [
      "", "example.org", "ftp://example.org", "https://", "file:///etc/passwd", "https:///hook",
      "https://example.org:99999", "https://example.org/a b", "https://example.org/\u{202e}",
      "https://me:secret@example.org", "https://me@example.org",
      "https://example.org/" + String(repeating: "a", count: 2_000),
    ])
  func addresses(text: String) async throws {
    try await run {
      await #expect(throws: WebhookSetting.Problem.self) {
        try await WebhookSetting().set(text)
      }
      let current = try await WebhookSetting().current()
      #expect(current == nil)
    }
  }

  @Test("Events are sent in their order, once, with the secret")
  func order() async throws {
    try await run {
      let secret = try await set()
      try await memo(1)
      try await memo(2)
      try await WebhookSender().sendDue()
      try await WebhookSender().sendDue()
      #expect(ids == ["msg_1", "msg_2"])
      #expect(sent.value.allSatisfy { $0.secret == secret && $0.sentAt == now.value })
    }
  }

  @Test("A refused event is retried with increasing delays and does not block others")
  func refused() async throws {
    try await run(answering: { $0.id == "msg_1" ? 500 : 200 }) {
      _ = try await set()
      try await memo(1)
      try await memo(2)
      try await WebhookSender().sendDue()
      #expect(ids == ["msg_1", "msg_2"])
      var waits: [Double] = []
      for _ in 1...6 {
        let next = try #require(try await database.webhookEvents.webhook()?.nextAt)
        waits.append(next.timeIntervalSince(now.value))
        now.setValue(next)
        try await WebhookSender().sendDue()
      }
      #expect(waits == [5, 20, 80, 320, 1_280, 3_600])
      #expect(ids.dropFirst(2).allSatisfy { $0 == "msg_1" })
    }
  }

  @Test("If nothing answers, all events wait")
  func unreachable() async throws {
    let isPresent = LockIsolated(false)
    let answer: @Sendable (WebhookMessage) async throws -> Int = { _ in
      if !isPresent.value { throw WebhookFailure("no connection") }
      return 200
    }
    try await run(answering: answer) {
      _ = try await set()
      for number in 1...3 { try await memo(number) }
      try await WebhookSender().sendDue()
      try await WebhookSender().sendDue()
      #expect(ids == ["msg_1"])
      #expect(try await WebhookSetting().current()?.problem == "no connection")
      isPresent.setValue(true)
      now.withValue { $0.addTimeInterval(5) }
      try await WebhookSender().sendDue()
      #expect(ids == ["msg_1", "msg_1", "msg_2", "msg_3"])
      #expect(try await WebhookSetting().current()?.waitingCount == 0)
    }
  }

  @Test("After a week an event is given up")
  func givenUp() async throws {
    try await run(answering: { _ in 410 }) {
      _ = try await set()
      try await memo(1)
      try await WebhookSender().sendDue()
      now.withValue { $0.addTimeInterval(8 * 86_400) }
      try await WebhookSender().sendDue()
      let webhook = try #require(try await WebhookSetting().current())
      #expect(webhook.waitingCount == 0)
      #expect(
        webhook.problem
          == "the receiver returned status 410; an event was dropped after a week of attempts")
    }
  }

  @Test("Without its secret nothing is sent, and nothing is lost")
  func noSecret() async throws {
    try await run {
      _ = try await set()
      try await memo(1)
      try FileManager.default.removeItem(at: folder.webhookSecret)
      try await WebhookSender().sendDue()
      #expect(sent.value == [])
      let webhook = try #require(try await WebhookSetting().current())
      #expect(webhook.waitingCount == 1)
      #expect(webhook.problem?.contains("its secret is missing") == true)
      await #expect(throws: WebhookSetting.Problem.self) { try await WebhookSetting().test() }
    }
  }

  @Test("Events during an operation are sent when it ends, whatever its outcome")
  func sending() async throws {
    struct Failed: Error {}
    try await run {
      try await WebhookSender().sending { [self] in try await memo(1) }
      #expect(startCount.value == 0)
      _ = try await set()
      await #expect(throws: Failed.self) {
        try await WebhookSender().sending { [self] in
          try await memo(2)
          throw Failed()
        }
      }
      #expect(startCount.value == 1)
      // Another process sends, and this one does not wait.
      #expect(ids == [])
    }
  }

  /// Advances the clock by a second, until its sleeper sleeps again.
  private func second() async {
    while clock.sleeperCount == 0 { await Task.yield() }
    await clock.advance(by: .seconds(1))
    while clock.sleeperCount == 0 { await Task.yield() }
  }

  @Test("Events, including retries, are sent during long operations")
  func longWork() async throws {
    try await run(answering: { _ in 500 }) {
      _ = try await set()
      try await WebhookSender().sending { [self] in
        await second()
        #expect(startCount.value == 0)
        try await memo(1)
        await second()
        #expect(startCount.value == 1)
        try await WebhookSender().sendAlone()
        await second()
        #expect(startCount.value == 1)
        now.withValue { $0.addTimeInterval(5) }
        await second()
        #expect(startCount.value == 2)
      }
    }
  }

  @Test("Only one process sends")
  func alone() async throws {
    try await run {
      _ = try await set()
      try await memo(1)
      let other = try Descriptor(folder.webhookSecret.path, O_RDONLY)
      #expect(try other.lockIfFree(.exclusive))
      try await WebhookSender().sendAlone()
      #expect(ids == [])
      other.unlock()
      try await WebhookSender().sendAlone()
      #expect(ids == ["msg_1"])
    }
  }

  @Test("A canceled sender releases its event for immediate retry")
  func stopped() async throws {
    let isAsked = AsyncStream.makeStream(of: Void.self)
    let answer: @Sendable (WebhookMessage) async throws -> Int = { _ in
      isAsked.continuation.yield()
      try await Task.never()
    }
    try await run(answering: answer) {
      _ = try await set()
      try await memo(1)
      let sending = Task { try await WebhookSender().sendAlone() }
      for await _ in isAsked.stream { break }
      sending.cancel()
      await #expect(throws: CancellationError.self) { try await sending.value }
      #expect(
        try await database.webhookEvents.claim(at: now.value, until: now.value)?.id == "msg_1")
    }
  }

  @Test("The text of a permanently deleted memo is not sent")
  func deleted() async throws {
    try await run {
      _ = try await set()
      try await memo(1)
      try await memo(2)
      let id = Recording.ID(UUID(1))
      try await database.trash(ids: [id], at: now.value)
      _ = try await database.deletePermanently(ids: [id])
      try await WebhookSender().sendAlone()
      #expect(ids == ["msg_2"])
    }
  }

  @Test("The receiver's secret stays if the address cannot be set")
  func notSet() async throws {
    struct Failed: Error {}
    try await run {
      let secret = try await set()
      await withDependencies {
        $0.database.webhookEvents.setWebhook = { _ in throw Failed() }
        $0.webhooks.newSecret = { WebhookSecret(bytes: [1]) }
      } operation: {
        await #expect(throws: Failed.self) { try await set() }
      }
      #expect(WebhookSecretFile().read() == secret)
    }
  }

  @Test("A test event reports the response")
  func test() async throws {
    try await run(answering: { _ in 418 }) {
      #expect(try await WebhookSetting().test() == nil)
      _ = try await set()
      #expect(try await WebhookSetting().test() == WebhookResponse(status: 418))
      #expect(sent.value.first?.body.contains(#""type":"webhook.test""#) == true)
    }
  }
}
