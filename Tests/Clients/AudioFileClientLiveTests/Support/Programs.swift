import Foundation

/// Whether ffmpeg is here; what needs it is skipped elsewhere.
let hasFFmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"]
  .contains { FileManager.default.isExecutableFile(atPath: $0) }

/// Runs a program that must succeed.
func run(_ program: String, _ arguments: [String]) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [program] + arguments
  process.standardInput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0
  else { throw EncodingFailed() }
}

/// The folder of recordings that stands beside the package on some machines.
let corpus: URL? = {
  let package = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.deletingLastPathComponent()
  let folder = package.deletingLastPathComponent().appending(path: "shared/corpus")
  return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
}()
