import AudioFileClientLive
import AudioRecorderClient
import AudioRecorderClientLive
import Dependencies
import Foundation
import Synchronization

/// A recording made as fast as possible, and read back while it grows, as for live text.
struct HourMeasure {
  let minutes: Int

  func run() async throws {
    let room = try Room()
    let url = room.url.appending(path: "memo.flac")
    let source = Tone(frameCount: minutes * 60 * 48_000)
    try await withDependencies {
      $0.audioFile = .live()
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    } operation: {
      let client = AudioRecorderClient.live(
        CaptureSystem(
          devices: { [AudioInputDevice(id: "tone", isDefault: true, name: "Tone")] },
          open: { _ in source }))
      let samples = client.samples()
      let reading = Task { try await samples.reduce(into: 0) { $0 += $1.count } }
      let clock = ContinuousClock()
      let began = clock.now
      let recording = Task { try await client.startRecording(url: url) }
      for part in 1...20 {
        while source.given < minutes * 60 * 48_000 / 20 * part {
          try await Task.sleep(for: .milliseconds(2))
        }
        if part == 1 || part % 5 == 0 {
          print("after \(minutes * part * 3) s of audio: \(memory()) MiB")
        }
      }
      await client.stopRecording()
      let endedWell = try await recording.value
      print("encoded: \(memory()) MiB")
      let heard = try await reading.value
      print("read back for recognition: \(heard / 16_000) s of audio: \(memory()) MiB")
      let file = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
      print(
        """
        succeeded: \(endedWell); \(file / 1_000_000) MB of FLAC; took \
        \((clock.now - began) / .seconds(1)) s
        """)
    }
  }

  private func memory() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize()) / 1_048_576
  }
}

/// A microphone that delivers a limited amount of a tone with noise.
private final class Tone: CaptureSource, Sendable {
  private let frameCount: Int
  private let count = Atomic(0)
  private let sound: [Int16]

  init(frameCount: Int) {
    self.frameCount = frameCount
    var state: UInt32 = 1
    sound = (0..<4_800).map { index in
      state = state &* 1_664_525 &+ 1_013_904_223
      let tone = 8_000 * sin(2 * .pi * 440 * Double(index) / 48_000)
      return Int16(tone) + Int16(truncatingIfNeeded: state >> 22)
    }
  }

  let capturedFrameCount: Int? = nil

  var given: Int { count.load(ordering: .relaxed) }

  func read(milliseconds: Int, _ take: (UnsafeBufferPointer<Int16>) throws -> Void) throws {
    let rest = frameCount - given
    guard rest > 0
    else {
      usleep(UInt32(milliseconds * 1_000))
      return
    }
    let piece = min(rest, sound.count)
    try sound.withUnsafeBufferPointer { try take(UnsafeBufferPointer(rebasing: $0[..<piece])) }
    count.add(piece, ordering: .relaxed)
  }
}
