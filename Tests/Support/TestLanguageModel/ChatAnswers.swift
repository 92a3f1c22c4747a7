import Foundation
public import TestWebServer

extension WebServer.Answer {
  private static let eventStream = "Content-Type: text/event-stream"

  /// A list with one model.
  public static func model(_ name: String = "test-model", contextLength: Int? = nil) -> Self {
    let length = contextLength.map { #","max_model_len":\#($0)"# } ?? ""
    return .status(200, text: #"{"data":[{"id":"\#(name)"\#(length)}]}"#)
  }

  /// A whole response, streamed in small pieces.
  public static func chat(_ text: String, finish: String = "stop") -> Self {
    let end = #"data: {"choices":[{"delta":{},"finish_reason":"\#(finish)"}]}"#
    return .status(
      200, text: chunks(text) + end + "\n\ndata: [DONE]\n\n", headers: [eventStream])
  }

  /// The beginning of a response, after which the server closes the connection or falls silent.
  public static func chatStopping(
    after text: String, then ending: WebServer.Ending = .close
  ) -> Self {
    .raw("HTTP/1.1 200 OK\r\n\(eventStream)\r\n\r\n\(chunks(text))", then: ending)
  }

  /// The same text again and again, without an end.
  public static func chatRepeating(_ text: String) -> Self {
    .endless(200, text: chunks(text), headers: [eventStream])
  }

  private static func chunks(_ text: String) -> String {
    var chunks = ""
    var rest = text[...]
    while !rest.isEmpty {
      let piece = String(rest.prefix(7))
      rest = rest.dropFirst(7)
      let quoted = (try? JSONEncoder().encode(piece)).map { String(decoding: $0, as: UTF8.self) }
      chunks += #"data: {"choices":[{"delta":{"content":\#(quoted ?? "null")}}]}"# + "\n\n"
    }
    return chunks
  }
}
