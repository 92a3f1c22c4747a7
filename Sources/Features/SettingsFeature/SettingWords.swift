import SharedModels
import SharedSettings
import SpeechClient
import Styleguide

extension Setting {
  /// What it is called on the screen.
  var title: String {
    switch self {
    case .engine: "Speech engine"
    case .engineKey: "Server's key"
    case .language: "Language"
    case .memoDays: "Old memos"
    case .model: "Model"
    case .speakers: "Speakers"
    case .theme: "Theme"
    case .trashDays: "Trash"
    case .vocabulary: "Vocabulary"
    }
  }

  /// What a person types as its value.
  var placeholder: String {
    switch self {
    case .engine: "Whisper, a program's path, or https://HOST"
    case .engineKey: "none, or a file that holds it"
    case .language: "any, or a code such as en"
    case .memoDays, .trashDays: "forever, or a number of days"
    case .model: "the engine's own, a name, or a folder"
    case .speakers, .theme, .vocabulary: ""
    }
  }

  func value(in settings: Settings, status: SpeechEngineStatus?) -> String {
    switch self {
    case .engine: settings.engine.program ?? settings.engine.server ?? "Whisper"
    case .engineKey: settings.engineKey ?? "none"
    case .language: settings.language ?? "any"
    case .memoDays:
      settings.retention.memoDays.map { "to the trash after \($0.counted("day"))" } ?? kept
    case .model: settings.model ?? "the engine's own" + (status?.model.map { " (\($0))" } ?? "")
    case .speakers: settings.speakers.title
    case .theme: settings.theme.title
    case .trashDays:
      settings.retention.trashDays.map { "for good after \($0.counted("day"))" } ?? kept
    case .vocabulary:
      settings.vocabulary.isEmpty
        ? "none"
        : "\(settings.vocabulary.count.grouped): \(settings.vocabulary.joined(separator: ", "))"
    }
  }

  private var kept: String { "kept forever" }

  /// What it does, with its present value.
  func explanation(in settings: Settings) -> String {
    switch self {
    case .engine:
      settings.engine.server == nil
        ? "What turns speech into text, on this machine. Another program must speak the speech "
          + "engine protocol; a server, OpenAI's API."
        : "The server turns speech into text: all that is recorded or imported is sent there."
    case .engineKey:
      "The file with what the server is shown, for you alone to read. SPEECHMEMO_ENGINE_KEY comes "
        + "first."
    case .language:
      settings.language == nil
        ? "The engine finds out which language is spoken."
        : "What is said is assumed to be in this language."
    case .memoDays:
      "Memos that have been in the library for longer go to the trash when the app starts. "
        + "Favourites stay, and so does what you restore."
    case .model: "Larger models hear better, and take longer."
    case .speakers:
      settings.speakers == .remember
        ? "Who says what is found out, and how they sound is kept with the transcript: personal "
          + "data, by which a voice can be remembered."
        : "Whether it is found out who says what, after a memo is transcribed."
    case .theme: "Which background colours are made for."
    case .trashDays:
      "What has been in the trash for longer is deleted permanently when the app starts, with "
        + "its sound."
    case .vocabulary: "Names and terms that the engine is to expect."
    }
  }

  /// What is to be known about it besides.
  func remark(
    on settings: Settings, status: SpeechEngineStatus?, fetching: String?
  ) -> (text: String, role: Color.Role)? {
    if self == .model, let fetching {
      return ("'\(fetching.printable)' is being fetched.", .accent)
    }
    return switch self {
    case .engine, .engineKey: engineRemark(status)
    case .language, .model: modelRemark(settings, status)
    case .theme:
      if case .other(let name) = settings.theme {
        ("This version does not know '\(name)': it takes the terminal's.", .warning)
      } else {
        nil
      }
    case .vocabulary:
      settings.vocabulary.count > Self.heardWords
        ? (
          "The engine has room for about \(Self.heardWords): the last ones may be ignored.",
          .warning
        ) : nil
    case .memoDays, .speakers, .trashDays: nil
    }
  }

  /// About as many words as the engine's sixty pieces of words are.
  private static let heardWords = 30

  private func engineRemark(_ status: SpeechEngineStatus?) -> (text: String, role: Color.Role)? {
    guard let status
    else { return ("Looking at the engine.", .faint) }
    if let failure = status.failure {
      let hint = failure.hint.map { ": \($0)" } ?? ""
      return ("\(failure.message)\(hint).".firstLetterUppercased, .wrong)
    }
    guard let engine = status.engine
    else { return nil }
    return ("\(engine.text) is ready, \(status.placeText).", .good)
  }

  private func modelRemark(
    _ settings: Settings, _ status: SpeechEngineStatus?
  ) -> (text: String, role: Color.Role)? {
    let name = settings.model ?? status?.model
    if let name, name.hasSuffix(".en"), let language = settings.language, language != "en" {
      return (
        "\(name) knows English only: for '\(language)' choose a model without '.en'.", .warning
      )
    }
    guard self == .model, let model = settings.model, let status, status.failure == nil
    else { return nil }
    guard let known = status.models.first(where: { $0.name == model })
    else {
      if let server = status.server, model.hasPrefix("/") || !status.models.isEmpty {
        return ("The server \(server.name) has no model '\(model)': choose another one.", .wrong)
      }
      return model.hasPrefix("/")
        ? nil
        : ("The engine has not heard of '\(model)'; it looks for it on the network.", .warning)
    }
    return known.isInstalled
      ? ("It is \(known.placeText).", .good)
      : (
        "It is not on this machine yet: the engine fetches it when it is first used, or now, if "
          + "you choose it again.", .warning
      )
  }
}

extension Settings.Speakers {
  fileprivate var title: String {
    switch self {
    case .off: "not told apart"
    case .on: "told apart"
    case .remember: "told apart, and their voices kept"
    }
  }
}

extension Settings.Theme {
  fileprivate var title: String {
    switch self {
    case .system: "as the terminal's background"
    case .dark: "for a dark background"
    case .light: "for a light background"
    case .plain: "none"
    case .other(let name): name
    }
  }
}
