public import Dependencies
public import DependenciesMacros

@DependencyClient
public struct WebhookClient: Sendable {
  public var newSecret: @Sendable () -> WebhookSecret = { WebhookSecret(bytes: []) }

  /// Signs and posts a message (Standard Webhooks). Throws ``WebhookFailure`` without a response.
  public var send: @Sendable (_ message: WebhookMessage) async throws -> WebhookResponse

  /// Starts a process that sends due messages and may outlive this one: commands don't wait for it.
  public var startSending: @Sendable () throws -> Void

  public static let sendingCommand = "send-webhooks"
}

extension DependencyValues {
  public var webhooks: WebhookClient {
    get { self[WebhookClient.self] }
    set { self[WebhookClient.self] = newValue }
  }
}
