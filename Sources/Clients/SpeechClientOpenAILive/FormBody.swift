import Foundation

/// The body of a request with fields and a file: `multipart/form-data`, as RFC 7578 describes it.
struct FormBody: Sendable {
  private let boundary = "speechmemo-\(UUID().uuidString)"
  private var parts: [UInt8] = []

  /// The header that says where its parts end.
  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// All of it.
  var bytes: [UInt8] { parts + Array("--\(boundary)--\r\n".utf8) }

  mutating func add(_ name: String, _ value: String) {
    parts += Array(
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
  }

  /// - Parameters:
  ///   - fileName: By whose ending servers tell what it is.
  ///   - type: What it is, as a media type.
  mutating func add(file bytes: [UInt8], named fileName: String, type: String) {
    parts += Array(
      """
      --\(boundary)\r
      Content-Disposition: form-data; name="file"; filename="\(fileName)"\r
      Content-Type: \(type)\r
      \r\n
      """.utf8)
    parts += bytes
    parts += Array("\r\n".utf8)
  }
}
