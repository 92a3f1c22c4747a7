/// The form that an answer is asked for in. Not every server and model knows each of them.
enum AnswerForm: Sendable {
  /// Segments, and a time for each word.
  case words
  /// Segments.
  case segments
  /// Segments, and who says them.
  case turns
  /// The text alone.
  case text

  /// What a model is asked for first.
  init(model: String) {
    // What OpenAI's newer models give is known.
    if model.contains("diarize") {
      self = .turns
    } else {
      self = model.hasPrefix("gpt-") ? .text : .words
    }
  }

  /// The fields that ask for it.
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

  /// What to ask for instead, where a server does not know this one; `nil` where that is not what it
  /// says.
  func next(after answer: ServerAnswer) -> AnswerForm? {
    guard [400, 415, 422].contains(answer.status), let text = answer.problem?.text.lowercased()
    else { return nil }
    if self == .words, text.contains("granularit"), !text.contains("response_format") {
      return .segments
    }
    let isAboutForm = ["format", "verbose", "granularit", "diarized"].contains(where: text.contains)
    return self != .text && isAboutForm ? .text : nil
  }
}
