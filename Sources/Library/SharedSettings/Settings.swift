import Foundation
public import SharedModels

/// The library's settings. Fields of newer versions are preserved.
public struct Settings: Equatable, Sendable {
  /// The address of an OpenAI-compatible server, which receives transcripts; `nil` for off.
  public var assistant: String? {
    didSet { assistant = Self.cleaned(assistant) }
  }
  /// The path of the user's file with that server's key.
  public var assistantKey: String? {
    didSet { assistantKey = Self.cleaned(assistantKey) }
  }
  /// The language model's name; `nil` for a server that has only one.
  public var assistantModel: String? {
    didSet { assistantModel = Self.cleaned(assistantModel) }
  }
  public var compute: Compute
  public var engine: Engine
  /// The path of the user's file with the engine server's key.
  public var engineKey: String? {
    didSet { engineKey = Self.cleaned(engineKey) }
  }
  /// A code such as `en`; `nil` to detect the language.
  public var language: String? {
    didSet { language = Self.cleaned(language)?.lowercased() }
  }
  /// The languages that may be detected; empty for all.
  public var languages: [String]
  /// A model's name or folder; `nil` for the engine's default.
  public var model: String? {
    didSet { model = Self.cleaned(model) }
  }
  public var quality: TranscriptionQuality
  public var retention: Retention
  public var speakers: Speakers
  public var theme: Theme
  /// Unique terms in the order added, without blanks and commas.
  public var vocabulary: [String] {
    didSet { vocabulary = Self.words(in: vocabulary) }
  }
  var unknown: [String: JSONValue] = [:]

  public init(
    assistant: String? = nil,
    assistantKey: String? = nil,
    assistantModel: String? = nil,
    compute: Compute = .auto,
    engine: Engine = .whisper,
    engineKey: String? = nil,
    language: String? = nil,
    languages: [String] = [],
    model: String? = nil,
    quality: TranscriptionQuality = .fast,
    retention: Retention = Retention(),
    speakers: Speakers = .off,
    theme: Theme = .system,
    vocabulary: [String] = []
  ) {
    self.assistant = Self.cleaned(assistant)
    self.assistantKey = Self.cleaned(assistantKey)
    self.assistantModel = Self.cleaned(assistantModel)
    self.compute = compute
    self.engine = engine
    self.engineKey = Self.cleaned(engineKey)
    self.language = Self.cleaned(language)?.lowercased()
    self.languages = languages
    self.model = Self.cleaned(model)
    self.quality = quality
    self.retention = retention
    self.speakers = speakers
    self.theme = theme
    self.vocabulary = Self.words(in: vocabulary)
  }

  public var transcription: TranscriptionSettings {
    TranscriptionSettings(
      beamSize: quality.beamSize, language: language,
      languages: language == nil && !languages.isEmpty ? languages : nil,
      speakers: speakers.settings,
      vocabulary: vocabulary.isEmpty ? nil : vocabulary.joined(separator: ", "))
  }

  private static func cleaned(_ text: String?) -> String? {
    guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty
    else { return nil }
    return text
  }

  private static func words(in texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.flatMap { $0.split { $0 == "," || $0.isNewline } }
      .compactMap { cleaned(String($0)) }
      .filter { seen.insert($0).inserted }
  }
}

extension Settings {
  public enum Compute: String, CaseIterable, Codable, Sendable {
    case auto, cpu, cuda
  }

  public enum Engine: Equatable, Sendable {
    case whisper
    case program(String)
    /// The address of a server with OpenAI's transcription API, which receives all audio.
    case server(String)

    public var program: String? {
      if case .program(let path) = self { path } else { nil }
    }

    public var server: String? {
      if case .server(let address) = self { address } else { nil }
    }
  }

  public struct Retention: Equatable, Sendable {
    public static let days = 1...36_500

    public var memoDays: Int? {
      didSet { memoDays = memoDays.map(Self.clamped) }
    }
    public var trashDays: Int? {
      didSet { trashDays = trashDays.map(Self.clamped) }
    }
    var unknown: [String: JSONValue] = [:]

    public init(memoDays: Int? = nil, trashDays: Int? = nil) {
      self.memoDays = memoDays.map(Self.clamped)
      self.trashDays = trashDays.map(Self.clamped)
    }

    private static func clamped(_ number: Int) -> Int {
      min(max(number, days.lowerBound), days.upperBound)
    }
  }

  public enum Speakers: String, CaseIterable, Codable, Sendable {
    case off
    case on
    /// Also stores voices with the transcript, to recognize them later.
    case remember

    public var settings: SpeakerSettings? {
      switch self {
      case .off: nil
      case .on: SpeakerSettings()
      case .remember: SpeakerSettings(keepsVoices: true)
      }
    }
  }

  public enum Theme: Hashable, Sendable {
    case system
    case dark
    case light
    case plain
    /// A theme of a newer version; shown as ``system``.
    case other(String)

    public static let all: [Self] = [.system, .dark, .light, .plain]

    public var name: String {
      switch self {
      case .system: "system"
      case .dark: "dark"
      case .light: "light"
      case .plain: "plain"
      case .other(let name): name
      }
    }

    public init(name: String) {
      self = Self.all.first { $0.name == name } ?? .other(name)
    }
  }
}
