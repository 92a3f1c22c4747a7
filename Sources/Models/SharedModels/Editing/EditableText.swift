extension Transcription {
  public var editableText: String {
    var text = ""
    for segment in segments where !segment.text.isEmpty {
      if let last = text.last, let first = segment.text.first, !last.isNewline, !first.isNewline {
        text += "\n"
      }
      text += segment.text
    }
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  public static func text(fromEditable text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String($0).trimmed }
    return lines.split(whereSeparator: \.isEmpty).map { $0.joinedAsText() }
      .joined(separator: "\n\n")
  }
}
