import ArgumentParsing
import Dependencies
import ImportCore
import SharedModels
import SharedSettings
import Sharing
import Styleguide
import TerminalClient

/// The options of commands that make transcripts.
enum RequestOptions {
  static let language = Parameter<String?>.option(
    "language", placeholder: "CODE", completion: .speechmemo(.languages),
    help: "The language spoken, such as en; auto to detect it.")
  static let model = Parameter<String?>.option(
    "model", placeholder: "NAME", completion: .folders,
    help: "A folder with a model, or the name of one that the engine can download.")
  static let vocabulary = Parameter<String?>.option(
    "vocabulary", placeholder: "WORDS", help: "Names and terms that are likely to occur.")
  static let width = Parameter.option(
    "jobs", default: 1, placeholder: "N", help: "Transcribe N memos at once.", check: positive)

  /// What concerns one transcript.
  static let engine: [any CommandParameter] = [language, model, vocabulary]
  static let all: [any CommandParameter] = engine + [width]

  static func request(_ arguments: ParsedArguments) -> JobRequest {
    JobRequest(
      model: arguments[model].map(JobRequest.model),
      settings: TranscriptionSettings(
        beamSize: 1, language: arguments[language], vocabulary: arguments[vocabulary]))
  }
}

extension JobRequest {
  /// The request, completed from the library's settings.
  func completed() -> JobRequest {
    @Dependency(\.terminal) var terminal
    @SharedReader(.settings) var settings
    if let error = $settings.loadError {
      terminal.note("speechmemo: \(String(describing: error).printable)")
    }
    return completed(by: settings)
  }
}

/// What is wrong with a count that must be 1 or more.
@Sendable func positive(_ number: Int) -> String? {
  number > 0 ? nil : "must be 1 or more"
}
