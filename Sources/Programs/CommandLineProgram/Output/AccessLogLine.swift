import Foundation
import SiteMiddleware

struct AccessLogLine: Encodable {
  var event = "request"
  let address: String
  let date: Date
  let method: String
  let path: String
  let status: Int
  let token: String?
  let trace: String?

  init(_ entry: SiteMiddleware.AccessLogEntry, date: Date) {
    address = entry.address
    self.date = date
    method = entry.method.rawValue
    path = entry.path
    status = entry.status.rawValue
    token = entry.token
    trace = entry.trace?.description
  }

  var text: String? { plainLine ?? (try? line) }

  /// Many times faster than the encoder, for each request; `nil` if it needs escaping.
  private var plainLine: String? {
    let texts = [address, method, path, token ?? ""]
    let isPlain = texts.allSatisfy { text in
      text.utf8.allSatisfy {
        (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
    }
    guard isPlain
    else { return nil }
    let end =
      (token.map { #","token":"\#($0)""# } ?? "") + (trace.map { #","trace":"\#($0)""# } ?? "")
    return #"{"address":"\#(address)","date":"\#(date.iso8601)","event":"\#(event)""#
      + #","method":"\#(method)","path":"\#(path)","status":\#(status)\#(end)}"#
  }
}
