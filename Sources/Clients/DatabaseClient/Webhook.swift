public import Foundation

/// Where another program wants to be told of what happens in the library.
///
/// Once it is set, each memo that is saved, and each transcript that is finished or has failed,
/// whichever process does it, leaves an event in the same transaction.
public struct Webhook: Equatable, Sendable {
  /// When the next event may be sent; `nil` where none waits.
  public let nextAt: Date?
  /// Why the last event was not taken, in one line; `nil` where it was.
  public let problem: String?
  public let url: URL
  /// How many events wait to be sent.
  public let waitingCount: Int

  public init(url: URL, nextAt: Date? = nil, problem: String? = nil, waitingCount: Int = 0) {
    self.nextAt = nextAt
    self.problem = problem
    self.url = url
    self.waitingCount = waitingCount
  }
}

/// Something that has happened, and is to be told. It is gone with its memo: nothing is told of one
/// that has been deleted permanently.
public struct WebhookEvent: Equatable, Sendable {
  /// What became of an attempt to tell it.
  public enum Outcome: Equatable, Sendable {
    /// To be sent again then, for a reason if it is the receiver's. Where there is no receiver, this
    /// is so for all events that are due by then.
    case again(at: Date, reason: String?, isForAll: Bool)
    /// It is not sent any more, for that reason.
    case dropped(reason: String)
    case taken
  }

  /// How often it was begun to be sent.
  public let attempts: Int
  /// A JSON document with the event's type, time and data.
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
