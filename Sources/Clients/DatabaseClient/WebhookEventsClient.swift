public import DependenciesMacros
public import Foundation

@DependencyClient
public struct WebhookEventsClient: Sendable {
  public var webhook: @Sendable () async throws -> Webhook?

  /// Pending events go to a new URL, too. `nil` discards them.
  public var setWebhook: @Sendable (_ url: URL?) async throws -> Void

  /// Claims the oldest due event. If not ended before `until`, it can be claimed again.
  public var claim: @Sendable (_ at: Date, _ until: Date) async throws -> WebhookEvent?

  public var end: @Sendable (_ id: String, _ outcome: WebhookEvent.Outcome) async throws -> Void
}
