import ComposableArchitecture
import Foundation
public import TerminalClient
public import TerminalUI

extension Preview {
  /// A run of a preview that did not end well.
  public struct Failure: Error, CustomStringConvertible {
    /// The exit code: 1 failed, 2 wrong usage.
    public let code: Int32
    /// What was printed.
    public let description: String
  }

  /// All that the preview prints when its program is given these arguments, without a terminal. For
  /// tests that compare frames.
  ///
  /// ```swift
  /// let frames = try await preview.frames("--size", "40x8", "--script", "down enter")
  /// ```
  ///
  /// - Throws: ``Failure``.
  public func frames(_ arguments: String...) async throws -> String {
    try await printed(arguments).map { "\($0)\n" }.joined()
  }

  /// The last frame of a script, after the line that says what was done last.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - script: What to do.
  ///   - size: How large the frame is, as `80x24`.
  /// - Throws: ``Failure``.
  public func lastFrame(
    of state: String, _ script: String, size: String = "72x9"
  ) async throws -> String {
    try await printed(["--state", state, "--script", script, "--size", size]).last ?? ""
  }

  /// Records a session in which things are typed, one after another, and replays it. For tests that
  /// a feature's sessions can be replayed.
  ///
  /// - Parameters:
  ///   - keys: What the terminal sends each time: `"w"`, or `"\u{1b}[A"` for the arrow up.
  ///   - state: The state to begin with.
  ///   - size: How large the frames are.
  ///   - interval: How much time goes by after each.
  /// - Returns: What the replay printed: each frame.
  /// - Throws: ``Failure``, if the session cannot be recorded, or shows anything else when it is
  ///   played again.
  public func replay(
    ofTyping keys: [String], in state: String, size: Size = Size(width: 72, height: 12),
    every interval: Duration = .milliseconds(700)
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
      await clock.advance(by: interval)
    }
    // What a feature has no use for it leaves to the preview, and this ends it in any case.
    terminal.type("\u{3}")
    await recording.value
    guard code == 0
    else { throw Failure(code: code ?? 1, description: texts.joined(separator: "\n")) }
    return try await frames("--replay", file.path)
  }

  private func printed(_ arguments: [String]) async throws -> [String] {
    var texts: [String] = []
    let code = await run(arguments, terminal: .testValue) { texts.append($0) }
    guard code == 0
    else { throw Failure(code: code, description: texts.joined(separator: "\n")) }
    return texts
  }
}
