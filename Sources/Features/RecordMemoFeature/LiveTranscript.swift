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
    let (text, open) = result.liveText
    let settled = text.dropLast(open.count)
    self.init(final: String(settled.last == " " ? settled.dropLast() : settled), partial: open)
  }
}
