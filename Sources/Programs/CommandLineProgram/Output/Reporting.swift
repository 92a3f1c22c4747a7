import BackupCore
import Styleguide
import TerminalClient

extension TerminalClient {
  func json(_ object: JSONObject) throws {
    try json(encoding: object)
  }

  func json(encoding value: some Encodable) throws {
    try line(value.line)
  }

  func line(_ text: @autoclosure () -> String, json object: @autoclosure () -> JSONObject) throws {
    if isJSON { try json(object()) } else { try line(text()) }
  }

  func note(_ text: @autoclosure () -> String, json object: @autoclosure () -> JSONObject) throws {
    if isJSON { try json(object()) } else { note(text()) }
  }

  func warn(_ text: @autoclosure () -> String, json object: @autoclosure () -> JSONObject) throws {
    if isJSON { try json(object()) } else { warn(text()) }
  }

  func hint(_ text: @autoclosure () -> String) {
    if !isJSON { note(text()) }
  }

  func warn(of error: any Error) {
    warn(String(describing: error).printable)
  }

  func warn(of problem: LibraryProblem) throws {
    guard !isJSON
    else { return try json(encoding: problem) }
    warn("\(problem.detail.printable); \(problem.fix.printable)")
  }

  /// Asks a question. Returns whether the answer is yes, or `nil` if there is no terminal to ask on.
  func isConfirmed(_ question: String) async throws -> Bool? {
    try await ask(question: question).map { ["y", "yes"].contains($0.lowercased()) }
  }

  func finish(
    _ problems: [LibraryProblem], _ text: @autoclosure () -> String,
    json object: @autoclosure () -> JSONObject
  ) throws {
    for problem in problems { try warn(of: problem) }
    try line(text(), json: object())
    if !problems.isEmpty { throw CommandFailure.alreadyReported }
  }
}

/// Ignores a closed output, for work that must not stop with its reader.
func ignoringClosedOutput(_ print: () throws -> Void) throws {
  do { try print() } catch is TerminalClient.OutputClosed {}
}
