public import TranscriptExport
public import URLRouting

/// In which form a memo's transcript is wanted.
public struct TranscriptRequest: Equatable, Sendable {
  public var format: ExportFormat = .json

  public init(format: ExportFormat = .json) {
    self.format = format
  }

  static let parser = Query(Self()) {
    Field("format", \.format)
  }
}

extension ExportFormat: RouteValue {}

/// How to transcribe a memo again. What is `nil` is as the library's settings say.
public struct TranscribeRequest: Codable, Equatable, Sendable {
  /// The id of the job that this makes, where the client gives it one.
  public var job: String?
  /// A code such as `en`, or `auto` for what the engine hears.
  public var language: String?
  public var model: String?
  /// To tell speakers apart: how many there are, or `auto` to find out.
  public var speakers: String?
  /// Names and terms that are likely to occur.
  public var vocabulary: String?

  public init(
    model: String? = nil, language: String? = nil, vocabulary: String? = nil, job: String? = nil,
    speakers: String? = nil
  ) {
    self.job = job
    self.language = language
    self.model = model
    self.speakers = speakers
    self.vocabulary = vocabulary
  }
}
