import ArgumentParsing
import Dependencies
import ImportCore
import SharedModels
import SharedSettings
import Sharing
import TerminalClient

enum RequestOptions {
  static let language = Parameter<String?>.option(
    "language", placeholder: "CODE", completion: .speechmemo(.languages),
    help: "The language spoken, such as en; auto to detect it.")
  static let model = Parameter<String?>.option(
    "model", placeholder: "NAME", completion: .folders,
    help: "A folder with a model, or the name of one that the engine can download.")
  static let speakers = Parameter<String?>.option(
    "speakers", placeholder: "N",
    help: "Detect N speakers; auto detects how many there are.",
    check: { SpeakerSettings(text: $0) == nil ? "must be \(SpeakerSettings.expectation)" : nil })
  static let vocabulary = Parameter<String?>.option(
    "vocabulary", placeholder: "WORDS", help: "Names and terms that are likely to occur.")
  static let width = Parameter<Int?>.option(
    "jobs", placeholder: "N",
    help: "Transcribe N memos at a time. Default: depends on the machine.",
    check: positive)

  static let engine: [any CommandParameter] = [language, model, speakers, vocabulary]
  static let all: [any CommandParameter] = engine + [width]

  /// - Throws: `CommandFailure` for a language that `settings` would refuse.
  static func request(_ arguments: ParsedArguments) throws -> JobRequest {
    JobRequest(
      model: arguments[model].map(JobRequest.model),
      settings: TranscriptionSettings(
        beamSize: 1, language: try arguments[language].map(checkedLanguage),
        speakers: arguments[speakers].flatMap(SpeakerSettings.init(text:)),
        vocabulary: arguments[vocabulary]))
  }

  /// Also checks the model, which may start the engine.
  static func checkedRequest(_ arguments: ParsedArguments) async throws -> JobRequest {
    var request = try request(arguments)
    guard let name = request.model
    else { return request }
    request.model = try set(.model, to: name).model ?? name
    try await ModelCheck(subject: "--model").check(request.model ?? name)
    return request
  }

  private static func checkedLanguage(_ text: String) throws -> String {
    try set(.language, to: text).language ?? JobRequest.anyLanguage
  }

  private static func set(_ setting: Setting, to text: String) throws -> Settings {
    @SharedReader(.settings) var settings
    var changed = settings
    do {
      try setting.set(text, in: &changed)
    } catch {
      throw CommandFailure("--\(setting.rawValue): \(error)")
    }
    return changed
  }
}

extension JobRequest {
  func completed() -> JobRequest {
    @Dependency(\.terminal) var terminal
    @SharedReader(.settings) var settings
    if let error = $settings.loadError { terminal.warn(of: error) }
    return completed(by: settings)
  }
}

@Sendable func notBlank(_ text: String) -> String? {
  text.allSatisfy(\.isWhitespace) ? "must not be blank" : nil
}

func within(_ range: ClosedRange<Int>) -> @Sendable (Int) -> String? {
  { range.contains($0) ? nil : "must be from \(range.lowerBound) to \(range.upperBound)" }
}

@Sendable func positive(_ number: Int) -> String? {
  number > 0 ? nil : "must be 1 or more"
}
