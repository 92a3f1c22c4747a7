import Foundation

/// A message of a process that has borrowed an engine, as far as the one that lends it has to
/// understand it.
struct BorrowerMessage: Decodable {
  /// How many bytes of sound may follow a line.
  static let largestSound = 1 << 20

  var bytes: Int?
  var id: String?
  var op: String

  /// Whether it begins a request, which has an end.
  var beginsRequest: Bool { !["audio", "cancel", "end"].contains(op) }

  /// - Parameter message: A line, and the sound behind it.
  init(_ message: Data) throws {
    let line = message.prefix { $0 != UInt8(ascii: "\n") }
    self = try JSONDecoder().decode(Self.self, from: line)
  }
}

/// Puts messages together, each with the sound that belongs to it: an engine must never get half of
/// one, wherever the process that sends it is killed.
struct MessageBuffer {
  private var rest = Data()
  /// How many bytes the message that comes has, once its line is there.
  private var wanted: Int?

  /// `false` for what is no message, or too long for one.
  mutating func append(_ bytes: ArraySlice<UInt8>, _ give: (Data) -> Void) -> Bool {
    let searched = rest.count
    rest.append(contentsOf: bytes)
    var start = searched
    while true {
      if wanted == nil {
        guard let end = rest[(rest.startIndex + start)...].firstIndex(of: UInt8(ascii: "\n"))
        else { return rest.count <= EngineProcess.longestLine }
        guard let message = try? BorrowerMessage(rest[..<end]),
          (0...BorrowerMessage.largestSound).contains(message.bytes ?? 0)
        else { return false }
        let sound = message.op == "audio" ? message.bytes ?? 0 : 0
        wanted = end - rest.startIndex + 1 + sound
      }
      guard let count = wanted, rest.count >= count
      else { return true }
      give(Data(rest.prefix(count)))
      rest = Data(rest.dropFirst(count))
      (wanted, start) = (nil, 0)
    }
  }
}
