import Foundation
public import SharedModels

/// What a person has set: of the library, so that every way to use it does the same.
///
/// Each field has a default, which stands in where a file does not have it. What a newer version
/// has written and this one does not know is kept, and written again.
public struct Settings: Equatable, Sendable {
  /// What recognizes speech.
  public var engine: Engine
  /// The path of a file of the user's own that holds the key of a server that recognizes speech. The key
  /// itself is kept nowhere here.
  public var engineKey: String? {
    didSet { engineKey = Self.cleaned(engineKey) }
  }
  /// The language that is spoken, as a code such as `en`; `nil` lets the engine find out.
  public var language: String? {
    didSet { language = Self.cleaned(language)?.lowercased() }
  }
  /// The name of the engine's weights, or a folder of them; `nil` for the engine's own.
  public var model: String? {
    didSet { model = Self.cleaned(model) }
  }
  /// When old memos are moved to the trash and deleted.
  public var retention: Retention
  /// Whether speakers are told apart.
  public var speakers: Speakers
  /// The colors of the app.
  public var theme: Theme
  /// Names and terms to expect, each once, in the order in which they were added. None is blank
  /// or has a comma.
  public var vocabulary: [String] {
    didSet { vocabulary = Self.words(in: vocabulary) }
  }
  var unknown: [String: JSONValue] = [:]

  public init(
    engine: Engine = .whisper,
    engineKey: String? = nil,
    language: String? = nil,
    model: String? = nil,
    retention: Retention = Retention(),
    speakers: Speakers = .off,
    theme: Theme = .system,
    vocabulary: [String] = []
  ) {
    self.engine = engine
    self.engineKey = Self.cleaned(engineKey)
    self.language = Self.cleaned(language)?.lowercased()
    self.model = Self.cleaned(model)
    self.retention = retention
    self.speakers = speakers
    self.theme = theme
    self.vocabulary = Self.words(in: vocabulary)
  }

  /// The options for the engine, apart from ``model``.
  public var transcription: TranscriptionSettings {
    TranscriptionSettings(
      beamSize: 1, language: language, speakers: speakers.settings,
      vocabulary: vocabulary.isEmpty ? nil : vocabulary.joined(separator: ", "))
  }

  private static func cleaned(_ text: String?) -> String? {
    guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty
    else { return nil }
    return text
  }

  /// An engine takes a comma for the end of a word, and so do we.
  private static func words(in texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.flatMap { $0.split { $0 == "," || $0.isNewline } }
      .compactMap { cleaned(String($0)) }
      .filter { seen.insert($0).inserted }
  }
}

extension Settings {
  /// What recognizes speech.
  public enum Engine: Equatable, Sendable {
    /// Whisper, as set-up installs it.
    case whisper
    /// A program that speaks the speech engine protocol, by its path.
    case program(String)
    /// A server with OpenAI's transcription API, by its address, to which all sound goes.
    case server(String)

    /// The program's path; `nil` where it is none that was named.
    public var program: String? {
      if case .program(let path) = self { path } else { nil }
    }

    /// The server's address; `nil` where it is none.
    public var server: String? {
      if case .server(let address) = self { address } else { nil }
    }
  }

  /// When old memos are moved to the trash and deleted; never without a number.
  public struct Retention: Equatable, Sendable {
    /// How many days a number may be.
    public static let days = 1...36_500

    /// After how many days in the library a memo is moved to the trash.
    public var memoDays: Int? {
      didSet { memoDays = memoDays.map(Self.clamped) }
    }
    /// After how many days in the trash a memo is deleted permanently.
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

  /// Whether speakers are told apart in memos that are transcribed.
  public enum Speakers: String, CaseIterable, Codable, Sendable {
    case off
    case on
    /// And how they sound is kept with the transcript, so that a voice can be remembered.
    case remember

    /// What an engine is to be asked for; `nil` for nothing.
    public var settings: SpeakerSettings? {
      switch self {
      case .off: nil
      case .on: SpeakerSettings()
      case .remember: SpeakerSettings(keepsVoices: true)
      }
    }
  }

  /// The colors of the app.
  public enum Theme: Hashable, Sendable {
    /// As the terminal's background wants it.
    case system
    case dark
    case light
    /// None at all.
    case plain
    /// One that a newer version has, by its name; it looks like ``system`` here.
    case other(String)

    /// Those that can be chosen.
    public static let all: [Self] = [.system, .dark, .light, .plain]

    /// How it is written.
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
