import AudioFileClient
import AudioPlayerClient
import AudioRecorderClient
import ConsoleClient
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import SpeechClient
import Styleguide

/// `speechmemo doctor`: whether everything is there, and how to mend what is not.
struct DoctorCommand {
  var json = false

  @Dependency(\.audioPlayer) private var audioPlayer
  @Dependency(\.audioRecorder) private var audioRecorder
  @Dependency(\.console) private var console
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.speechClient) private var speechClient

  /// One thing that was looked at.
  struct Finding: Encodable, Equatable {
    enum Verdict: String, Encodable {
      /// As it should be.
      case good
      /// Something works less well than it could.
      case remark
      /// The main job cannot be done, or a memo is not whole.
      case wrong
    }

    let what: String
    let verdict: Verdict
    let detail: String
    var mend: String?
  }

  /// Returns whether the main job can be done.
  func run() async throws -> Bool {
    let findings =
      await libraryFindings() + [
        engineFinding(), ffmpegFinding(), microphoneFinding(), loudspeakerFinding(),
      ]
    let ink = Ink(console)
    for finding in findings {
      if json {
        try console.json(finding)
        continue
      }
      let mark =
        switch finding.verdict {
        case .good: ink.good("✔")
        case .remark: ink.hit("!")
        case .wrong: ink.wrong("✘")
        }
      try console.line("\(mark) \(finding.what): \(finding.detail.printable)")
      if let mend = finding.mend { try console.line("  → \(mend)") }
    }
    return !findings.contains { $0.verdict == .wrong }
  }

  private func libraryFindings() async -> [Finding] {
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
      return [
        Finding(
          what: "library", verdict: .good,
          detail: "\(names.count) memo\(names.count == 1 ? "" : "s") in \(folder.root.path)")
      ] + audioFindings(lost: lostFiles(of: names), stray: try await StrayAudio().files().count)
    } catch {
      return [Finding(what: "library", verdict: .wrong, detail: "\(error)")]
    }
  }

  private func lostFiles(of names: Set<String>) -> Int {
    names.count { !FileManager.default.fileExists(atPath: folder.audioFile(named: $0).path) }
  }

  private func audioFindings(lost: Int, stray: Int) -> [Finding] {
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

  private func engineFinding() async -> Finding {
    let status = await speechClient.engineStatus()
    if let failure = status.failure {
      return Finding(
        what: "speech engine", verdict: .wrong, detail: failure.message, mend: failure.hint)
    }
    let engine = status.engine.map { "\($0.name) \($0.version)" } ?? "unknown"
    return Finding(
      what: "speech engine", verdict: .good,
      detail: "\(engine) with \(status.model ?? "no weights") in \(status.location)")
  }

  /// Without either the library still works: memos may come from elsewhere, and be read.
  private func microphoneFinding() async -> Finding {
    let status = await audioRecorder.status()
    let isReady = if case .ready = status { true } else { false }
    return Finding(
      what: "microphone", verdict: isReady ? .good : .remark, detail: status.message,
      mend: status.hint)
  }

  private func loudspeakerFinding() async -> Finding {
    let status = await audioPlayer.status()
    let isReady = if case .ready = status { true } else { false }
    return Finding(
      what: "loudspeaker", verdict: isReady ? .good : .remark, detail: status.message,
      mend: status.hint)
  }

  private func ffmpegFinding() -> Finding {
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
