import AudioPlayerClient
import AudioRecorderClient
import DatabaseClient
public import Dependencies
public import DependenciesMacros
import Foundation
import LibraryFolder
import POSIX
import RecordingCore
import SharedSettings
import Sharing
import SpeechClient

/// Checks that everything the program needs is present, and says how to fix what is not.
@DependencyClient
public struct HealthCheck: Sendable {
  /// Checks one subject. Nothing is changed; an engine may be started.
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
            fix: "move \(folder.database.path) aside and restore a backup in its place")
        }
      }
      let names = try await database.audioFileNames()
      let stray = try await OrphanedAudio().files().count
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
    names.count { !isThere(folder.audioFile(named: $0).path) }
  }

  private func audio(lost: Int, stray: Int) -> [Finding] {
    var findings: [Finding] = []
    if lost > 0 {
      findings.append(
        Finding(
          what: "audio folder", verdict: .wrong,
          detail: "\(lost) memo\(lost == 1 ? " has" : "s have") no audio file any more",
          fix: "import the same recordings again to restore their sound"))
    }
    if stray > 0 {
      findings.append(
        Finding(
          what: "audio folder", verdict: .remark,
          detail: "\(stray) file\(stray == 1 ? "" : "s") that no memo refers to",
          fix: "run 'speechmemo recover' to make memos of them"))
    }
    return findings
  }

  func engine() async -> [Finding] {
    let status = await speechClient.engineStatus()
    if let failure = status.failure {
      return [
        Finding(
          what: "speech engine", verdict: .wrong, detail: failure.message, fix: failure.hint)
      ]
    }
    let engine = status.engine.map { "\($0.name) \($0.version)" } ?? "unknown"
    let found = Finding(
      what: "speech engine", verdict: .good,
      detail: "\(engine) with \(status.model ?? "no weights") in \(status.location)")
    return [found] + model(status)
  }

  /// The model in the settings, if it is not the engine's own.
  private func model(_ status: SpeechEngineStatus) -> [Finding] {
    guard let model = settings.model, model != status.model
    else { return [] }
    let known = status.models.first { $0.name == model }
    if known?.isInstalled == true || isThere(model + "/model.bin") {
      return [Finding(what: "model", verdict: .good, detail: "\(model) is on this machine")]
    }
    if model.hasPrefix("/") {
      return [
        Finding(
          what: "model", verdict: .wrong, detail: "there is no model in \(model) any more",
          fix: "run 'speechmemo settings model default' to go back to the engine's own")
      ]
    }
    let place =
      known == nil ? "is not a model that the engine knows" : "is not on this machine yet"
    return [
      Finding(
        what: "model", verdict: .remark, detail: "\(model) \(place)",
        fix: "nothing to do: the engine downloads it on first use")
    ]
  }

  func unreadableSettings() -> [Finding] {
    guard let error = $settings.loadError
    else { return [] }
    return [
      Finding(
        what: "settings", verdict: .remark, detail: "\(error)",
        fix: "change them with 'speechmemo settings'; until then the defaults are used")
    ]
  }

  /// A missing microphone or loudspeaker is only a remark: the rest of the program still works.
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
    let path = ProcessText.environment["PATH"] ?? ""
    let isThere = path.split(separator: ":").contains {
      isProgram("\($0)/ffmpeg")
    }
    return isThere
      ? Finding(what: "ffmpeg", verdict: .good, detail: "m4a, webm and video can be imported")
      : Finding(
        what: "ffmpeg", verdict: .remark, detail: "not found: m4a, webm and video cannot be read",
        fix: "run 'sudo apt install ffmpeg'")
  }
}
