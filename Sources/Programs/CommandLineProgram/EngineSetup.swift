import Dependencies
import SharedSettings
import Sharing
import SpeechClient
import Styleguide
import TerminalClient

/// Sets up the default engine, with a progress bar if the terminal can draw one.
struct EngineSetup {
  @Dependency(\.engineSetup) private var engineSetup
  @Dependency(\.isRemote) private var isRemote
  @SharedReader(.settings) private var settings
  @Dependency(\.terminal) private var terminal

  var isNeeded: Bool { !isRemote && settings.engine == .whisper && engineSetup.isNeeded() }

  /// Offers to set up a missing engine. Failing that, the transcription reports the command to run.
  func offer() async throws {
    guard !terminal.isJSON, isNeeded,
      try await terminal.isConfirmed(
        "The speech engine is not set up. Download it now (220 MB)? [y/N] ") == true
    else { return }
    do {
      try await run()
    } catch let failure as SpeechClient.Failure {
      terminal.warn(of: failure)
    }
  }

  func run(_ request: EngineSetupRequest = EngineSetupRequest()) async throws {
    let isDrawn = !terminal.isJSON && terminal.canDraw(on: .error)
    defer { if isDrawn { terminal.eraseProgress() } }
    try await engineSetup.run(request: request) { [self] event in
      switch event {
      case .problem(let text):
        if isDrawn { terminal.eraseProgress() }
        terminal.warn(text.printable)
      case .step(let text, let percent) where isDrawn:
        terminal.drawProgress(line(text, percent: percent))
      case .step(let text, let percent):
        try? terminal.note(
          "\(percent)%, \(text)".printable,
          json: ["event": "step", "percent": percent, "step": text])
      }
    }
  }

  private func line(_ step: String, percent: Int) -> String {
    let bar = ProgressBar(
      fraction: Double(percent) / 100, width: max(5, min(25, terminal.width - 55)))
    return "Setting up the engine \(bar.text) \(percent)%  \(step)".printable
      .truncated(toColumns: max(1, terminal.width - 1))
  }
}
