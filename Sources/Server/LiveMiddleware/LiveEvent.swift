import Foundation
import SharedModels

enum LiveEvent: Equatable {
  case failed(String)
  /// Everything said so far, with a line break after each pause. The `open` end may still change.
  case words(String, open: String, isFinal: Bool)

  init(_ result: SpeechRecognitionResult) {
    let (text, open) = result.liveText
    self = .words(text, open: open, isFinal: result.isFinal)
  }

  func encoded() throws -> String {
    let value =
      switch self {
      case .failed(let detail): Value(type: "failed", detail: detail)
      case .words(let text, let open, let isFinal):
        Value(type: "words", text: text, open: open, isFinal: isFinal)
      }
    return String(decoding: try JSONEncoder.speechMemo.encode(value), as: UTF8.self)
  }

  private struct Value: Encodable {
    var type: String
    var detail: String?
    var text: String?
    var open: String?
    var isFinal: Bool?
  }
}
