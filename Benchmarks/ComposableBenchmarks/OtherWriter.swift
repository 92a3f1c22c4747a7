import FileStorage
import Foundation

/// Another process of this program that writes files on request.
final class OtherWriter: Sendable {
  static let argument = "--write-on-demand"

  private let input = Pipe()
  private let output = Pipe()

  init() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [Self.argument]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// The process exits at the end of its input.
  deinit { try? input.fileHandleForWriting.close() }

  func write(_ number: Int, to url: URL) {
    try? input.fileHandleForWriting.write(contentsOf: Data("\(number) \(url.path)\n".utf8))
  }

  func waitUntilWritten() {
    _ = try? output.fileHandleForReading.read(upToCount: 1)
  }

  /// The main function of the other process.
  static func main() {
    while let line = readLine() {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard let number = parts.first, let path = parts.last else { continue }
      _ = try? FileStorage.fileSystem.write(
        Data(number.utf8), to: URL(fileURLWithPath: String(path)))
      try? FileHandle.standardOutput.write(contentsOf: Data(".".utf8))
    }
  }
}
