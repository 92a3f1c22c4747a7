import Foundation
import MiddlewareHelpers
import TestPrograms
import Testing

struct GzipTests {
  /// Decompresses with the system's `gzip`.
  private func expect(_ compressed: [UInt8], restores bytes: [UInt8]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gzip-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, plain) = (folder.appending(path: "a.gz"), folder.appending(path: "a"))
    try Data(compressed).write(to: file)
    try Data(bytes).write(to: plain)
    let run = try runProgram(
      "/bin/bash",
      ["-c", #"set -o pipefail; gzip -dc "$0" | cmp - "$1""#, file.path, plain.path])
    #expect(run.succeeded, "\(run.output)\(run.errors)")
  }

  @Test("Compressed bytes are restored by 'gzip', and text becomes shorter")
  func roundTrip() throws {
    let text = Array(String(repeating: "The budget is late. ", count: 5_000).utf8)
    let noise = (0..<100_000).map { UInt8(truncatingIfNeeded: ($0 &* $0 &* 2_654_435_761) >> 24) }
    for bytes in [text, noise, [7], []] {
      let compressed = try #require(gzip(bytes))
      try expect(compressed, restores: bytes)
      #expect(gzip(bytes) == compressed, "the same each time")
    }
    #expect(try #require(gzip(text)).count < text.count / 20)
  }
}
