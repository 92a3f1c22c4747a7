public import Foundation

/// What is posted.
public struct WebhookMessage: Equatable, Sendable {
  /// A JSON document.
  public let body: String
  /// The same each time that the message is sent: by it the receiver knows what it has got already.
  public let id: String
  public let secret: WebhookSecret
  public let sentAt: Date
  public let url: URL

  public init(body: String, id: String, secret: WebhookSecret, sentAt: Date, url: URL) {
    self.body = body
    self.id = id
    self.secret = secret
    self.sentAt = sentAt
    self.url = url
  }
}

/// What the receiver answers.
public struct WebhookAnswer: Equatable, Sendable {
  /// The HTTP status.
  public let status: Int
  /// The beginning of the body.
  public let text: String

  public init(status: Int, text: String = "") {
    self.status = status
    self.text = text
  }

  /// Whether the receiver has taken the message.
  public var isTaken: Bool { (200..<300).contains(status) }
}

/// Why there is no answer, in one line.
public struct WebhookFailure: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// What sender and receiver know, and nobody else: written as `whsec_` and base 64.
public struct WebhookSecret: Equatable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads what ``text`` wrote; `nil` for anything else.
  public init?(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.hasPrefix(Self.prefix),
      let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))), !data.isEmpty
    else { return nil }
    bytes = Array(data)
  }

  public var text: String { Self.prefix + Data(bytes).base64EncodedString() }

  private static let prefix = "whsec_"
}
