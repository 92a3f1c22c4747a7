import Foundation
import SharedModels

/// What a client that speaks is told.
enum LiveEvent: Equatable {
  /// There will be no words, and why.
  case failed(String)
  /// All that was said so far, a line for each part between which nobody spoke for a while. What is
  /// `open`, at its end, may still change.
  case words(String, open: String, isFinal: Bool)

  init(_ result: SpeechRecognitionResult) {
    let (text, open) = result.liveText
    self = .words(text, open: open, isFinal: result.isFinal)
  }

  /// The event as JSON, in one line.
  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let value =
      switch self {
      case .failed(let detail): Value(type: "failed", detail: detail)
      case .words(let text, let open, let isFinal):
        Value(type: "words", text: text, open: open, isFinal: isFinal)
      }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private struct Value: Encodable {
    var type: String
    var detail: String?
    var text: String?
    var open: String?
    var isFinal: Bool?
  }
}
