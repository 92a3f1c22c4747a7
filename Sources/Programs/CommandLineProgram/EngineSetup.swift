import ConcurrencyExtras
public import Dependencies
import Foundation
import SharedModels
import SharedSettings
import Sharing
import SpeechClient
import Styleguide
import TerminalClient

struct EngineSetup {
  @Dependency(\.engineSetup) private var engineSetup
  @Dependency(\.isRemote) private var isRemote
  @Dependency(\.machineMemory) private var memory
  @SharedReader(.settings) private var settings
  @Dependency(\.terminal) private var terminal

  var isNeeded: Bool { !isRemote && settings.engine == .whisper && engineSetup.isNeeded() }

  /// Offers to set up a missing engine. Failing that, the transcription reports the command to run.
  func offer() async throws {
    guard !terminal.isJSON, isNeeded,
      try await terminal.isConfirmed(
        "The speech engine is not set up. Download it now (\(size) MB)? [y/N] ") == true
    else { return }
    do {
      if let model = try await run() {
        terminal.hint("The speech engine is set up with the model '\(model.printable)'.")
      }
    } catch let failure as SpeechClient.Failure {
      terminal.warn(of: failure)
    }
  }

  /// The script adds the model base where the memory suffices.
  private var size: Int { memory >= 2_000_000_000 ? 365 : 220 }

  /// Returns the default model, or `nil` if there was nothing to do.
  func run(_ request: EngineSetupRequest = EngineSetupRequest()) async throws -> String? {
    let isDrawn = !terminal.isJSON && terminal.canDraw(on: .error)
    let model = LockIsolated<String?>(nil)
    defer { if isDrawn { terminal.eraseProgress() } }
    try await engineSetup.run(request: request) { [self] event in
      switch event {
      case .done(let name):
        model.setValue(name)
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
    return model.value
  }

  private func line(_ step: String, percent: Int) -> String {
    let bar = ProgressBar(
      fraction: Double(percent) / 100, width: max(5, min(25, terminal.width - 55)))
    return "Setting up the engine \(bar.text) \(percent)%  \(step)".printable
      .truncated(toColumns: max(1, terminal.width - 1))
  }
}

private enum MachineMemoryKey: DependencyKey {
  static let liveValue = Int(clamping: ProcessInfo.processInfo.physicalMemory)
  static let testValue = 4_000_000_000
}

extension DependencyValues {
  /// The machine's memory in bytes.
  public var machineMemory: Int {
    get { self[MachineMemoryKey.self] }
    set { self[MachineMemoryKey.self] = newValue }
  }
}
