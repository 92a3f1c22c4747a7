import SharedModels
import SharedSettings
import SpeechClient
import Styleguide

extension Setting {
  var title: String {
    switch self {
    case .assistant: "Assistant"
    case .assistantKey: "Assistant key"
    case .assistantModel: "Assistant model"
    case .compute: "Device"
    case .engine: "Speech engine"
    case .engineKey: "Server key"
    case .language: "Language"
    case .languages: "Languages"
    case .memoDays: "Old memos"
    case .model: "Model"
    case .quality: "Quality"
    case .speakers: "Speakers"
    case .theme: "Theme"
    case .trashDays: "Trash"
    case .vocabulary: "Vocabulary"
    }
  }

  var placeholder: String {
    switch self {
    case .assistant: "off, or https://HOST"
    case .assistantModel: "default, or a name"
    case .engine: "Whisper, a program's path, or https://HOST"
    case .assistantKey, .engineKey: "none, or the path of a key file"
    case .language: "auto, or a code such as en"
    case .languages: "all, or codes such as en, de"
    case .memoDays, .trashDays: "forever, or a number of days"
    case .model: "engine default, a name, or a folder"
    case .compute, .quality, .speakers, .theme, .vocabulary: ""
    }
  }

  func value(in settings: Settings, status: SpeechEngineStatus?) -> String {
    switch self {
    case .assistant, .assistantKey, .assistantModel: text(in: settings)
    case .compute: settings.compute.title(status?.device)
    case .engine: settings.engine.program ?? settings.engine.server ?? "Whisper"
    case .engineKey: settings.engineKey ?? "none"
    case .language: settings.language ?? "auto"
    case .languages: text(in: settings)
    case .memoDays:
      settings.retention.memoDays.map { "to the trash after \($0.counted("day"))" } ?? kept
    case .model: settings.model ?? "engine default" + (status?.model.map { " (\($0))" } ?? "")
    case .quality: settings.quality.title
    case .speakers: settings.speakers.title
    case .theme: settings.theme.title
    case .trashDays:
      settings.retention.trashDays.map { "deleted after \($0.counted("day"))" } ?? kept
    case .vocabulary:
      settings.vocabulary.isEmpty
        ? "none"
        : "\(settings.vocabulary.count.grouped): \(settings.vocabulary.joined(separator: ", "))"
    }
  }

  private var kept: String { "kept forever" }

  func explanation(in settings: Settings) -> String {
    switch self {
    case .assistant:
      "The server of the language model that makes summaries. Transcripts to summarize are sent there."
    case .assistantKey:
      "The file with that server's API key. Other users must not be able to read it. "
        + "SPEECHMEMO_ASSISTANT_KEY takes precedence."
    case .assistantModel: "The language model. A server with only one needs no name."
    case .compute: "Where the engine runs. An NVIDIA card is many times faster than a processor."
    case .engine:
      settings.engine.server == nil
        ? "Turns speech into text on this machine. Alternatives: a program that implements the "
          + "speech engine protocol, or a server with OpenAI's API."
        : "The server turns speech into text: everything you record or import is sent there."
    case .engineKey:
      "The file with the server's API key. Other users must not be able to read it. "
        + "SPEECHMEMO_ENGINE_KEY takes precedence."
    case .language:
      settings.language == nil
        ? "The engine detects the language."
        : "The engine expects speech in this language."
    case .languages: "The languages that the engine may detect."
    case .memoDays:
      "How long memos stay in the library. Older ones move to the trash when the app starts. "
        + "Favorites and memos you restore stay."
    case .model: "Larger models are more accurate and slower."
    case .quality: "How thoroughly the engine searches. Live text is always fast."
    case .speakers:
      settings.speakers == .remember
        ? "Speakers are detected. Their voices are kept with the transcript, so you can have them "
          + "remembered. Voices are personal data."
        : "Whether speakers are detected after a memo is transcribed."
    case .theme: "The background that the colors are designed for."
    case .trashDays:
      "How long memos stay in the trash. Older ones are permanently deleted, audio included, "
        + "when the app starts."
    case .vocabulary: "Names and terms for the engine to expect."
    }
  }

