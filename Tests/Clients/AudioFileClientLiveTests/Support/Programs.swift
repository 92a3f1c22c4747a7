import Foundation
import TestPrograms

/// Whether ffmpeg is here; what needs it is skipped elsewhere.
let hasFFmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"]
  .contains { FileManager.default.isExecutableFile(atPath: $0) }

/// Runs a program that must succeed.
func run(_ program: String, _ arguments: [String]) throws {
  guard try runProgram("/usr/bin/env", [program] + arguments).succeeded
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
