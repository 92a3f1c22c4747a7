import ComposableArchitecture
import Foundation
public import TerminalClient
public import TerminalUI

extension Preview {
  public struct Failure: Error, CustomStringConvertible {
    /// The exit code: 1 for a failure, 2 for wrong usage.
    public let code: Int32
    public let description: String
  }

  /// Returns the preview's output for these arguments, for tests that compare frames. Throws
  /// ``Failure``.
  public func frames(_ arguments: String...) async throws -> String {
    try await printed(arguments).map { "\($0)\n" }.joined()
  }

  /// Returns the last frame of a script, preceded by a line with the last step. Throws ``Failure``.
  public func lastFrame(
    of state: String, _ script: String, size: String = "72x9"
  ) async throws -> String {
    try await printed(["--state", state, "--script", script, "--size", size]).last ?? ""
  }

  /// Records a session with typed keys, replays it, and returns the output of the replay. `keys`
  /// are sequences that a terminal sends, such as `"\u{1b}[A"` for the up arrow. Throws ``Failure``
  /// if the session can't be recorded or its replay differs.
  public func replay(
    ofTyping keys: [String], in state: String, size: Size = Size(width: 72, height: 12)
  ) async throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appending(component: "preview-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let terminal = SimulatedTerminal(size: size)
    let clock = TestClock()
    var texts: [String] = []
    var code: Int32?
    let recording = Task {
      code = await run(
        ["--state", state, "--record", file.path], terminal: .simulated(terminal), clock: clock
      ) { texts.append($0) }
    }
    while !terminal.isOpen, code == nil { await Task.yield() }
    for keys in keys where code == nil {
      terminal.type(keys)
      await clock.advance(by: .milliseconds(700))
    }
    // Ctrl-C ends every preview.
    terminal.type("\u{3}")
    await recording.value
    guard code == 0
    else { throw Failure(code: code ?? 1, description: texts.joined(separator: "\n")) }
    return try await frames("--replay", file.path)
  }

  private func printed(_ arguments: [String]) async throws -> [String] {
    var texts: [String] = []
    let code = await run(
      arguments, terminal: .testValue, print: { texts.append($0) }, report: { _ in })
    guard code == 0
    else { throw Failure(code: code, description: texts.joined(separator: "\n")) }
    return texts
  }
}
