import Foundation

/// Writes a program that a test is to run.
///
/// Another process writes it: a file that anybody holds open for writing cannot be run ("text file
/// busy"), and any child that another test starts in the meantime would hold our descriptor.
///
/// - Parameters:
///   - text: The program, with a first line that says what runs it.
///   - path: Where to write it; a file that is there is replaced.
public func writeProgram(_ text: String, to path: String) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/install")
  process.arguments = ["-m", "755", "/dev/stdin", path]
  let input = Pipe()
  process.standardInput = input
  try process.run()
  try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  try input.fileHandleForWriting.close()
  process.waitUntilExit()
  guard process.terminationStatus == 0
  else { throw CocoaError(.fileWriteUnknown) }
}
