/// Which bytes of something are sent: RFC 9110, section 14.
public enum ByteRange: Equatable, Sendable {
  /// All: no range is asked for, or one that need not be understood.
  case all
  case part(Range<Int64>)
  /// A range behind the end.
  case unsatisfiable

  /// - Parameters:
  ///   - field: What `Range` says.
  ///   - byteCount: How many bytes there are.
  public init(_ field: String?, of byteCount: Int64) {
    self = .all
    // Of several ranges, or in another unit, all is sent, as the protocol allows.
    guard let field, field.lowercased().hasPrefix("bytes="), !field.contains(",")
    else { return }
    let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) })
    else { return }
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, true): return
    case (true, false):
      // The last bytes. More digits than a number has are more bytes than there are.
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
