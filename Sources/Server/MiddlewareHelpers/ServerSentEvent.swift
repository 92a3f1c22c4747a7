/// One event of a stream of events, as browsers and clients read it: WHATWG's `text/event-stream`.
public struct ServerSentEvent: Equatable, Sendable {
  /// What the event is about. Its lines go one to a field.
  public var data: String
  /// From where a client goes on that has lost its connection.
  public var id: String?
  /// What kind of event it is; `nil` for the usual one.
  public var name: String?

  public init(_ data: String, name: String? = nil, id: String? = nil) {
    self.data = data
    self.id = id
    self.name = name
  }

  /// As it is sent.
  public var bytes: [UInt8] {
    var text = ""
    if let id { text += "id: \(id)\n" }
    if let name { text += "event: \(name)\n" }
    for line in data.split(separator: "\n", omittingEmptySubsequences: false) {
      text += "data: \(line)\n"
    }
    return Array((text + "\n").utf8)
  }

  /// What clients pass over: it shows that the connection is alive.
  public static let comment = Array(":\n\n".utf8)
}
