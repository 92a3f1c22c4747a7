import Foundation

/// A `multipart/form-data` body (RFC 7578).
struct FormBody: Sendable {
  private let boundary = "speechmemo-\(UUID().uuidString)"
  private var parts: [UInt8] = []

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  var bytes: [UInt8] { parts + Array("--\(boundary)--\r\n".utf8) }

  mutating func add(_ name: String, _ value: String) {
    parts += Array(
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
  }

  /// Servers detect the format by the extension of the file's name.
  mutating func add(wave bytes: [UInt8]) {
    parts += Array(
      """
      --\(boundary)\r
      Content-Disposition: form-data; name="file"; filename="sound.wav"\r
      Content-Type: audio/wav\r
      \r\n
      """.utf8)
    parts += bytes
    parts += Array("\r\n".utf8)
  }
}
