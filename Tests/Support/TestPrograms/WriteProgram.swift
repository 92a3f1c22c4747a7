/// Writes a program that a test is to run.
///
/// Another process writes it: a file that anybody holds open for writing cannot be run ("text file
/// busy"), and any child that another test starts in the meantime would hold our descriptor.
///
/// - Parameters:
///   - text: The program, with a first line that says what runs it.
///   - path: Where to write it; a file that is there is replaced.
public func writeProgram(_ text: String, to path: String) throws {
  let run = try runProgram("/usr/bin/install", ["-m", "755", "/dev/stdin", path], input: text)
  guard run.succeeded
  else { throw ProgramFailure(errors: run.errors) }
}

private struct ProgramFailure: Error {
  let errors: String
}
