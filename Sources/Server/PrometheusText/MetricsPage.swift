public import HTTPMessages

/// A page in Prometheus's text format, version 0.0.4.
public struct MetricsPage: Sendable {
  /// What a metric is.
  public enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  public private(set) var text = ""

  public init() {}

  /// Begins with a metric, whose values follow.
  ///
  /// - Parameters:
  ///   - name: Letters, digits and underscores.
  ///   - help: One line, without backslashes.
  public mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a value.
  ///
  /// - Parameter labels: What tells it from others of the metric; values without quotes, backslashes
  ///   and line breaks.
  public mutating func add(_ name: String, labels: [(String, String)] = [], _ value: Double) {
    let pairs = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
    let number = value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    text += "\(name)\(pairs.isEmpty ? "" : "{\(pairs)}") \(number)\n"
  }

  /// As it is sent.
  public var response: HTTPResponse {
    HTTPResponse(
      headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
      content: .bytes(Array(text.utf8)))
  }
}
