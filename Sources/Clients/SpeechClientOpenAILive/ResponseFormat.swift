import OpenAIConnection

enum ResponseFormat: Sendable {
  case words
  case segments
  case turns
  case text

  init(model: String) {
    if model.contains("diarize") {
      self = .turns
    } else {
      self = model.hasPrefix("gpt-") ? .text : .words
    }
  }

  var fields: [(String, String)] {
    switch self {
    case .words:
      [
        ("response_format", "verbose_json"), ("timestamp_granularities[]", "word"),
        ("timestamp_granularities[]", "segment"),
      ]
    case .segments: [("response_format", "verbose_json")]
    case .turns: [("response_format", "diarized_json"), ("chunking_strategy", "auto")]
    case .text: [("response_format", "json")]
    }
  }

  func next(after response: ServerResponse) -> ResponseFormat? {
    guard [400, 415, 422].contains(response.status), let text = response.problem?.text.lowercased()
    else { return nil }
    if self == .words, text.contains("granularit"), !text.contains("response_format") {
      return .segments
    }
    let isAboutForm = ["format", "verbose", "granularit", "diarized"].contains(where: text.contains)
    return self != .text && isAboutForm ? .text : nil
  }
}
