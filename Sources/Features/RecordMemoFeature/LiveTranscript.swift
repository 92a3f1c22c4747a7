public import SharedModels

public struct LiveTranscript: Equatable, Sendable {
  public var final: String
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
