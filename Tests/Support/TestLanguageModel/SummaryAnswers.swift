/// A summary as a language model writes it.
public struct WrittenSummary {
  public var actionItems: [String] = []
  public var decisions: [String] = []
  public var keyPoints: [String] = []
  public var language: String
  public var sentence = "null"
  public var title = "null"

  public init(language: String = "en") {
    self.language = language
  }

  public var json: String {
    """
    {"language":"\(language)","sentence":\(sentence),"title":\(title),\
    "keyPoints":[\(keyPoints.joined(separator: ","))],\
    "decisions":[\(decisions.joined(separator: ","))],\
    "actionItems":[\(actionItems.joined(separator: ","))]}
    """
  }

  public static func entry(_ text: String, _ quote: String) -> String {
    #"{"text":"\#(text)","quote":"\#(quote)"}"#
  }

  public static func item(
    _ text: String, _ quote: String, who: String? = nil, when: String? = nil
  ) -> String {
    func value(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
    return
      #"{"text":"\#(text)","quote":"\#(quote)","who":\#(value(who)),"when":\#(value(when))}"#
  }
}
