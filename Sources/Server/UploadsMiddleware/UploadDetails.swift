import Foundation
import ImportCore
import SharedModels
import SharedSettings

struct UploadDetails: Codable, Equatable, Sendable {
  var byteCount: Int64?
  var channels: Bool?
  /// The verified length while a chunk with its own checksum arrives.
  var checkedByteCount: Int64?
  var date: Date?
  /// The recording device, possibly empty; `nil` for imported files.
  var device: String?
  /// The client's name for the file, never used as a path.
  var fileName: String
  var hasLink: Bool?
  var id: Recording.ID?
  var isFavorite: Bool?
  var language: String?
  var memo: Recording.ID?
  var model: String?
  var originalDate: Date?
  var quality: TranscriptionQuality?
  var sha256: String?
  var speakers: String?
  var tags: [String]
  var timeZone: TimeZone?
  var title: String?
  var track: Int?
  var wantsTranscript: Bool?
  var vocabulary: String?
  var voiceFilter: VoiceFilter?

  /// Returns `nil` if `metadata`, the value of `Upload-Metadata`, is malformed.
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
    do {
      try self.init(byteCount: byteCount, values: values)
    } catch {
      return nil
    }
  }

  struct InvalidField: Error {
    let name: String
  }

  init(byteCount: Int64?, values: [String: String]) throws(InvalidField) {
    func value<Value>(
      _ name: String, _ read: (String) -> Value?
    ) throws(InvalidField) -> Value? {
      guard let text = values[name]
      else { return nil }
      guard let value = read(text)
      else { throw InvalidField(name: name) }
      return value
    }
    // Clients that are written in Python send `True`.
    func flag(_ name: String) throws(InvalidField) -> Bool? {
      try value(name) { Bool($0.lowercased()) }
    }
    self.byteCount = byteCount
    fileName = values["filename"].flatMap { $0.isEmpty ? nil : $0 } ?? "Upload"
    sha256 = values["sha256"]?.lowercased()
    tags = (values["tag"] ?? "").split(separator: ",").map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
    title = values["title"]
    device = values["device"]
    language = values["language"].flatMap(LanguageName.normalized)
    model = values["model"]
    timeZone = values["time-zone"].flatMap(TimeZone.init(identifier:))
    vocabulary = values["vocabulary"]
    channels = try flag("channels")
    date = try value("date") { Date(iso8601: $0) }
    id = try value("id") { UUID(uuidString: $0).map { Recording.ID($0) } }
    isFavorite = try flag("favorite")
    originalDate = try value("original-date") { Date(iso8601: $0) }
    quality = try value("quality") { TranscriptionQuality(rawValue: $0) }
    speakers = try value("speakers") { SpeakerSettings(text: $0)?.text }
    track = try value("track") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    voiceFilter = try value("voice-filter") { VoiceFilter(rawValue: $0) }
    wantsTranscript = try flag("transcript")
  }

  /// The offset for clients. The last byte counts once the memo exists, so that they send it again.
  func offset(ofStored storedByteCount: Int64) -> Int64 {
    memo == nil && storedByteCount == byteCount ? max(0, storedByteCount - 1) : storedByteCount
  }

  var memoDetails: MemoDetails {
    MemoDetails(
      title: title, date: date, tags: tags, id: id, isFavorite: isFavorite ?? false,
      provenance: device.map { .recorded(device: $0.isEmpty ? nil : $0) }
        ?? originalDate.map { .imported(fileName: fileName, date: $0) },
      timeZone: timeZone)
  }

  func jobRequest(_ settings: Settings) -> JobRequest? {
    guard wantsTranscript ?? true
    else { return nil }
    var asked = JobRequest()
    asked.model = model
    asked.quality = quality
    asked.settings.channels = channels
    asked.settings.language = language
    asked.settings.speakers = speakers.flatMap(SpeakerSettings.init(text:))
    asked.settings.track = track
    asked.settings.vocabulary = vocabulary
    asked.settings.voiceFilter = voiceFilter ?? .normal
    return asked.completed(by: settings)
  }
}
