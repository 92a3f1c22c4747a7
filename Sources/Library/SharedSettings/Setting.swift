import FileStorage
import Foundation
import POSIX
import SharedModels

public enum Setting: String, CaseIterable, Sendable {
  case engine
  case engineKey = "engine-key"
  case model
  case language
  case vocabulary
  case theme
  case memoDays = "memo-days"
  case trashDays = "trash-days"
  case speakers
  case quality
  case compute
  case languages
  case assistant
  case assistantKey = "assistant-key"
  case assistantModel = "assistant-model"

  public struct Problem: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  public static let whisperLanguages = WhisperLanguages.codes.sorted()
  public static let languageCodes = ["auto"] + whisperLanguages

  public var defaultText: String {
    switch self {
    case .assistant: "off"
    case .assistantKey, .engineKey: "none"
    case .assistantModel: "default"
    case .compute: Settings.Compute.auto.rawValue
    case .engine: "whisper"
    case .language: "auto"
    case .languages: "all"
    case .memoDays, .trashDays: "forever"
    case .model: "default"
    case .quality: TranscriptionQuality.fast.rawValue
    case .speakers: Settings.Speakers.off.rawValue
    case .theme: Settings.Theme.system.name
    case .vocabulary: ""
    }
  }

  public var help: String {
    switch self {
    case .assistant:
      """
      off, or the address of a server with OpenAI's chat completions API, such as \
      http://localhost:11434/v1 for Ollama, for summaries. The server receives the transcripts that \
      are summarized.
      """
    case .assistantKey:
      """
      A file with that server's key that only you can read, or none. SPEECHMEMO_ASSISTANT_KEY takes \
      precedence.
      """
    case .assistantModel: "default, for a server with one model, or the name of a model."
    case .compute:
      "Where the engine runs: cpu; cuda, an NVIDIA card; or auto, which uses such a card if it can."
    case .engine:
      """
      whisper, the path of a program that implements the speech engine protocol, or the address of \
      a server with OpenAI's transcription API, such as https://api.openai.com/v1. A server \
      receives all audio that is transcribed.
      """
    case .engineKey:
      """
      A file with the server's key that only you can read, or none. SPEECHMEMO_ENGINE_KEY takes \
      precedence.
      """
    case .model:
      """
      default, the name of a model, or a folder with one. The default is base if it is installed, \
      otherwise tiny.en.
      """
    case .quality: "fast; or best, which is more accurate and slower. Live text is always fast."
    case .language: "A code such as en, or auto to detect the language."
    case .languages: "The languages that auto may detect, such as en, de; or all."
    case .vocabulary: "Names and terms to expect, separated by commas."
    case .theme: "system, dark, light or plain."
    case .memoDays:
      """
      The number of days after which a memo moves to the trash, or forever. Favorites stay.
      """
    case .trashDays:
      """
      The number of days after which a memo in the trash is permanently deleted, or forever.
      """
    case .speakers:
      """
      off; on, to detect the speakers of each memo; or remember, to also recognize voices that you \
      have named.
      """
    }
  }

  public func text(in settings: Settings) -> String {
    switch self {
    case .assistant: settings.assistant ?? defaultText
    case .assistantKey: settings.assistantKey ?? defaultText
    case .assistantModel: settings.assistantModel ?? defaultText
    case .compute: settings.compute.rawValue
    case .engine: settings.engine.program ?? settings.engine.server ?? defaultText
    case .engineKey: settings.engineKey ?? defaultText
    case .language: settings.language ?? defaultText
    case .languages:
      settings.languages.isEmpty ? defaultText : settings.languages.joined(separator: ", ")
    case .memoDays: settings.retention.memoDays.map(String.init) ?? defaultText
    case .model: settings.model ?? defaultText
    case .quality: settings.quality.rawValue
    case .speakers: settings.speakers.rawValue
    case .theme: settings.theme.name
    case .trashDays: settings.retention.trashDays.map(String.init) ?? defaultText
    case .vocabulary: settings.vocabulary.joined(separator: ", ")
    }
  }

