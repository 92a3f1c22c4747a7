/// An event of WHATWG's `text/event-stream`.
public struct ServerSentEvent: Equatable, Sendable {
  public var data: String
  public var id: String?
  public var name: String?

  public init(_ data: String, name: String? = nil, id: String? = nil) {
    self.data = data
    self.id = id
    self.name = name
  }

  public var bytes: [UInt8] {
    var text = ""
    if let id { text += "id: \(id)\n" }
    if let name { text += "event: \(name)\n" }
    for line in data.split(separator: "\n", omittingEmptySubsequences: false) {
      text += "data: \(line)\n"
    }
    return Array((text + "\n").utf8)
  }

  /// Ignored by clients; shows that the connection is alive.
  public static let comment = Array(":\n\n".utf8)
}