  func remark(
    on settings: Settings, status: SpeechEngineStatus?, fetching: String?
  ) -> (text: String, role: Color.Role)? {
    if self == .model, let fetching {
      return ("Downloading '\(fetching.printable)'.", .accent)
    }
    return switch self {
    case .compute: deviceRemark(status)
    case .engine, .engineKey: engineRemark(status)
    case .language, .model: modelRemark(settings, status)
    case .theme:
      if case .other(let name) = settings.theme {
        ("This version does not support '\(name)' and matches the terminal.", .warning)
      } else {
        nil
      }
    case .vocabulary:
      settings.vocabulary.count > Self.vocabularyLimit
        ? (
          "The engine has room for about \(Self.vocabularyLimit) words: the last ones may be ignored.",
          .warning
        ) : nil
    case .assistant, .assistantKey, .assistantModel, .languages, .memoDays, .quality, .speakers,
      .trashDays:
      nil
    }
  }

  /// About as many words as fit into the engine's sixty tokens.
  private static let vocabularyLimit = 30

  private func engineRemark(_ status: SpeechEngineStatus?) -> (text: String, role: Color.Role)? {
    guard let status
    else { return ("Checking the engine.", .faint) }
    if let failure = status.failure {
      let hint = failure.hint.map { ": \($0)" } ?? ""
      return ("\(failure.message)\(hint).".firstLetterUppercased, .wrong)
    }
    guard let engine = status.engine
    else { return nil }
    return ("\(engine.text) is ready, \(status.placeText).", .good)
  }

  private func deviceRemark(_ status: SpeechEngineStatus?) -> (text: String, role: Color.Role)? {
    guard status?.failure == nil, let device = status?.device
    else { return engineRemark(status) }
    return ("\(device.text).", .good)
  }

  private func modelRemark(
    _ settings: Settings, _ status: SpeechEngineStatus?
  ) -> (text: String, role: Color.Role)? {
    let name = settings.model ?? status?.model
    if let name, name.hasSuffix(".en"), let language = settings.language, language != "en" {
      return (
        "\(name) supports only English: for '\(language)', choose a model without '.en'.", .warning
      )
    }
    guard self == .model, let model = settings.model, let status, status.failure == nil
    else { return nil }
    guard let known = status.models.first(where: { $0.name == model })
    else {
      if let server = status.server, model.hasPrefix("/") || !status.models.isEmpty {
        return ("The server \(server.name) has no model '\(model)': choose another.", .wrong)
      }
      return model.hasPrefix("/")
        ? nil
        : (
          "'\(model)' is not one of the engine's models. The engine tries to download it on first use.",
          .warning
        )
    }
    return known.isInstalled
      ? ("It is \(known.placeText).", .good)
      : (
        "It is not on this machine yet. The engine downloads it on first use, or now if you choose "
          + "it again.", .warning
      )
  }
}

extension Settings.Compute {
  fileprivate func title(_ device: SpeechDevice?) -> String {
    switch self {
    case .auto: "chosen by the engine" + (device.map { " (\($0.name.uppercased()))" } ?? "")
    case .cpu: "the processor"
    case .cuda: "an NVIDIA card"
    }
  }
}

extension Settings.Speakers {
  fileprivate var title: String {
    switch self {
    case .off: "not detected"
    case .on: "detected"
    case .remember: "detected, voices kept"
    }
  }
}

extension TranscriptionQuality {
  fileprivate var title: String {
    switch self {
    case .fast: "fast"
    case .best: "best: more accurate and slower"
    }
  }
}

extension Settings.Theme {
  fileprivate var title: String {
    switch self {
    case .system: "match the terminal's background"
    case .dark: "for a dark background"
    case .light: "for a light background"
    case .plain: "none"
    case .other(let name): name
    }
  }
}
