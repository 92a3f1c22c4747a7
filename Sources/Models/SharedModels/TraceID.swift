/// A W3C trace id, 32 lowercase hexadecimal digits, of a request and all later work for it.
public struct TraceID: Equatable, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init?(_ text: String) {
    guard text.utf8.count == 32, text.isLowerHexadecimal, text.contains(where: { $0 != "0" })
    else { return nil }
    description = text
  }

  public static func random(using generator: inout some RandomNumberGenerator) -> Self {
    let words = (
      UInt64.random(in: 0 ... .max, using: &generator),
      UInt64.random(in: 1 ... .max, using: &generator)
    )
    return Self(words.0, words.1)
  }

  private init(_ high: UInt64, _ low: UInt64) {
    description = high.hexadecimal + low.hexadecimal
  }

  public init?(traceparent field: String) {
    let parts = field.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 4, parts[0].utf8.count == 2, parts[0] != "ff", parts[2].utf8.count == 16,
      parts[3].utf8.count == 2, parts.prefix(4).allSatisfy(\.isLowerHexadecimal),
      // A later version may append fields.
      parts.count == 4 || parts[0] != "00", parts[2].contains(where: { $0 != "0" })
    else { return nil }
    self.init(parts[1])
  }

  /// `span` identifies one process's part, and must not be 0.
  public func traceparent(span: UInt64) -> String { "00-\(self)-\(span.hexadecimal)-00" }
}

extension String {
  fileprivate var isLowerHexadecimal: Bool {
    utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
  }
}

extension UInt64 {
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
