import Foundation
import LanguageModelClient

/// A part of a streamed response, or a whole response of a server that doesn't stream.
struct ChatChunk: Decodable {
  struct Choice: Decodable {
    struct Message: Decodable {
      var content: String?
    }

    var delta: Message?
    var finishReason: String?
    var message: Message?

    private enum CodingKeys: String, CodingKey {
      case delta, message
      case finishReason = "finish_reason"
    }
  }

  var choices: [Choice]

  init?(_ json: some Collection<UInt8>) {
    guard let chunk = try? JSONDecoder().decode(Self.self, from: Data(json))
    else { return nil }
    self = chunk
  }

  var text: String? { choices.first.flatMap { $0.delta?.content ?? $0.message?.content } }

  var end: LanguageModelEvent.Reason? {
    choices.first?.finishReason.map { reason in
      switch reason {
      case "length": .length
      case "content_filter": .withheld
      default: .complete
      }
    }
  }
}
