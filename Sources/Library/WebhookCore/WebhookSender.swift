import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import POSIX
import WebhookClient

/// Tells the library's webhook of what has happened: each event at least once, in the order in which
/// they happened as long as all are taken.
///
/// An event is in the database before it is sent, and until it is taken. A process of its own sends
/// what is due, which any process may start that uses the library.
public struct WebhookSender: Sendable {
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.webhooks) private var webhooks

  public init() {}

  /// For how long an event is one process's to send. It is longer than a request can take.
  static let claim: TimeInterval = 60
  /// For how long an event is sent again and again.
  static let patience: TimeInterval = 7 * 86_400
  /// How often to look for what has happened.
  static let interval: Duration = .seconds(1)
  /// How often to look whether there is a webhook by now.
  static let longInterval: Duration = .seconds(30)

  /// After how many seconds to send again what was sent so often: 5, 20, 80, … and at most an hour.
  static func pause(after attempts: Int) -> TimeInterval {
    min(3_600, 5 * pow(4, Double(max(0, min(attempts, 10) - 1))))
  }

  /// Whether there is something to be sent by now. Where there is no webhook, no library is opened
  /// or made to find that out.
  ///
  /// - Throws: `DatabaseError`.
  func isDue() async throws -> Bool {
    guard WebhookSecretFile().read() != nil, let next = try await database.webhook()?.nextAt
    else { return false }
    return next <= now
  }

  /// Sends what is due, unless another process does.
  ///
  /// - Throws: `DatabaseError`, `SystemError`, `CancellationError`. What was not taken waits.
  public func sendAlone() async throws {
    // Once more, since another may have found this at it with what it would have sent.
    while try await isDue() {
      let file = try Descriptor(folder.webhookSecret.path, O_RDONLY)
      guard try file.lockIfFree(.exclusive)
      else { return }
      defer { file.unlock() }
      try await sendDue()
    }
  }

  /// Sends what is due, in this process.
  ///
  /// - Throws: `DatabaseError`, `CancellationError`. What was not taken waits.
  func sendDue() async throws {
    while let event = try await database.claimWebhookEvent(
      at: now, until: now.addingTimeInterval(Self.claim))
    {
      // Both may have gone a moment ago.
      guard let webhook = try await database.webhook(), let secret = WebhookSecretFile().read()
      else { return try await release(event) }
      let message = WebhookMessage(
        body: event.body, id: event.id, secret: secret, sentAt: now, url: webhook.url)
      let outcome = try await outcome(of: message, event)
      try await database.endWebhookEvent(id: event.id, outcome: outcome)
      if case .again(_, _, isForAll: true) = outcome { return }
    }
  }

  private func outcome(
    of message: WebhookMessage, _ event: WebhookEvent
  ) async throws -> WebhookEvent.Outcome {
    do {
      let answer = try await webhooks.send(message: message)
      return answer.isTaken
        ? .taken : failed(event, "the receiver returned status \(answer.status)", isForAll: false)
    } catch is CancellationError {
      try? await release(event)
      throw CancellationError()
    } catch {
      return failed(event, String(describing: error), isForAll: true)
    }
  }

  private func failed(
    _ event: WebhookEvent, _ reason: String, isForAll: Bool
  ) -> WebhookEvent.Outcome {
    now.timeIntervalSince(event.createdAt) < Self.patience
      ? .again(
        at: now.addingTimeInterval(Self.pause(after: event.attempts)), reason: reason,
        isForAll: isForAll)
      : .dropped(reason: "\(reason); an event was dropped after a week of attempts")
  }

  /// Lets another process send an event at once.
  private func release(_ event: WebhookEvent) async throws {
    try await database.endWebhookEvent(
      id: event.id, outcome: .again(at: now, reason: nil, isForAll: false))
  }

  /// Does some work, and has what happens meanwhile sent, and what is due again. The work does not
  /// wait for it, and does not learn of what goes wrong with it.
  public func sending<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    let sender = Task { await run() }
    func end() async {
      sender.cancel()
      await sender.value
      await start()
    }
    do {
      let value = try await work()
      await end()
      return value
    } catch {
      await end()
      throw error
    }
  }

  private func run() async {
    // What waits already is sent at the end at the latest.
    while (try? await clock.sleep(
      for: WebhookSecretFile().read() == nil ? Self.longInterval : Self.interval)) != nil
    {
      await start()
    }
  }

  private func start() async {
    // A library that cannot be used is others' to tell of.
    guard (try? await isDue()) == true
    else { return }
    try? webhooks.startSending()
  }
}
