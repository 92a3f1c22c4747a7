import AudioFileClient
import AudioFileClientLive
import Foundation

/// `import` of short memos, from its start to the transcript: with its own engine, with the loaded
/// engine of `serve`, and compared with the engine alone.
struct WarmBenchmark {
  let program: String
  let room: URL

  private static let count = 7

  func run(folder: String) async throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".wav") }.sorted().map { URL(fileURLWithPath: "\(folder)/\($0)") }
    var memos: [(seconds: Double, path: String)] = []
    for length in [5.0, 25.0] { memos.append(try await memo(of: length, from: files)) }
    let server = try startServer()
    defer { server.terminate() }
    let table = Table("A short memo, from 'import' to its text")
    for (number, memo) in memos.enumerated() {
      let name = String(format: "a memo of %.1f s", memo.seconds)
      // Loads the model into the server's engine, and files into the page cache.
      _ = importing(memo.path, into: "first-\(number)", warm: true)
      var (cold, warm, alone, loaded):
        ([ProcessMeasure], [ProcessMeasure], [ProcessMeasure], [Double]) =
          ([], [], [], [])
      for turn in 0..<Self.count {
        cold.append(importing(memo.path, into: "cold-\(number)-\(turn)", warm: false))
        warm.append(importing(memo.path, into: "warm-\(number)-\(turn)", warm: true))
        // Eleven runs minus one: excludes the start and the loading.
        let once = engine([memo.path])
        let often = engine(Array(repeating: memo.path, count: 11))
        alone.append(once)
        loaded.append((often.wall - once.wall) / 10)
      }
      let floor = ProcessMeasure(
        wall: loaded.sorted()[Self.count / 2], cpu: .nan, memory: .nan, exitCode: 0)
      table.row(
        "\(name), its own engine", median(cold), floor: median(alone),
        "the engine alone, from a script, with its start")
      let ours = median(warm)
      table.row(
        "\(name), the engine of 'serve'", ours, floor: floor, "the engine alone, loaded",
        aim: aim(ours.wall * 1000, atMost: 600, "ms"))
    }
  }

  /// Imports into a new library.
  private func importing(_ path: String, into home: String, warm: Bool) -> ProcessMeasure {
    .run(
      program, ["import", path],
      environment: [
        "SPEECHMEMO_HOME": room.appendingPathComponent(home).path,
        "XDG_RUNTIME_DIR": room.appendingPathComponent(warm ? "run" : "nowhere").path,
      ], waitingForOrphans: false)
  }

  private func engine(_ files: [String]) -> ProcessMeasure {
    EngineFloor().run(files, waitingForOrphans: false)
  }

  private func median(_ runs: [ProcessMeasure]) -> ProcessMeasure {
    runs.sorted { $0.wall < $1.wall }[runs.count / 2]
  }

  private func startServer() throws -> Process {
    let server = Process()
    server.executableURL = URL(fileURLWithPath: program)
    server.arguments = ["serve", "--port", "0", "--json"]
    server.environment = ProcessInfo.processInfo.environment.merging([
      "SPEECHMEMO_HOME": room.appendingPathComponent("served").path,
      "XDG_RUNTIME_DIR": room.appendingPathComponent("run").path,
    ]) { $1 }
    let output = Pipe()
    server.standardOutput = output
    try server.run()
    _ = output.fileHandleForReading.availableData
    return server
  }

  /// Joins files up to a length.
  private func memo(of seconds: Double, from files: [URL]) async throws -> (Double, String) {
    let rate = AudioSamples.sampleRate
    var samples: [Float] = []
    for file in files where Double(samples.count) < seconds * Double(rate) {
      for try await chunk in AudioFileClient.liveValue.decode(url: file, startingAt: .zero) {
        samples += chunk
      }
    }
    samples = Array(samples.prefix(Int(seconds * Double(rate))))
    var data = Data("RIFF".utf8)
    func append(_ values: UInt32...) {
      for value in values {
        withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
      }
    }
    append(UInt32(36 + samples.count * 2))
    data.append(contentsOf: Array("WAVEfmt ".utf8))
    // PCM, one channel, the rate, bytes per second, two bytes per frame, 16 bits per sample.
    append(16, 1 | 1 << 16, UInt32(rate), UInt32(rate * 2), 2 | 16 << 16)
    data.append(contentsOf: Array("data".utf8))
    append(UInt32(samples.count * 2))
    let numbers = samples.map { Int16(max(-1, min(1, $0)) * 32_767).littleEndian }
    numbers.withUnsafeBytes { data.append(contentsOf: $0) }
    let file = room.appendingPathComponent("memo-\(Int(seconds)).wav")
    try data.write(to: file)
    return (Double(samples.count) / Double(rate), file.path)
  }
}
