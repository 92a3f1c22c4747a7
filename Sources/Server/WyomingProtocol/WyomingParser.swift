import Foundation

public struct WyomingParser: Sendable {
  /// In bytes.
  public struct Limits: Hashable, Sendable {
    public var line = 64 * 1_024
    public var data = 1_024 * 1_024
    public var payload = 1_024 * 1_024

    public init() {}
  }

  private enum Part {
    case line
    case data(count: Int)
    case payload(count: Int)
    case failed(WyomingError)
  }

  private let limits: Limits
  private var event = WyomingEvent("")
  private var kept: [UInt8] = []
  private var part = Part.line
  private var payloadCount = 0

  public init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  public var keptByteCount: Int { kept.count }

  /// Consumes an event's bytes; `nil` if more are needed. Each call after an error throws it.
  public mutating func next(from bytes: inout ArraySlice<UInt8>) throws(WyomingError)
    -> WyomingEvent?
  {
    do throws(WyomingError) {
      while true {
        switch part {
        case .line:
          guard try takeLine(from: &bytes)
          else { return nil }
          try begin()
        case .data(let count):
          guard take(count, from: &bytes)
          else { return nil }
          try mergeData()
          part = .payload(count: payloadCount)
        case .payload(let count):
          guard take(count, from: &bytes)
          else { return nil }
          event.payload = kept
          kept = []
          part = .line
          return event
        case .failed(let error):
          throw error
        }
      }
    } catch {
      kept = []
      part = .failed(error)
      throw error
    }
  }

  private mutating func takeLine(
    from bytes: inout ArraySlice<UInt8>
  ) throws(WyomingError) -> Bool {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    let rest = bytes[..<(end ?? bytes.endIndex)]
    guard kept.count + rest.count <= limits.line
    else { throw .tooLarge(part: "line", limit: limits.line) }
    kept += rest
    bytes = bytes[(end.map { $0 + 1 } ?? bytes.endIndex)...]
    return end != nil
  }

  private mutating func take(_ count: Int, from bytes: inout ArraySlice<UInt8>) -> Bool {
    let rest = bytes.prefix(count - kept.count)
    kept += rest
    bytes = bytes[rest.endIndex...]
    return kept.count == count
  }

  private mutating func begin() throws(WyomingError) {
    let header: WyomingHeader = try decode()
    event = WyomingEvent(header.type, header.data ?? [:])
    let dataCount = header.dataLength ?? 0
    payloadCount = header.payloadLength ?? 0
    guard dataCount >= 0, payloadCount >= 0
    else { throw .notAnEvent }
    guard dataCount <= limits.data
    else { throw .tooLarge(part: "data", limit: limits.data) }
    guard payloadCount <= limits.payload
    else { throw .tooLarge(part: "payload", limit: limits.payload) }
    part = dataCount > 0 ? .data(count: dataCount) : .payload(count: payloadCount)
  }

  private mutating func mergeData() throws(WyomingError) {
    let more: [String: WyomingValue] = try decode()
    event.data.merge(more) { $1 }
  }

  private mutating func decode<Value: Decodable>() throws(WyomingError) -> Value {
    // Each level takes some of the thread's small stack.
    guard depth(ofJSON: kept) <= 32
    else { throw .notAnEvent }
    do {
      defer { kept = [] }
      return try JSONDecoder().decode(Value.self, from: Data(kept))
    } catch {
      throw .notAnEvent
    }
  }
}

private func depth(ofJSON bytes: [UInt8]) -> Int {
  var (depth, deepest) = (0, 0)
  var (isText, isEscaped) = (false, false)
  for byte in bytes {
    switch byte {
    case _ where isEscaped: isEscaped = false
    case UInt8(ascii: "\\") where isText: isEscaped = true
    case UInt8(ascii: "\""): isText.toggle()
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      if !isText { depth += 1 }
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if !isText { depth -= 1 }
    default: break
    }
    deepest = max(deepest, depth)
  }
  return deepest
}

public enum WyomingError: Error, Equatable {
  case badValue(String, type: String)
  case notAnEvent
  case tooLarge(part: String, limit: Int)
}

extension WyomingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badValue(let name, let type): "'\(name)' of '\(type)' is missing or invalid"
    case .notAnEvent: "the client sent data that is not a Wyoming event"
    case .tooLarge(let part, let limit):
      "the \(part) of an event is larger than the limit of \(limit) bytes"
    }
  }
}
