public import Foundation

public struct WebhookMessage: Equatable, Sendable {
  public let body: String
  /// The same for every retry, so that receivers can detect duplicates.
  public let id: String
  /// Sent to addresses on the internet only.
  public let isPublic: Bool
  public let secret: WebhookSecret
  public let sentAt: Date
  public let url: URL

  public init(
    body: String, id: String, secret: WebhookSecret, sentAt: Date, url: URL, isPublic: Bool = false
  ) {
    self.body = body
    self.id = id
    self.isPublic = isPublic
    self.secret = secret
    self.sentAt = sentAt
    self.url = url
  }
}

public struct WebhookResponse: Equatable, Sendable {
  public let status: Int
  public let text: String

  public init(status: Int, text: String = "") {
    self.status = status
    self.text = text
  }

  public var isSuccess: Bool { (200..<300).contains(status) }
}

public struct WebhookFailure: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// A shared key, written as `whsec_` and Base64.
public struct WebhookSecret: Equatable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

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
