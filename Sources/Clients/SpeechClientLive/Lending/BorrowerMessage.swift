import Foundation

struct BorrowerMessage: Decodable {
  static let largestSound = 1 << 20

  var bytes: Int?
  var id: String?
  var op: String

  var beginsRequest: Bool { !["audio", "cancel", "end"].contains(op) }

  init(_ message: Data) throws {
    let line = message.prefix { $0 != UInt8(ascii: "\n") }
    self = try JSONDecoder().decode(Self.self, from: line)
  }
}

/// Assembles whole messages: the engine must never get half of one from a killed borrower.
struct MessageBuffer {
  private var rest = Data()
  private var wanted: Int?

  mutating func append(_ bytes: ArraySlice<UInt8>, _ emit: (Data) -> Void) -> Bool {
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
      emit(Data(rest.prefix(count)))
      rest = Data(rest.dropFirst(count))
      (wanted, start) = (nil, 0)
    }
  }
}
