public import HTTPMessages

/// A page in Prometheus's text exposition format, version 0.0.4.
public struct MetricsPage: Sendable {
  public enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  public private(set) var text = ""

  public init() {}

  /// Starts a metric; its values follow. `help` must be one line without backslashes.
  public mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a value. Label values must not contain quotes, backslashes or line breaks.
  public mutating func add(_ name: String, labels: [(String, String)] = [], _ value: Double) {
    let pairs = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
    let number = value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    text += "\(name)\(pairs.isEmpty ? "" : "{\(pairs)}") \(number)\n"
  }

  public var response: HTTPResponse {
    HTTPResponse(
      headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
      content: .bytes(Array(text.utf8)))
  }
}
