import AudioFileClient
import AudioFileClientLive
import Foundation
import Glibc
import Testing

@Suite struct LongFileTests {
  /// In a separate process, so that the memory of other tests doesn't count.
  @Test("three hours are decoded in less memory than their samples would take")
  func decoding() async {
    await #expect(processExitsWith: .success) {
      let folder = try TestFolder()
      let file = try threeHours(in: folder)
      var count = 0
      for try await chunk in AudioFileClient.live().decode(file, .zero) {
        count += chunk.count
        #expect(chunk.count <= 1 << 16)
      }
      #expect(abs(count - 3 * 3_600 * 16_000) <= 1)
      #expect(count * MemoryLayout<Float>.size > 600_000_000)
      #expect(try peakMemory < 400_000_000)
    }
  }

  @Test("the end of three hours is reached without decoding the rest")
  func end() async throws {
    let client = AudioFileClient.live()
    let folder = try TestFolder()
    let file = try threeHours(in: folder)
    #expect(try await client.probe(file).duration == .seconds(3 * 3_600))
    let last = try await client.decode(file, .seconds(3 * 3_600 - 1)).collect()
    #expect(abs(last.count - 16_000) <= 1)
  }
}

/// Three hours of silence, which take no room on the disk.
private func threeHours(in folder: TestFolder) throws -> URL {
  let byteCount = 3 * 3_600 * 8_000 * 2
  let header = Wave(sampleRate: 8_000, claimedByteCount: byteCount).bytes
  let file = try folder.file("a.wav", header)
  #expect(truncate(file.path, off_t(header.count + byteCount)) == 0)
  return file
}

/// The peak memory of this program in bytes. `getrusage` would include the parent's peak, which
/// Linux preserves over `exec`.
private var peakMemory: Int {
  get throws {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let kilobytes = try #require(status.firstMatch(of: /VmHWM:\s*(\d+) kB/)?.1)
    return try #require(Int(kilobytes)) * 1_024
  }
}
