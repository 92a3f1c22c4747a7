import TerminalClient

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

  private func printed(_ arguments: [String]) async throws -> [String] {
    var texts: [String] = []
    let code = await run(arguments, terminal: .testValue) { texts.append($0) }
    guard code == 0
    else { throw Failure(code: code, description: texts.joined(separator: "\n")) }
    return texts
  }
}
