import Cmicrohttpd
import Glibc
import HTTPMessages

/// A request's head, in the buffer where libmicrohttpd has parsed it.
struct RequestHead {
  private let method: UnsafePointer<CChar>
  private let target: UnsafePointer<CChar>
  private let version: UnsafePointer<CChar>
  private let byteCount: Int
  private let fields: [Field]

  private struct Field {
    let name: UnsafeRawBufferPointer
    let value: UnsafeRawBufferPointer
  }

  init?(
    of connection: OpaquePointer, method: UnsafePointer<CChar>?, target: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?
  ) {
    guard let method, let target, let version,
      let info = connection_info(connection, .CONNECTION_INFO_REQUEST_HEADER_SIZE)
    else { return nil }
    self.method = method
    self.target = target
    self.version = version
    byteCount = info.pointee.header_size
    var fields: [Field] = []
    withUnsafeMutablePointer(to: &fields) { fields in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { fields, _, name, nameCount, value, valueCount in
          fields?.assumingMemoryBound(to: [Field].self).pointee.append(
            Field(
              name: UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameCount),
              value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount)))
          return .YES
        }, fields)
    }
    self.fields = fields
  }

  var methodName: String { String(cString: method) }

  /// HTTP allows bytes that aren't UTF-8; they become U+FFFD.
  var headers: HTTPHeaders {
    HTTPHeaders(
      fields.map { field in
        HTTPHeaders.Field(
          name: String(decoding: field.name, as: UTF8.self),
          value: String(decoding: field.value, as: UTF8.self))
      })
  }

  /// The reason to refuse a head that others could read differently. `target` includes the query.
  func fault(in headers: HTTPHeaders, target: String) -> String? {
    guard methodName.isToken, !target.isEmpty,
      !target.utf8.contains(where: { $0.isControl || $0.isBlank })
    else { return "the method or the target contains a space or a control character" }
    guard !parsesLeniently || isContiguous(targetByteCount: target.utf8.count)
    else { return "a line of the head contains a NUL or continues the one before" }
    guard headers.fields.allSatisfy(\.name.isToken)
    else { return "a field's name contains a space or another character that is not allowed" }
    guard headers.fields.allSatisfy({ $0.value.utf8.allSatisfy { $0.isBlank || !$0.isControl } })
    else { return "a field's value contains a control character" }
    let isFirstVersion = String(cString: version) == "HTTP/1.0"
    let hostCount = headers.values(of: "Host").count
    guard hostCount == 1 || hostCount == 0 && isFirstVersion
    else { return "send exactly one Host" }
    let lengthCount = headers.values(of: "Content-Length").count
    guard lengthCount < 2
    else { return "send Content-Length only once" }
    let codings = headers.values(of: "Transfer-Encoding")
    guard !codings.isEmpty
    else { return nil }
    guard !isFirstVersion
    else { return "HTTP/1.0 has no Transfer-Encoding" }
    guard lengthCount == 0
    else { return "send Content-Length or Transfer-Encoding, not both" }
    return codings.map { $0.lowercased() } == ["chunked"]
      ? nil : "the only Transfer-Encoding that this server knows is chunked"
  }

  /// Libraries before 1.0 parse in place: they replace delimiters with NULs, cut a value at the
  /// client's own NUL, and move a folded line. Then more than delimiters is between two parts.
  private func isContiguous(targetByteCount: Int) -> Bool {
    let head = UnsafeRawBufferPointer(start: method, count: byteCount)
    var end = strlen(method)
    func advance(
      over part: UnsafeRawBufferPointer, delimiters: ClosedRange<Int>, hasBlanks: Bool = false
    ) -> Bool {
      guard let start = part.baseAddress.map({ UnsafeRawPointer(method).distance(to: $0) }),
        start >= end, start + part.count <= head.count
      else { return false }
      let gap = head[end..<start]
      end = start + part.count
      let blanks = gap.drop { $0 == 0 }
      return delimiters.contains(gap.count - blanks.count)
        && (blanks.isEmpty || hasBlanks && blanks.allSatisfy(\.isBlank))
    }
    let target = UnsafeRawBufferPointer(start: target, count: targetByteCount)
    let version = UnsafeRawBufferPointer(start: version, count: strlen(version))
    let rest = UnsafeRawBufferPointer(rebasing: head.suffix(0))
    return advance(over: target, delimiters: 1...1) && advance(over: version, delimiters: 1...1)
      && fields.allSatisfy { field in
        advance(over: field.name, delimiters: 1...2)
          && advance(over: field.value, delimiters: 1...1, hasBlanks: true)
      } && advance(over: rest, delimiters: 2...4)
  }
}

extension String {
  fileprivate var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  fileprivate var isControl: Bool { self < 0x20 || self == 0x7F }
}
