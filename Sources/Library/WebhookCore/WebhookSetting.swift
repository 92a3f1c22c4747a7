public import DatabaseClient
import Dependencies
import Foundation
import NetworkAddresses
import SharedSettings
public import WebhookClient

public struct WebhookSetting: Sendable {
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.settingsStore) private var store
  @Dependency(\.uuid) private var uuid
  @Dependency(\.webhooks) private var webhooks

  public init() {}

  public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// `true` if there may be a webhook. Opens no library's file.
  public var isConfigured: Bool { store != nil || WebhookSecretFile().read() != nil }

  public func current() async throws -> Webhook? {
    try await copySecret()
    guard let webhook = try await database.webhookEvents.webhook(),
      WebhookSecretFile().read() == nil
    else { return try await database.webhookEvents.webhook() }
    return Webhook(
      url: webhook.url, nextAt: webhook.nextAt, problem: Self.noSecret.description,
      waitingCount: webhook.waitingCount)
  }

  private static let noSecret = Problem(
    description: "its secret is missing, so nothing is sent: set the webhook again")

  /// Returns a new secret for signatures, never shown again. Throws ``Problem`` or a storage error.
  public func set(_ text: String) async throws -> WebhookSecret {
    let url = try Self.address(text)
    guard !database.isHosted || url.host?.isPublicHost == true
    else {
      throw Problem(
        description: """
          '\(text)' is a private address, which a library in a database cannot use: use a public one
          """)
    }
    try await copySecret()
    let (secret, before) = (webhooks.newSecret(), WebhookSecretFile().read())
    do {
      // Stored first: events can't be sent unsigned.
      try await keep(secret)
      try await database.webhookEvents.setWebhook(url: url)
    } catch {
      // Receivers still use the former secret.
      try? await keep(before)
      throw error
    }
    return secret
  }

  private func keep(_ secret: WebhookSecret?) async throws {
    if let secret {
      try WebhookSecretFile().write(secret)
    } else {
      try WebhookSecretFile().delete()
    }
    try await store?.set(Self.secretName, to: secret?.text)
  }

  /// Copies the secret that another machine of the library has set to this machine's file.
  func copySecret() async throws {
    guard let secret = try await store?.value(Self.secretName).flatMap(WebhookSecret.init),
      secret != WebhookSecretFile().read()
    else { return }
    try WebhookSecretFile().write(secret)
  }

  private static let secretName = "webhook-secret"

  private static func address(_ text: String) throws(Problem) -> URL {
    guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), text.utf8.count <= 2_000,
      let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), url.host?.isEmpty == false,
      (1...65_535).contains(url.port ?? 80)
    else {
      throw Problem(
        description: "'\(text)' is not a web address: use one such as https://example.org/hook")
    }
    guard url.user == nil, url.password == nil
    else {
      throw Problem(
        description: """
          the address must not contain a user name or password, because addresses are shown: the \
          receiver recognizes events by their signature
          """)
    }
    return url
  }

  public func remove() async throws {
    try await database.webhookEvents.setWebhook(url: nil)
    try await keep(nil)
  }

  /// Returns `nil` without a webhook; throws `WebhookFailure` without an answer.
  public func test() async throws -> WebhookResponse? {
    guard let webhook = try await database.webhookEvents.webhook()
    else { return nil }
    try await copySecret()
    guard let secret = WebhookSecretFile().read()
    else { throw Self.noSecret }
    let time = now.formatted(.iso8601)
    return try await webhooks.send(
      message: WebhookMessage(
        body: #"{"type":"webhook.test","timestamp":"\#(time)","data":{}}"#,
        id: "msg_\(uuid().text)", secret: secret, sentAt: now, url: webhook.url,
        isPublic: database.isHosted))
  }
}
