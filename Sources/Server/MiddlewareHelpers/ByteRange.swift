/// The requested range of a response: RFC 9110, section 14.
public enum ByteRange: Equatable, Sendable {
  case all
  case part(Range<Int64>)
  case unsatisfiable

  public init(_ field: String?, of byteCount: Int64) {
    self = .all
    // RFC 9110 allows a full response to several ranges and to other units.
    guard let field, field.lowercased().hasPrefix("bytes="), !field.contains(",")
    else { return }
    let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
    else { return }
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, true): return
    case (true, false):
      let count = min(Int64(ends[1]) ?? .max, byteCount)
      self = count > 0 ? .part(byteCount - count..<byteCount) : .unsatisfiable
    case (false, _):
      let first = Int64(ends[0]) ?? .max
      let last = ends[1].isEmpty ? .max : Int64(ends[1]) ?? .max
      guard first <= last
      else { return }
      self = first < byteCount ? .part(first..<min(last, byteCount - 1) + 1) : .unsatisfiable
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
