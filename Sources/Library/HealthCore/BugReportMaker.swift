import Build
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import SharedSettings
import Sharing
import SpeechClient

public struct BugReportMaker {
  @Dependency(\.build) private var build
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.healthCheck) private var healthCheck
  @Dependency(\.libraryFolder) private var folder
  @SharedReader(.settings) private var settings
  @Dependency(\.speechClient) private var speechClient

  public init() {}

  /// Runs the health checks, which may start an engine. `variables` names environment variables.
  public func report(variables: [String], readsAudio: Bool = false) async -> BugReport {
    var timings: [String] = []
    var findings: [Finding] = []
    for subject in Finding.Subject.allCases where subject != .folders {
      findings += await timed("\(subject)", in: &timings) {
        await healthCheck.findings(about: subject)
      }
    }
    if readsAudio {
      findings += await timed("all audio", in: &timings) { await healthCheck.soundFindings() }
    }
    let memos = await timed("list of memos", in: &timings) {
      // The check of the library reports why it can't be read.
      try? await database.recordings(matching: RecordingQuery(place: nil))
    }
    let versions = await versions()
    let settings = await settingLines(variables)
    let counts = await counts(memos)
    let problems = findings.filter { $0.verdict != .good }
    let errors = problems.map { Self.errorText($0) } + Self.failures(of: memos)
    return BugReport(
      sections: [
        BugReport.Section(title: "Versions", lines: versions),
        BugReport.Section(title: "Settings", lines: settings),
        BugReport.Section(title: "Counts", lines: counts),
        BugReport.Section(title: "Checks", lines: Self.verdicts(of: findings)),
        BugReport.Section(title: "Last errors", lines: errors.isEmpty ? ["none"] : errors),
        BugReport.Section(title: "Timings", lines: timings),
      ])
  }

  private func timed<Value>(
    _ what: String, in timings: inout [String], _ work: () async -> Value
  ) async -> Value {
    let start = ContinuousClock.now
    let value = await work()
    timings.append("\(what): \((ContinuousClock.now - start).wholeMilliseconds) ms")
    return value
  }

  private func versions() async -> [String] {
    let process = ProcessInfo.processInfo
    let kernel = process.operatingSystemVersion
    let engine = await speechClient.engineStatus().engine
    return [
      "SpeechMemo: \(build)",
      "system: \(Distribution.current), Linux \(kernel.majorVersion).\(kernel.minorVersion)",
      """
      machine: \(Self.architecture), \(process.processorCount.counted("processor")), \
      \(Int64(clamping: process.physicalMemory).fileSize)
      """,
      "engine: \(Self.engineText(engine))",
      "made on: \(now.iso8601.prefix(10))",
    ]
  }

  private static func engineText(_ engine: TranscriptionEngine?) -> String {
    guard let engine
    else { return "none" }
    return engine.name == "faster-whisper"
      ? "\(engine.name) \(PublicText.version(engine.version))" : "other"
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "other"
    #endif
  }

  private func settingLines(_ variables: [String]) async -> [String] {
    var lines = Setting.allCases.map { "\($0.rawValue): \(text(of: $0))" }
    do {
      let webhook = try await database.webhookEvents.webhook()
      lines.append("webhook: \(webhook == nil ? "none" : "set")")
    } catch {
      lines.append("webhook: unknown")
    }
    lines.append("variables: \(variables.isEmpty ? "none" : variables.joined(separator: ", "))")
    return lines
  }

  private func text(of setting: Setting) -> String {
    switch setting {
    case .assistant: settings.assistant == nil ? setting.defaultText : "a server"
    case .assistantKey: settings.assistantKey == nil ? setting.defaultText : "a file"
    case .assistantModel: settings.assistantModel == nil ? setting.defaultText : "a model"
    case .engine:
      switch settings.engine {
      case .program: "a program"
      case .server: "a server"
      case .whisper: setting.defaultText
      }
    case .engineKey: settings.engineKey == nil ? setting.defaultText : "a file"
    case .language:
      Setting.languageCodes.contains(setting.text(in: settings))
        ? setting.text(in: settings) : "other"
    case .languages:
      settings.languages.allSatisfy(Setting.languageCodes.contains)
        ? setting.text(in: settings) : "other"
    case .compute, .memoDays, .quality, .speakers, .trashDays: setting.text(in: settings)
    case .model: settings.model.map(PublicText.model) ?? setting.defaultText
    case .theme: Settings.Theme.all.contains(settings.theme) ? settings.theme.name : "other"
    case .vocabulary: settings.vocabulary.count.counted("term")
    }
  }

  private func counts(_ memos: [Recording]?) async -> [String] {
    let crashes = "crash reports: \(CrashReports(folder).count.grouped)"
    guard let memos, let jobs = try? await database.jobs.list()
    else { return ["memos: unknown", crashes] }
    let milliseconds = memos.reduce(0.0) { $0 + Double($1.duration.wholeMilliseconds) }
    let hours = Int(min(milliseconds / 3_600_000, 1e9))
    let states = Dictionary(grouping: memos) { Self.status(of: $0.transcription) }
      .map { status, memos in "\(status) \(memos.count.grouped)" }
      .sorted().joined(separator: ", ")
    return [
      "memos: \(memos.count.grouped), \(memos.count(where: \.isTrashed).grouped) in the trash",
      "audio: \(memos.audioByteCount.fileSize), \(hours.counted("hour"))",
      "transcripts: \(states.isEmpty ? "none" : states)",
      "jobs: \(jobs.count.grouped)",
      crashes,
    ]
  }

  private static func status(of state: TranscriptionState) -> String {
    if case .unknown = state { return "unknown" }
    return state.status
  }

  private static func verdicts(of findings: [Finding]) -> [String] {
    findings.map { "\(PublicText.words(of: $0.what)): \($0.verdict.rawValue)" }
  }

  private static func errorText(_ finding: Finding) -> String {
    "\(PublicText.words(of: finding.what)): \(PublicText.words(of: finding.detail))"
  }

  private static let failureLimit = 10

  private static func failures(of memos: [Recording]?) -> [String] {
    var reasons: [(text: String, count: Int)] = []
    for memo in (memos ?? []).sorted(by: { $0.date > $1.date }) {
      guard case .failed(let reason) = memo.transcription
      else { continue }
      let text = PublicText.words(of: reason)
      if let index = reasons.firstIndex(where: { $0.text == text }) {
        reasons[index].count += 1
      } else if reasons.count < failureLimit {
        reasons.append((text, 1))
      }
    }
    return reasons.map { "failed transcript (\($0.count.grouped)): \($0.text)" }
  }
}

private enum Distribution {
  private static let known: Set = [
    "almalinux", "alpine", "arch", "centos", "debian", "fedora", "gentoo", "linuxmint", "manjaro",
    "nixos", "opensuse-leap", "opensuse-tumbleweed", "pop", "raspbian", "rhel", "rocky", "ubuntu",
  ]

  static var current: String {
    var fields: [String: String] = [:]
    let text = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2
      else { continue }
      fields[String(parts[0])] = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
    }
    guard let id = fields["ID"], known.contains(id)
    else { return "other distribution" }
    return fields["VERSION_ID"].map { "\(id) \(PublicText.version($0))" } ?? id
  }
}
