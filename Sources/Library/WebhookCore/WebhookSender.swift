import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import POSIX
import WebhookClient

/// Sends queued events at least once, in order unless one fails, in a process of its own.
public struct WebhookSender: Sendable {
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.webhooks) private var webhooks

  public init() {}

  /// Longer than a request can take.
  static let claim: TimeInterval = 60
  static let retryPeriod: TimeInterval = 7 * 86_400
  static let interval: Duration = .seconds(1)
  static let longInterval: Duration = .seconds(30)

  static func pause(after attempts: Int) -> TimeInterval {
    min(3_600, 5 * pow(4, Double(max(0, min(attempts, 10) - 1))))
  }

  /// Doesn't open or create the library's database if there is no secret.
  func isDue() async throws -> Bool {
    guard WebhookSecretFile().read() != nil,
      let next = try await database.webhookEvents.webhook()?.nextAt
    else { return false }
    return try await next <= database.currentDate()
  }

  /// Sends due events unless another process does. Undelivered ones stay queued.
  public func sendAlone() async throws {
    try await WebhookSetting().copySecret()
    // Checks again: while this process held the lock, another may have left events to it.
    while try await isDue() {
      let file = try Descriptor(folder.webhookSecret.path, O_RDONLY)
      guard try file.lockIfFree(.exclusive)
      else { return }
      defer { file.unlock() }
      try await sendDue()
    }
  }

  func sendDue() async throws {
    while true {
      let now = try await database.currentDate()
      let end = now.addingTimeInterval(Self.claim)
      guard let event = try await database.webhookEvents.claim(at: now, until: end)
      else { return }
      guard let webhook = try await database.webhookEvents.webhook(),
        let secret = WebhookSecretFile().read()
      else { return try await release(event) }
      let message = WebhookMessage(
        body: event.body, id: event.id, secret: secret, sentAt: now, url: webhook.url,
        isPublic: database.isHosted)
      let outcome = try await outcome(of: message, event)
      try await database.webhookEvents.end(id: event.id, outcome: outcome)
      if case .retry(_, _, isForAll: true) = outcome { return }
    }
  }

  private func outcome(
    of message: WebhookMessage, _ event: WebhookEvent
  ) async throws -> WebhookEvent.Outcome {
    do {
      let answer = try await webhooks.send(message: message)
      return answer.isSuccess
        ? .delivered
        : try await failed(event, "the receiver returned status \(answer.status)", isForAll: false)
    } catch is CancellationError {
      try? await release(event)
      throw CancellationError()
    } catch {
      return try await failed(event, String(describing: error), isForAll: true)
    }
  }

  private func failed(
    _ event: WebhookEvent, _ reason: String, isForAll: Bool
  ) async throws -> WebhookEvent.Outcome {
    let now = try await database.currentDate()
    return now.timeIntervalSince(event.createdAt) < Self.retryPeriod
      ? .retry(
        at: now.addingTimeInterval(Self.pause(after: event.attempts)), reason: reason,
        isForAll: isForAll)
      : .dropped(reason: "\(reason); an event was dropped after a week of attempts")
  }

  private func release(_ event: WebhookEvent) async throws {
    let now = try await database.currentDate()
    try await database.webhookEvents.end(
      id: event.id, outcome: .retry(at: now, reason: nil, isForAll: false))
  }

  /// Sends events during `work`, which neither waits for them nor receives their errors.
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
    while (try? await clock.sleep(
      for: WebhookSecretFile().read() == nil ? Self.longInterval : Self.interval)) != nil
    {
      await start()
    }
  }

  private func start() async {
    // Errors of the library are reported elsewhere.
    guard (try? await isDue()) == true
    else { return }
    try? webhooks.startSending()
  }
}
