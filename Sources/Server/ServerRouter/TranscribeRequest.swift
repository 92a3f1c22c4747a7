public import SharedModels
public import TranscriptExport
public import URLRouting

extension ExportFormat: RouteValue {}

/// How to transcribe a memo again; `nil` uses the library's settings.
public struct TranscribeRequest: Codable, Equatable, Sendable {
  public var channels: Bool?
  public var job: String?
  public var language: String?
  public var model: String?
  public var quality: TranscriptionQuality?
  public var speakers: String?
  public var track: Int?
  public var vocabulary: String?
  public var voiceFilter: VoiceFilter?

  public init(
    model: String? = nil, language: String? = nil, vocabulary: String? = nil, job: String? = nil,
    speakers: String? = nil, track: Int? = nil, channels: Bool? = nil,
    quality: TranscriptionQuality? = nil, voiceFilter: VoiceFilter? = nil
  ) {
    self.channels = channels
    self.job = job
    self.language = language
    self.model = model
    self.quality = quality
    self.speakers = speakers
    self.track = track
    self.vocabulary = vocabulary
    self.voiceFilter = voiceFilter
  }
}
