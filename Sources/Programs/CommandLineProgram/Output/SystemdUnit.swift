import Dependencies
import Foundation
import ImportCore
import SharedSettings
import Styleguide
import TerminalClient
import WatchCore

struct SystemdUnit {
  let plan: WatchPlan
  let request: JobRequest

  @Dependency(\.compute) private var compute
  @Dependency(\.terminal) private var terminal

  init(plan: WatchPlan, request: JobRequest) {
    self.plan = plan
    self.request = request
  }

  var text: String {
    let folders = plan.folders.map(\.path).joined(separator: ", ")
    let variables = ["SPEECHMEMO_HOME", "SPEECHMEMO_ENGINE", "XDG_DATA_HOME"].compactMap { name in
      terminal.variable(name).map { "\nEnvironment=\(quoted("\(name)=\($0)"))" }
    }
    return """
      [Unit]
      Description=SpeechMemo: import and transcribe files that arrive in \(escaped(folders))

      [Service]
      ExecStart=\(([program, "watch"] + arguments).map(quoted).joined(separator: " "))\
      \(variables.joined())
      Restart=on-failure
      RestartSec=10
      Nice=10

      [Install]
      WantedBy=default.target
      """
  }

  private var arguments: [String] {
    var arguments: [String] = []
    switch plan.disposal {
    case .delete: arguments.append("--delete")
    case .keep: break
    case .move(let folder): arguments += ["--move-to", folder.path]
    }
    let (seconds, attoseconds) = plan.rest.components
    arguments += ["--settle", "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms"]
    let filter = request.settings.voiceFilter
    for (option, value) in [
      ("--compute", compute?.rawValue),
      ("--language", request.settings.language), ("--model", request.model),
      ("--quality", request.quality?.rawValue),
      ("--track", request.settings.track.map(String.init)),
      ("--vocabulary", request.settings.vocabulary),
      ("--voice-filter", filter == .normal ? nil : filter.rawValue),
    ] {
      if let value { arguments += [option, value] }
    }
    if let channels = request.settings.channels {
      arguments.append(channels ? "--channels" : "--no-channels")
    }
    if let width = plan.width { arguments += ["--jobs", String(width)] }
    return arguments + ["--"] + plan.folders.map(\.path)
  }

  private var program: String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
  }

  /// Quotes an argument for systemd, which expands `$` and `%`.
  private func quoted(_ text: String) -> String {
    let inner = text.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"")
      .replacingOccurrences(of: "\n", with: "\\n")
      .replacingOccurrences(of: "$", with: "$$")
      .replacingOccurrences(of: "%", with: "%%")
    return "\"\(inner)\""
  }

  private func escaped(_ text: String) -> String {
    text.printable.replacingOccurrences(of: "%", with: "%%")
  }
}
