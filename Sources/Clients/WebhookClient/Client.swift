public import Dependencies
public import DependenciesMacros

/// Tells other programs, by HTTP, of what has happened.
@DependencyClient
public struct WebhookClient: Sendable {
  /// A secret that nobody can guess.
  public var newSecret: @Sendable () -> WebhookSecret = { WebhookSecret(bytes: []) }

  /// Signs a message as Standard Webhooks asks, and posts it.
  ///
  /// - Returns: What the other side answers, whatever that is.
  /// - Throws: ``WebhookFailure`` where there is no answer, `CancellationError`.
  public var send: @Sendable (_ message: WebhookMessage) async throws -> WebhookAnswer

  /// Starts a process that sends what is due, which nobody waits for and which may outlive this one:
  /// however slow a receiver is, no command is slower for it.
  ///
  /// - Throws: What the system says where it cannot be started.
  public var startSending: @Sendable () throws -> Void

  /// The program's hidden command that such a process runs.
  public static let sendingCommand = "send-webhooks"
}

extension DependencyValues {
  /// Tells other programs of what has happened.
  public var webhooks: WebhookClient {
    get { self[WebhookClient.self] }
    set { self[WebhookClient.self] = newValue }
  }
}
