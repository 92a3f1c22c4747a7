import Foundation
import SharedModels

/// What is known of an upload beside its bytes.
struct UploadDetails: Codable, Equatable, Sendable {
  /// How many bytes it will have, once the client knows.
  var byteCount: Int64?
  var date: Date?
  /// What its sender calls the file; it names no place here.
  var fileName: String
  /// The memo that it has become.
  var memo: Recording.ID?
  /// The checksum that the whole must have, in hexadecimal, where the client says so.
  var sha256: String?
  var tags: [String]
  var title: String?

  /// - Parameters:
  ///   - byteCount: What `Upload-Length` says.
  ///   - metadata: What `Upload-Metadata` says: names, each with a text in Base64. `filename`,
  ///     `title`, `date`, `tag` (several with commas between) and `sha256` are understood.
  /// - Returns: `nil` where the metadata is malformed.
  init?(byteCount: Int64?, metadata: String?) {
    var values: [String: String] = [:]
    for pair in (metadata ?? "").split(separator: ",") {
      let parts = pair.split(separator: " ")
      guard let name = parts.first, parts.count <= 2,
        let data = Data(base64Encoded: parts.count == 2 ? String(parts[1]) : ""),
        let text = String(validating: data, as: UTF8.self)
      else { return nil }
      values[String(name)] = text
    }
    self.byteCount = byteCount
    fileName = values["filename"].flatMap { $0.isEmpty ? nil : $0 } ?? "Upload"
    sha256 = values["sha256"]?.lowercased()
    tags = (values["tag"] ?? "").split(separator: ",").map(String.init)
    title = values["title"]
    if let text = values["date"] {
      guard let date = Date(iso8601: text)
      else { return nil }
      self.date = date
    }
  }
}