  /// Parses and sets a value. Programs and folders must exist. A ``Problem`` changes nothing.
  public func set(_ text: String, in settings: inout Settings) throws(Problem) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let value = text.isEmpty || text.lowercased() == defaultText ? nil : text
    switch self {
    case .assistant:
      settings.assistant = try value.map { text throws(Problem) in
        try ServerURL.normalized(text, for: self)
      }
    case .assistantKey, .engineKey:
      let file = try value.map { text throws(Problem) in try Self.keyFile(text, for: self) }
      if self == .engineKey { settings.engineKey = file } else { settings.assistantKey = file }
    case .assistantModel: settings.assistantModel = value
    case .compute: settings.compute = try value.map(Self.compute) ?? .auto
    case .engine: settings.engine = try value.map(Self.engine) ?? .whisper
    case .language:
      settings.language = try value.flatMap { text throws(Problem) in
        try Self.language(text, of: settings.engine, or: defaultText)
      }
    case .languages:
      settings.languages =
        try value.map { text throws(Problem) in
          try Self.languages(text, of: settings.engine)
        } ?? []
    case .memoDays: settings.retention.memoDays = try value.map(Self.days)
    case .model: settings.model = try value.map(Self.model)
    case .quality: settings.quality = try value.map(Self.quality) ?? .fast
    case .speakers: settings.speakers = try value.map(Self.speakers) ?? .off
    case .theme: settings.theme = try value.map(Self.theme) ?? .system
    case .trashDays: settings.retention.trashDays = try value.map(Self.days)
    case .vocabulary: settings.vocabulary = [text]
    }
  }

  private static func compute(_ text: String) throws(Problem) -> Settings.Compute {
    guard let compute = Settings.Compute(rawValue: text.lowercased())
    else { throw Problem(description: "'\(text)' is not valid: use 'auto', 'cpu' or 'cuda'") }
    return compute
  }

  private static func days(_ text: String) throws(Problem) -> Int {
    let range = Settings.Retention.days
    guard let number = Int(text), range.contains(number)
    else {
      throw Problem(
        description: """
          '\(text)' is not a number of days: use one from \(range.lowerBound) to \
          \(range.upperBound), or 'forever'
          """)
    }
    return number
  }

  private static func language(
    _ text: String, of engine: Settings.Engine, or defaultText: String
  ) throws(Problem) -> String? {
    let code = text.lowercased()
    if code == "any" { return nil }
    guard (2...3).contains(code.count), code.allSatisfy({ $0.isASCII && $0.isLetter })
    else {
      throw Problem(
        description: """
          '\(text)' is not a language code: use a code such as 'en' or 'de', or '\(defaultText)'
          """)
    }
    guard engine != .whisper || WhisperLanguages.codes.contains(code)
    else {
      throw Problem(
        description: """
          Whisper does not support the language '\(text)': use '\(defaultText)', or one of \
          \(whisperLanguages.joined(separator: ", "))
          """)
    }
    return code
  }

  private static func languages(
    _ text: String, of engine: Settings.Engine
  ) throws(Problem) -> [String] {
    var codes: [String] = []
    for part in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let code = try language(String(part), of: engine, or: Self.languages.defaultText)
      else { throw Problem(description: "'\(part)' is not one language: use codes, or 'all'") }
      if !codes.contains(code) { codes.append(code) }
    }
    return codes
  }

  /// A model's name may contain one slash, after its owner.
  public static func isFolder(_ text: String) -> Bool {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return ["/", ".", "~"].contains { text.hasPrefix($0) }
      || text.count(where: { $0 == "/" }) > 1
  }

  private static func model(_ text: String) throws(Problem) -> String {
    guard isFolder(text)
    else { return text }
    let path = located(text)
    guard fileExists(path + "/model.bin")
    else {
      throw Problem(
        description: """
          no model found in '\(text)': give a folder with a Whisper model in CTranslate2 \
          format, including its model.bin
          """)
    }
    return path
  }

  private static func engine(_ text: String) throws(Problem) -> Settings.Engine {
    if ServerURL.isURL(text) { return .server(try ServerURL.normalized(text, for: .engine)) }
    let path = located(text)
    guard isProgram(path)
    else {
      throw Problem(
        description: """
          no executable program found at '\(text)': give one that implements the speech engine \
          protocol, a server's address such as 'https://api.openai.com/v1', or 'whisper'
          """)
    }
    return .program(path)
  }

  /// Errors don't show the text, which may be the key itself.
  private static func keyFile(_ text: String, for setting: Self) throws(Problem) -> String {
    let path = located(text)
    guard let status = try? fileStatus(of: path), status.st_mode & S_IFMT == S_IFREG
    else {
      throw Problem(
        description: """
          file not found: give one that contains the key and that only you can read, or set \
          \(setting.variable) to the key
          """)
    }
    guard isPrivate(status)
    else {
      throw Problem(description: "other users can read '\(text)': run \"chmod 600 '\(path)'\"")
    }
    return path
  }

  private static func quality(_ text: String) throws(Problem) -> TranscriptionQuality {
    guard let quality = TranscriptionQuality(rawValue: text.lowercased())
    else {
      throw Problem(
        description: """
          '\(text)' is not valid: use 'fast', or 'best', which is more accurate and slower
          """)
    }
    return quality
  }

  /// The environment variable with the same value as a key's file.
  var variable: String {
    "SPEECHMEMO_\(rawValue.uppercased().replacing("-", with: "_"))"
  }

  private static func speakers(_ text: String) throws(Problem) -> Settings.Speakers {
    guard let speakers = Settings.Speakers(rawValue: text.lowercased())
    else {
      throw Problem(
        description: """
          '\(text)' is not valid: use 'off', 'on', or 'remember', which also stores voices
          """)
    }
    return speakers
  }

  private static func theme(_ text: String) throws(Problem) -> Settings.Theme {
    let theme = Settings.Theme(name: text.lowercased())
    guard Settings.Theme.all.contains(theme)
    else {
      let names = Settings.Theme.all.map(\.name).joined(separator: ", ")
      throw Problem(description: "'\(text)' is not a theme: use one of \(names)")
    }
    return theme
  }

  private static func located(_ path: String) -> String {
    XDGFolders().url(of: path).standardizedFileURL.path
  }
}
