public import SharedModels

/// The text of a recording in progress.
public struct LiveTranscript: Equatable, Sendable {
  /// What will not change any more.
  public var final: String
  /// What was said last, which may still change.
  public var partial: String

  public init(final: String = "", partial: String = "") {
    self.final = final
    self.partial = partial
  }

  public init(_ result: SpeechRecognitionResult) {
    let words = result.bestTranscription.words.map(\.text)
    // Without word times there is nothing to tell them apart by.
    guard !words.isEmpty
    else {
      self.init(partial: result.bestTranscription.text)
      return
    }
    let count = min(words.count, max(0, result.settledWordCount))
    self.init(final: words[..<count].joinedAsText(), partial: words[count...].joinedAsText())
  }
}
