public import Foundation
public import SharedModels
public import Tagged
public import URLRouting

/// A place in the list of memos that stays the same while memos come and go: behind the memo of that
/// date and id. To others it is a text without a meaning.
public struct MemoCursor: Equatable, Sendable {
  public let date: Date
  public let id: Recording.ID

  public init(after recording: Recording) {
    self.init(date: recording.date, id: recording.id)
  }

  /// The place behind the memo of that date and id.
  public init(date: Date, id: Recording.ID) {
    self.date = date
    self.id = id
  }
}

extension MemoCursor: RouteValue {
  public init?(routeText: String) {
    let parts = routeText.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 16, let bits = UInt64(parts[0], radix: 16),
      let uuid = UUID(uuidString: String(parts[1]))
    else { return nil }
    let seconds = Double(bitPattern: bits)
    guard seconds.isFinite
    else { return nil }
    date = Date(timeIntervalSince1970: seconds)
    id = Recording.ID(uuid)
  }

  /// The date bit by bit, so that it compares as the list does.
  public var routeText: String {
    let bits = String(date.timeIntervalSince1970.bitPattern, radix: 16)
    return String(repeating: "0", count: 16 - bits.count) + "\(bits).\(id.routeText)"
  }
}

extension MemoCursor: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let cursor = Self(routeText: try container.decode(String.self))
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "it is no cursor of this server")
    }
    self = cursor
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(routeText)
  }
}
