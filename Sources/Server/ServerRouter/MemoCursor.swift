public import DatabaseClient
import Foundation
public import SharedModels
public import Tagged
public import URLRouting

/// An opaque position in the memo list that stays valid while memos come and go.
public struct MemoCursor: Equatable, Sendable {
  public let id: Recording.ID
  public let key: RecordingOrder.Key

  public init(after recording: Recording, in order: RecordingOrder = .newest) {
    self.init(order.key(of: recording), id: recording.id)
  }

  public init(_ key: RecordingOrder.Key, id: Recording.ID) {
    self.id = id
    self.key = key
  }
}

extension MemoCursor: RouteValue {
  public init?(routeText: String) {
    guard let dot = routeText.lastIndex(of: "."),
      let uuid = UUID(uuidString: String(routeText[dot...].dropFirst())),
      let key = RecordingOrder.Key(routeText: routeText[..<dot])
    else { return nil }
    self.init(key, id: Recording.ID(uuid))
  }

  public var routeText: String { "\(key.routeText).\(id.routeText)" }
}

extension RecordingOrder.Key {
  fileprivate init?(routeText: Substring) {
    switch routeText.first {
    case "l":
      guard let milliseconds = Int(routeText.dropFirst()), (0..<1 << 50).contains(milliseconds)
      else { return nil }
      self = .duration(.milliseconds(milliseconds))
    case "t":
      self = .title(String(routeText.dropFirst()))
    default:
      guard routeText.count == 16, let bits = UInt64(routeText, radix: 16)
      else { return nil }
      let seconds = Double(bitPattern: bits)
      guard seconds.isFinite
      else { return nil }
      self = .date(Date(timeIntervalSince1970: seconds))
    }
  }

  fileprivate var routeText: String {
    switch self {
    case .date(let date):
      // The exact bits, so that it compares like the list.
      let bits = String(date.timeIntervalSince1970.bitPattern, radix: 16)
      return String(repeating: "0", count: 16 - bits.count) + bits
    case .duration(let duration): return "l\(duration.wholeMilliseconds)"
    case .title(let title): return "t\(title)"
    }
  }
}

extension MemoCursor: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let cursor = Self(routeText: try container.decode(String.self))
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "it is not a cursor of this server")
    }
    self = cursor
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(routeText)
  }
}
