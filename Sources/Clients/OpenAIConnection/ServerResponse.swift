import Foundation
import LibCurl

public struct ServerResponse: Sendable {
  public var body: [UInt8] = []
  public var fields: [String: String] = [:]
  public var status = 0

  public init(body: [UInt8] = [], fields: [String: String] = [:], status: Int = 0) {
    self.body = body
    self.fields = fields
    self.status = status
  }

  init(_ head: CurlTransfer.Head, body: [UInt8] = []) {
    let fields = head.fields.map { ($0.name.lowercased(), $0.value) }
    self.init(
      body: body, fields: Dictionary(fields) { _, last in last }, status: head.status)
  }

  public var isJSON: Bool {
    let first = body.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// `{"error": {"message", "code"}}`, `{"error": "…"}`, `{"detail": "…"}`, `{"detail": [{"msg"}]}`
  /// or `{"message": "…"}`. Not safe to show.
  public var problem: OpenAIErrorBody? {
    guard isJSON,
      let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    else { return nil }
    let error = object["error"] as? [String: Any] ?? object
    let code = [error["code"], error["type"]].lazy.compactMap { $0 as? String }.first
    let detail = (object["detail"] as? [[String: Any]])?.compactMap { each -> String? in
      let place = (each["loc"] as? [Any])?.last.map { "\($0): " } ?? ""
      return (each["msg"] as? String).map { place + $0 }
    }.joined(separator: "; ")
    let text = [error["message"], object["error"], object["detail"], detail, object["title"]]
      .lazy.compactMap { $0 as? String }.first { !$0.isEmpty }
    return text.map { OpenAIErrorBody(code: code, text: $0) }
  }

  var isWorthRepeating: Bool {
    switch status {
    case 408, 425, 500, 502, 503, 504: true
    case 429: problem?.code != "insufficient_quota"
    default: false
    }
  }

  var retryAfter: Duration? {
    guard let text = fields["retry-after"]?.trimmingCharacters(in: .whitespaces)
    else { return nil }
    if let seconds = Double(text), seconds >= 0, seconds < 1e6 { return .seconds(seconds) }
    return Date(httpText: text).map { .seconds(max(0, $0.timeIntervalSinceNow)) }
  }
}

public struct OpenAIErrorBody: Equatable, Sendable {
  public var code: String?
  public var text: String

  public init(code: String? = nil, text: String) {
    self.code = code
    self.text = text
  }

  public func isAbout(model: String) -> Bool {
    code == "model_not_found" || text.contains(model)
  }
}
