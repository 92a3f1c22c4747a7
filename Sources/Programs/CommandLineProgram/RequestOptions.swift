public import ArgumentParsing
import Dependencies
import ImportCore
public import SharedModels
public import SharedSettings
import Sharing
import SpeechClient
import Styleguide
import TerminalClient

enum RequestOptions {
  static let channels = Parameter<Bool?>.toggle(
    "channels",
    help: """
      Each channel of a stereo file is a speaker. Default: if the channels rarely overlap, as in \
      calls.
      """)
  static let compute = Parameter<Settings.Compute?>.option(
    "compute", placeholder: "DEVICE",
    help: "Where to run the engine: cpu, cuda (an NVIDIA card), or auto.")
  static let language = Parameter<String?>.option(
    "language", placeholder: "CODE", completion: .speechmemo(.languages),
    help: "The language spoken, such as en; auto to detect it.")
  static let model = Parameter<String?>.option(
    "model", placeholder: "NAME", completion: .folders,
    help: "A folder with a model, or the name of one that the engine can download.")
  static let quality = Parameter<TranscriptionQuality?>.option(
    "quality", placeholder: "QUALITY", help: "fast; or best, which is more accurate and slower.")
  static let speakers = Parameter<String?>.option(
    "speakers", placeholder: "N",
    help: "Detect N speakers; auto detects how many there are.",
    check: { SpeakerSettings(text: $0) == nil ? "must be \(SpeakerSettings.expectation)" : nil })
  static let track = Parameter<Int?>.option(
    "track", placeholder: "N",
    help: "The audio track of a file with several, counted from 1. Default: the first with sound.",
    check: positive)
  static let vocabulary = Parameter<String?>.option(
    "vocabulary", placeholder: "WORDS", help: "Names and terms that are likely to occur.")
  static let voiceFilter = Parameter<VoiceFilter?>.option(
    "voice-filter", placeholder: "FILTER",
    help: """
      What is left out as silence: nothing, less (which keeps faint speech, and more noise), or the \
      usual. Default: normal.
      """)
  static let width = Parameter<Int?>.option(
    "jobs", placeholder: "N",
    help: "Transcribe N memos at a time. Default: depends on the machine.",
    check: positive)

  static let engine: [any CommandParameter] = [
    compute, language, model, quality, speakers, vocabulary, voiceFilter,
  ]
  static let all: [any CommandParameter] = engine + files + [width]
  static let files: [any CommandParameter] = [channels, track]

  /// Throws `CommandFailure` for a refused language, and a usage error for conflicting options.
  static func request(_ arguments: ParsedArguments) throws -> JobRequest {
    guard arguments[channels] != true || arguments[speakers] == nil
    else {
      throw arguments.usageError(
        "--channels and --speakers cannot be combined: give one of them")
    }
    return JobRequest(
      model: arguments[model].map(JobRequest.model),
      quality: arguments[quality],
      settings: TranscriptionSettings(
        beamSize: 1, channels: arguments[channels],
        language: try arguments[language].map(checkedLanguage),
        speakers: arguments[speakers].flatMap(SpeakerSettings.init(text:)),
        track: arguments[track],
        vocabulary: arguments[vocabulary],
        voiceFilter: arguments[voiceFilter] ?? .normal))
  }

  /// Also checks the model, which may start the engine.
  static func checkedRequest(_ arguments: ParsedArguments) async throws -> JobRequest {
    var request = try request(arguments)
    guard let name = request.model
    else { return request }
    let model = try Settings.reportingProblem.with(.model, name, label: "--model: ").model ?? name
    request.model = model
    try await checkModel(model, for: "--model")
    return request
  }

  private static func checkedLanguage(_ text: String) throws -> String {
    try Settings.reportingProblem.with(.language, text, label: "--language: ").language
      ?? JobRequest.anyLanguage
  }

  static func checkModel(_ model: String, for subject: String, or word: String = "") async throws {
    @Dependency(\.speechClient) var speechClient
    @Dependency(\.terminal) var terminal
    // Folders are checked elsewhere. Names with an owner can be downloaded.
    guard !model.contains("/")
    else { return }
    let status = await speechClient.engineStatus()
    if let failure = status.failure {
      return terminal.warn(
        """
        cannot check whether the engine has the model '\(model.printable)': \
        \(failure.message.printable)
        """)
    }
    if let reason = status.problem(ofModel: model, or: word) {
      throw CommandFailure("\(subject): \(reason.printable)")
    }
  }
}

extension Settings {
  /// The settings. Reports an unreadable file, which only its first reader sees: it is then renamed.
  static var reportingProblem: Settings {
    @Dependency(\.terminal) var terminal
    @SharedReader(.settings) var settings
    if let error = $settings.loadError { terminal.warn(of: error) }
    return settings
  }

  /// Returns the settings with another value. `label` begins the message of an error.
  func with(_ setting: Setting, _ text: String, label: String = "") throws -> Settings {
    var settings = self
    do {
      try setting.set(text, in: &settings)
    } catch {
      throw CommandFailure("\(label)\(error)")
    }
    return settings
  }
}

extension Settings.Compute: ArgumentValue {}

extension TranscriptionQuality: ArgumentValue {}

extension VoiceFilter: ArgumentValue {}

extension JobRequest {
  func completed() -> JobRequest { completed(by: .reportingProblem) }
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
