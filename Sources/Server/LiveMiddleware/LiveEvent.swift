import Foundation
import SharedModels

/// What a client that speaks is told.
enum LiveEvent: Equatable {
  /// There will be no words, and why.
  case failed(String)
  /// All that was said so far. Words before `settled` will not change any more.
  case words(String, settled: Int, isFinal: Bool)

  init(_ result: SpeechRecognitionResult) {
    self = .words(
      result.bestTranscription.text, settled: result.settledWordCount, isFinal: result.isFinal)
  }

  /// The event as JSON, in one line.
  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let value =
      switch self {
      case .failed(let detail): Value(type: "failed", detail: detail)
      case .words(let text, let settled, let isFinal):
        Value(type: "words", text: text, settled: settled, isFinal: isFinal)
      }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private struct Value: Encodable {
    var type: String
    var detail: String?
    var text: String?
    var settled: Int?
    var isFinal: Bool?
  }
}
