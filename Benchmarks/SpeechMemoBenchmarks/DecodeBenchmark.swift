import AudioFileClient
import AudioFileClientLive
import Foundation

/// Decoding to 16 kHz mono, compared with `sndfile-convert`, which only changes the sample format.
struct DecodeBenchmark {
  let room: URL

  func run() async throws {
    let table = Table("Ten minutes of 48 kHz stereo")
    let wav = room.appendingPathComponent("ten-minutes.wav")
    try noise(seconds: 600).write(to: wav)
    var files = [wav]
    let flac = room.appendingPathComponent("ten-minutes.flac")
    if ProcessMeasure.run("sndfile-convert", [wav.path, flac.path]).exitCode == 0 {
      files.append(flac)
    }
    let floats = room.appendingPathComponent("floats.wav").path
    for file in files {
      let floor = ProcessMeasure.median(of: 3) {
        .run("sndfile-convert", ["-float32", file.path, floats])
      }
      var ours: [ProcessMeasure] = []
      for _ in 0..<3 { ours.append(try await decode(file)) }
      table.row(
        "decode \(file.pathExtension)", ours.sorted { $0.wall < $1.wall }[1],
        floor: floor.exitCode == 0 ? floor : nil, "`sndfile-convert -float32`, to a file")
    }
  }

  private func decode(_ file: URL) async throws -> ProcessMeasure {
    let clock = ContinuousClock()
    let (start, cpu) = (clock.now, clock_t.processTime)
    var count = 0
    for try await chunk in AudioFileClient.liveValue.decode(url: file, startingAt: .zero) {
      count += chunk.count
    }
    return ProcessMeasure(
      wall: start.duration(to: clock.now) / .seconds(1), cpu: clock_t.processTime - cpu,
      memory: .nan, exitCode: abs(count - 600 * AudioSamples.sampleRate) < 100 ? 0 : 1)
  }

  /// A WAV file of noise, the same each time.
  private func noise(seconds: Int) -> Data {
    let frames = seconds * 48_000
    var data = Data(capacity: 44 + frames * 4)
    func append<Number: FixedWidthInteger>(_ values: Number...) {
      for value in values {
        withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
      }
    }
    data.append(contentsOf: Array("RIFF".utf8))
    append(UInt32(36 + frames * 4))
    data.append(contentsOf: Array("WAVEfmt ".utf8))
    append(UInt32(16))
    append(UInt16(1), UInt16(2))
    append(UInt32(48_000), UInt32(192_000))
    append(UInt16(4), UInt16(16))
    data.append(contentsOf: Array("data".utf8))
    append(UInt32(frames * 4))
    var state: UInt32 = 1
    for _ in 0..<frames {
      state = state &* 1_664_525 &+ 1_013_904_223
      append(state)
    }
    return data
  }
}

extension clock_t {
  fileprivate static var processTime: Double { Double(clock()) / 1_000_000 }
}
