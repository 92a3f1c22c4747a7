import Foundation
public import POSIX

/// A program's output and exit status.
public struct ProgramRun: Sendable {
  public let end: ChildEnd
  public let errors: String
  public let output: String

  public var signal: Int32? { if case .signaled(let number) = end { number } else { nil } }

  public var succeeded: Bool { end == .exited(0) }
}

/// Runs a program to its end and blocks until then. The program dies with the test process.
///
/// Foundation's `Process` is not used because it copies 256 bytes for each name in `/proc/self/fd`,
/// beyond the end of the listing, and crashes where no memory follows.
///
/// - Parameter environment: All of it, or `nil` for that of the tests.
public func runProgram(
  _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil,
  input: String = ""
) throws -> ProgramRun {
  let inputFile = try namelessFile()
  let outputFile = try namelessFile()
  let errorFile = try namelessFile()
  try inputFile.write(Array(input.utf8))
  try SystemError.check { lseek(inputFile.number, 0, SEEK_SET) }
  let program = try GuardedChild(
    path, arguments, environment: environment, input: inputFile.number, output: outputFile.number,
    errors: errorFile.number)
  return ProgramRun(
    end: try program.collect(), errors: try text(of: errorFile), output: try text(of: outputFile))
}

/// The path of a program that is built with the tests, or of the tests themselves.
public func builtProgram(_ name: String? = nil) throws -> String {
  let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  guard let name
  else { return tests }
  return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
}

private func namelessFile() throws -> Descriptor {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
  let file = try Descriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
  unlink(path)
  return file
}

private func text(of file: borrowing Descriptor) throws -> String {
  String(decoding: try file.read(upTo: Int(file.status().st_size), at: 0), as: UTF8.self)
}
