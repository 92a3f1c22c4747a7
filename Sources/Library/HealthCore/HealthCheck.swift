import AudioPlayerClient
import AudioRecorderClient
public import Dependencies
public import DependenciesMacros
import LibraryFolder
import POSIX
import SharedSettings
import Sharing
import SpeechClient

@DependencyClient
public struct HealthCheck: Sendable {
  /// Checks one subject. Changes nothing, but may start an engine.
  public var findings: @Sendable (_ about: Finding.Subject) async -> [Finding] = { _ in [] }

  /// Reads all audio to compare checksums, which takes as long as the disk needs.
  public var soundFindings: @Sendable () async -> [Finding] = { [] }
}

extension DependencyValues {
  public var healthCheck: HealthCheck {
    get { self[HealthCheck.self] }
    set { self[HealthCheck.self] = newValue }
  }
}

extension HealthCheck: DependencyKey {
  public static var liveValue: Self { live { nil } }

  /// - Parameter keysProblem: Returns why the custom keys can't be used; `nil` if they can.
  public static func live(keysProblem: @escaping @Sendable () -> String?) -> Self {
    Self(
      findings: { subject in
        switch subject {
        case .crashes: SystemCheck().crashes()
        case .engine: await SystemCheck().engine()
        case .ffmpeg: [SystemCheck().ffmpeg()]
        case .folders: FoldersCheck().findings()
        case .library: await LibraryCheck().findings()
        case .loudspeaker: [await SystemCheck().loudspeaker()]
        case .microphone: [await SystemCheck().microphone()]
        case .settings: SystemCheck().unreadableSettings() + unreadableKeys(keysProblem())
        }
      },
      soundFindings: { await LibraryCheck().sound() })
  }

  private static func unreadableKeys(_ problem: String?) -> [Finding] {
    problem.map {
      [.remark("keys", $0, fix: "fix or delete that file; until then, the default keys are used")]
    } ?? []
  }

  public static let previewValue = Self(
    findings: { subject in
      [.crashes, .settings].contains(subject)
        ? [] : [.good("\(subject)", "available")]
    },
    soundFindings: { [.good("audio", "available")] })

  public static let testValue = Self()
}

private struct SystemCheck {
  @Dependency(\.audioPlayer) var audioPlayer
  @Dependency(\.audioRecorder) var audioRecorder
  @Dependency(\.libraryFolder) var libraryFolder
  @SharedReader(.settings) var settings
  @Dependency(\.speechClient) var speechClient

  func engine() async -> [Finding] {
    let status = await speechClient.engineStatus()
    if let failure = status.failure {
      return [.wrong("speech engine", failure.message, fix: failure.hint)]
    }
    let engine = status.engine?.text ?? "unknown"
    let found = Finding.good(
      "speech engine", "\(engine) with \(status.model ?? "no model") \(status.placeText)")
    let device = status.device.map { [Finding.good("device", $0.text)] } ?? []
    return [found] + device + model(status) + language(status)
  }

  private func language(_ status: SpeechEngineStatus) -> [Finding] {
    guard let language = settings.language,
      let model = status.model(settings.model, lacking: language)
    else { return [] }
    return [
      .remark(
        "language", "\(model.name) does not support '\(language)', the language in the settings",
        fix: "run 'speechmemo models use base', or 'speechmemo settings language auto' for English")
    ]
  }

  private func model(_ status: SpeechEngineStatus) -> [Finding] {
    guard let model = settings.model, model != status.model
    else { return [] }
    let known = status.models.first { $0.name == model }
    if known?.isInstalled == true || fileExists(model + "/model.bin") {
      let place = known?.placeText ?? "on this machine"
      return [.good("model", "\(model) is \(place)")]
    }
    if let server = status.server, model.hasPrefix("/") || !status.models.isEmpty {
      return [
        .wrong(
          "model", "the server \(server.name) has no model \(model)",
          fix: "run 'speechmemo settings model default', or use one listed by 'speechmemo models'")
      ]
    }
    if model.hasPrefix("/") {
      return [
        .wrong(
          "model", "no model found in \(model)",
          fix: "run 'speechmemo settings model default' to use the default model")
      ]
    }
    let (place, fix) =
      known == nil
      ? (
        "is not one of the engine's models",
        "check the name: the engine tries to download it on first use"
      )
      : ("is not on this machine yet", "nothing to do: the engine downloads it on first use")
    return [.remark("model", "\(model) \(place)", fix: fix)]
  }

  func crashes() -> [Finding] {
    CrashReports(libraryFolder).findings()
  }

  func unreadableSettings() -> [Finding] {
    guard let error = $settings.loadError
    else { return [] }
    return [
      .remark(
        "settings", "\(error)",
        fix: "change them with 'speechmemo settings'; until then, the defaults are used")
    ]
  }

  func microphone() async -> Finding {
    let status = await audioRecorder.status()
    let isReady = if case .ready = status { true } else { false }
    return Finding(
      what: "microphone", verdict: isReady ? .good : .remark, detail: status.message,
      fix: status.hint)
  }

  func loudspeaker() async -> Finding {
    let status = await audioPlayer.status()
    let isReady = if case .ready = status { true } else { false }
    return Finding(
      what: "loudspeaker", verdict: isReady ? .good : .remark, detail: status.message,
      fix: status.hint)
  }

  func ffmpeg() -> Finding {
    let folders = (ProcessText.environment["PATH"] ?? "").split(separator: ":")
    let missing = ["ffmpeg", "ffprobe"].filter { name in
      !folders.contains { isProgram("\($0)/\(name)") }
    }
    return missing.isEmpty
      ? .good("ffmpeg", "m4a, webm and video can be imported")
      : .remark(
        "ffmpeg",
        "\(missing.joined(separator: " and ")) not found: m4a, webm and video cannot be imported",
        fix: "run 'sudo apt install ffmpeg'")
  }
}
