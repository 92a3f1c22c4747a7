import TestWebServer

/// An answer of a service that plays a part.
func answer(
  _ status: Int, _ fields: String..., body: String = "", byteCount: Int? = nil,
  then ending: WebServer.Ending = .close
) -> WebServer.Answer {
  let head =
    ["HTTP/1.1 \(status) Said", "Content-Length: \(byteCount ?? body.utf8.count)"] + fields
    + ["Connection: close", "", ""]
  return .raw(head.joined(separator: "\r\n") + body, then: ending)
}

/// A problem response.
func problem(_ status: Int, _ code: String, _ fields: String...) -> WebServer.Answer {
  let body = "<Error><Code>\(code)</Code><Message>said</Message></Error>"
  return .raw(
    (["HTTP/1.1 \(status) Said", "Content-Length: \(body.utf8.count)", "Connection: close"]
      + fields + ["", body]).joined(separator: "\r\n"))
}
