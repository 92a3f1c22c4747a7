import Foundation
import Testing

@testable import SiteMiddleware

struct GzipTests {
  /// Decompresses a file with the system's `gzip`.
  private func plain(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("gzip-\(UUID().uuidString).gz")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (program, output) = (Process(), Pipe())
    program.executableURL = URL(fileURLWithPath: "/bin/gzip")
    program.arguments = ["-dc", file.path]
    program.standardOutput = output
    try program.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    program.waitUntilExit()
    try #require(program.terminationStatus == 0)
    return Array(data)
  }

  @Test("Compressed bytes are restored by 'gzip', and text becomes shorter")
  func roundTrip() throws {
    let text = Array(String(repeating: "The budget is late. ", count: 5_000).utf8)
    let noise = (0..<100_000).map { UInt8(truncatingIfNeeded: ($0 &* $0 &* 2_654_435_761) >> 24) }
    for bytes in [text, noise, [7], []] {
      let compressed = try #require(gzip(bytes))
      #expect(try plain(compressed) == bytes)
      #expect(gzip(bytes) == compressed, "the same each time")
    }
    #expect(try #require(gzip(text)).count < text.count / 20)
  }
}
