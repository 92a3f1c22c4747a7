import AudioPlayerClient
import AudioRecorderClient
import DatabaseClient
public import Dependencies
public import DependenciesMacros
import Foundation
import LibraryFolder
import RecordedDrafts
import SharedSettings
import Sharing
import SpeechClient

/// Whether everything is there that the program needs, and how to mend what is not.
@DependencyClient
public struct HealthCheck: Sendable {
  /// Looks at something. Nothing is changed; an engine may be started.
  public var findings: @Sendable (_ about: Finding.Subject) async -> [Finding] = { _ in [] }
}

extension DependencyValues {
  public var healthCheck: HealthCheck {
    get { self[HealthCheck.self] }
    set { self[HealthCheck.self] = newValue }
  }
}

extension HealthCheck: DependencyKey {
  public static var liveValue: Self {
    Self { subject in
      switch subject {
      case .engine: await Look().engine()
      case .ffmpeg: [Look().ffmpeg()]
      case .library: await Look().library()
      case .loudspeaker: [await Look().loudspeaker()]
      case .microphone: [await Look().microphone()]
      case .settings: Look().unreadableSettings()
      }
    }
  }

  /// All is well.
  public static let previewValue = Self { subject in
    subject == .settings ? [] : [Finding(what: "\(subject)", verdict: .good, detail: "is there")]
  }

  public static let testValue = Self()
}

private struct Look {
  @Dependency(\.audioPlayer) var audioPlayer
  @Dependency(\.audioRecorder) var audioRecorder
  @Dependency(\.database) var database
  @Dependency(\.libraryFolder) var folder
  @SharedReader(.settings) var settings
  @Dependency(\.speechClient) var speechClient

  func library() async -> [Finding] {
    do {
      let problems = try await database.integrityProblems()
      guard problems.isEmpty
      else {
        return problems.prefix(5).map {
          Finding(
            what: "library", verdict: .wrong, detail: $0,
            mend: "move \(folder.database.path) aside and put a copy of it in its place")
        }
      }
      let names = try await database.audioFileNames()
      let stray = try await StrayAudio().files().count
      return [
        Finding(
          what: "library", verdict: .good,
          detail: "\(names.count) memo\(names.count == 1 ? "" : "s") in \(folder.root.path)")
      ] + audio(lost: lostFiles(of: names), stray: stray)
    } catch {
      return [Finding(what: "library", verdict: .wrong, detail: "\(error)")]
    }
  }

  private func lostFiles(of names: Set<String>) -> Int {
    names.count { !FileManager.default.fileExists(atPath: folder.audioFile(named: $0).path) }
  }

  private func audio(lost: Int, stray: Int) -> [Finding] {
    var findings: [Finding] = []
    if lost > 0 {
      findings.append(
        Finding(
          what: "audio folder", verdict: .wrong,
          detail: "\(lost) memo\(lost == 1 ? " has" : "s have") no audio file any more",
          mend: "import the same recordings again, which gives them back to their memos"))
    }
    if stray > 0 {
      findings.append(
        Finding(
          what: "audio folder", verdict: .remark,
          detail: "\(stray) file\(stray == 1 ? "" : "s") that no memo refers to",
          mend: "'speechmemo recover' makes memos of them"))
    }
    return findings
  }

  func engine() async -> [Finding] {
    let status = await speechClient.engineStatus()
    if let failure = status.failure {
      return [
        Finding(
          what: "speech engine", verdict: .wrong, detail: failure.message, mend: failure.hint)
      ]
    }
    let engine = status.engine.map { "\($0.name) \($0.version)" } ?? "unknown"
    let found = Finding(
      what: "speech engine", verdict: .good,
      detail: "\(engine) with \(status.model ?? "no weights") in \(status.location)")
    return [found] + model(status)
  }

  /// The model that is set, where it is not the engine's own.
  private func model(_ status: SpeechEngineStatus) -> [Finding] {
    guard let model = settings.model, model != status.model
    else { return [] }
    let known = status.models.first { $0.name == model }
    if known?.isInstalled == true || FileManager.default.fileExists(atPath: model + "/model.bin") {
      return [Finding(what: "model", verdict: .good, detail: "\(model) is on this machine")]
    }
    if model.hasPrefix("/") {
      return [
        Finding(
          what: "model", verdict: .wrong, detail: "there is no model in \(model) any more",
          mend: "'speechmemo settings model default' goes back to the engine's own")
      ]
    }
    let place =
      known == nil ? "is none that the engine has heard of" : "is not on this machine yet"
    return [
      Finding(
        what: "model", verdict: .remark, detail: "\(model) \(place)",
        mend: "the engine fetches it when it is first used, from the network")
    ]
  }

  func unreadableSettings() -> [Finding] {
    guard let error = $settings.loadError
    else { return [] }
    return [
      Finding(
        what: "settings", verdict: .remark, detail: "\(error)",
        mend: "set what you want with 'speechmemo settings'; until then the defaults stand in")
    ]
  }

  /// Without either the library still works: memos may come from elsewhere, and be read.
  func microphone() async -> Finding {
    let status = await audioRecorder.status()
    let isReady = if case .ready = status { true } else { false }
    return Finding(
      what: "microphone", verdict: isReady ? .good : .remark, detail: status.message,
      mend: status.hint)
  }

  func loudspeaker() async -> Finding {
    let status = await audioPlayer.status()
    let isReady = if case .ready = status { true } else { false }
    return Finding(
      what: "loudspeaker", verdict: isReady ? .good : .remark, detail: status.message,
      mend: status.hint)
  }

  func ffmpeg() -> Finding {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let isThere = path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg")
    }
    return isThere
      ? Finding(what: "ffmpeg", verdict: .good, detail: "m4a, webm and video can be imported")
      : Finding(
        what: "ffmpeg", verdict: .remark, detail: "not found: m4a, webm and video cannot be read",
        mend: "sudo apt install ffmpeg")
  }
}
