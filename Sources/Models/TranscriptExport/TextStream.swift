public import SharedModels

/// The text of ``textExport(_:_:)`` as segments without speakers arrive. Omits the last line feed.
public struct TextStream: Sendable {
  private let duration: Duration
  private var isEmpty = true
  private var isParagraphEmpty = true
  /// The last segment with text, on which the separator before the next one depends.
  private var last: Segment?
  private var splitter = ParagraphSplitter()

  public init(duration: Duration) {
    self.duration = duration
  }

  public mutating func text(adding segments: [Segment]) -> String {
    let known = [last].compactMap(\.self)
    let tokens = tokens(of: known + segments).dropFirst(tokens(of: known).count)
    last = segments.last { !self.tokens(of: [$0]).isEmpty } ?? last
    var text = ""
    for token in tokens {
      if splitter.startsParagraph(token) {
        if !isEmpty { text += "\n\n" }
        isParagraphEmpty = true
      } else if token.separator != .nothing, !isParagraphEmpty {
        text += " "
      }
      text += token.text
      isEmpty = false
      isParagraphEmpty = isParagraphEmpty && token.text.isEmpty
    }
    return text
  }

  private func tokens(of segments: [Segment]) -> [Token] {
    Transcription(segments: segments).tokens(duration: duration)
  }
}
