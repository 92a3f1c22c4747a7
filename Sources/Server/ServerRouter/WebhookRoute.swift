public import CasePaths
public import DatabaseClient
import Foundation

@CasePathable
public enum WebhookRoute: Equatable, Sendable {
  case change(WebhookRequest)
  case get
  case remove
  case test
}

public struct WebhookRequest: Codable, Equatable, Sendable {
  public var url: String

  public init(url: String) {
    self.url = url
  }
}

public struct WebhookValue: Codable, Equatable, Sendable {
  /// Why events are waiting.
  public var problem: String?
  public var url: String
  public var waitingCount: Int

  public init(_ webhook: Webhook) {
    problem = webhook.problem
    url = webhook.url.absoluteString
    waitingCount = webhook.waitingCount
  }
}

public struct CurrentWebhook: Codable, Equatable, Sendable {
  public var webhook: WebhookValue?

  public init(_ webhook: Webhook?) {
    self.webhook = webhook.map(WebhookValue.init)
  }
}

public struct AddedWebhook: Codable, Equatable, Sendable {
  /// Verifies the signatures of events. Never shown again.
  public var secret: String
  public var url: String

  public init(url: String, secret: String) {
    self.secret = secret
    self.url = url
  }
}

public struct WebhookTest: Codable, Equatable, Sendable {
  public var isAccepted: Bool
  /// Why there was no response.
  public var reason: String?
  public var status: Int?

  public init(isAccepted: Bool, reason: String? = nil, status: Int? = nil) {
    self.isAccepted = isAccepted
    self.reason = reason
    self.status = status
  }
}
