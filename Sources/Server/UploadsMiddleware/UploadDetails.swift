import Foundation
import ImportCore
import SharedModels
import SharedSettings

/// What is known of an upload beside its bytes.
struct UploadDetails: Codable, Equatable, Sendable {
  /// How many bytes it will have, once the client knows.
  var byteCount: Int64?
  /// How much of it is vouched for while more comes that has a checksum of its own.
  var checkedByteCount: Int64?
  var date: Date?
  /// What it was recorded from, where it was recorded and not imported; may be empty.
  var device: String?
  /// What its sender calls the file; it names no place here.
  var fileName: String
  /// Whether its client was told where it can send all of it past the server.
  var hasLink: Bool?
  /// The id that the memo is to have, where the client gives it one.
  var id: Recording.ID?
  var isFavorite: Bool?
  var language: String?
  /// The memo that it has become.
  var memo: Recording.ID?
  var model: String?
  /// The date of the file that it was before.
  var originalDate: Date?
  /// The checksum that the whole must have, in hexadecimal, where the client says so.
  var sha256: String?
  /// To tell speakers apart: how many there are, or `auto`.
  var speakers: String?
  var tags: [String]
  var title: String?
  /// Whether a transcript is to be made, where the client says so.
  var wantsTranscript: Bool?
  /// Names and terms that are likely to occur.
  var vocabulary: String?

  /// - Parameters:
  ///   - byteCount: What `Upload-Length` says.
  ///   - metadata: What `Upload-Metadata` says: names, each with a text in Base64. `filename`,
  ///     `title`, `date`, `tag` (several with commas between) and `sha256` are understood, and of
  ///     clients that keep memos themselves `id`, `device`, `favorite`, `original-date`,
  ///     `transcript`, `language`, `model`, `speakers` and `vocabulary`.
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
      .filter { !$0.allSatisfy(\.isWhitespace) }
    title = values["title"]
    device = values["device"]
    language = values["language"]
    model = values["model"]
    vocabulary = values["vocabulary"]
    do {
      date = try Self.value(values["date"], Date.init(iso8601:))
      id = try Self.value(values["id"]) { UUID(uuidString: $0).map { Recording.ID($0) } }
      isFavorite = try Self.value(values["favorite"]) { Bool($0) }
      originalDate = try Self.value(values["original-date"], Date.init(iso8601:))
      speakers = try Self.value(values["speakers"]) { SpeakerSettings(text: $0)?.text }
      wantsTranscript = try Self.value(values["transcript"]) { Bool($0) }
    } catch {
      return nil
    }
  }

  private struct Malformed: Error {}

  /// What a text says; `nil` where there is none.
  private static func value<Value>(
    _ text: String?, _ read: (String) -> Value?
  ) throws(Malformed) -> Value? {
    guard let text
    else { return nil }
    guard let value = read(text)
    else { throw Malformed() }
    return value
  }

  /// What is known of the memo.
  var memoDetails: MemoDetails {
    MemoDetails(
      title: title, date: date, tags: tags, id: id, isFavorite: isFavorite ?? false,
      provenance: device.map { .recorded(device: $0.isEmpty ? nil : $0) }
        ?? originalDate.map { .imported(fileName: fileName, date: $0) })
  }

  /// What to ask of the engine, completed by the library's settings; `nil` for nothing.
  func jobRequest(_ settings: Settings) -> JobRequest? {
    guard wantsTranscript ?? true
    else { return nil }
    var asked = JobRequest()
    asked.model = model
    asked.settings.language = language
    asked.settings.speakers = speakers.flatMap(SpeakerSettings.init(text:))
    asked.settings.vocabulary = vocabulary
    return asked.completed(by: settings)
  }
}
