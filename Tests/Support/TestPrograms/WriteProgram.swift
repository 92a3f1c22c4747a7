/// Writes a program that a test is to run.
///
/// Written by another process: a file that any process has open for writing can't be executed
/// ("text file busy"), and a child that another test starts in the meantime would inherit our
/// descriptor.
///
/// - Parameters:
///   - text: The program, with an interpreter in its first line.
///   - path: Where to write it; an existing file is replaced.
public func writeProgram(_ text: String, to path: String) throws {
  let run = try runProgram("/usr/bin/install", ["-m", "755", "/dev/stdin", path], input: text)
  guard run.succeeded
  else { throw ProgramFailure(errors: run.errors) }
}

private struct ProgramFailure: Error {
  let errors: String
}
