public import Foundation

/// The receiver of events, added in the transaction that saves a memo or completes or fails a job.
public struct Webhook: Equatable, Sendable {
  public let nextAt: Date?
  public let problem: String?
  public let url: URL
  public let waitingCount: Int

  public init(url: URL, nextAt: Date? = nil, problem: String? = nil, waitingCount: Int = 0) {
    self.nextAt = nextAt
    self.problem = problem
    self.url = url
    self.waitingCount = waitingCount
  }
}

/// A pending event. Deleting its memo for good deletes it, too.
public struct WebhookEvent: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// `reason` is the receiver's, if any. `isForAll` delays all events due by then.
    case retry(at: Date, reason: String?, isForAll: Bool)
    case dropped(reason: String)
    case delivered
  }

  public let attempts: Int
  /// JSON with the event's type, time and data.
  public let body: String
  public let createdAt: Date
  public let id: String

  public init(id: String, attempts: Int, body: String, createdAt: Date) {
    self.attempts = attempts
    self.body = body
    self.createdAt = createdAt
    self.id = id
  }
}
