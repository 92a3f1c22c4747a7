import Foundation

/// Measures recording as fast as possible, and playback in real time.
///
/// usage: SoundMeasures hour [MINUTES]
///        SoundMeasures position SPEECH-FOLDER [SPEED …]
///
/// `hour` records this many minutes from a source faster than real time, and prints the memory.
/// `position` plays a memo of a few minutes to a separate sound server, and compares the player's
/// position with the audible one.
@main
struct SoundMeasures {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    switch (words.first, words.count) {
    case ("hour", 1...2):
      try await HourMeasure(minutes: words.dropFirst().first.flatMap { Int($0) } ?? 60).run()
    case ("position", 2...):
      let speeds = words.dropFirst(2).compactMap { Double($0) }
      let memo = try Memo(folder: URL(fileURLWithPath: words[2]), seconds: 150)
      try await PositionMeasure(memo: memo, speeds: speeds.isEmpty ? [1, 2] : speeds).run()
    default:
      print("usage: SoundMeasures hour [MINUTES] | position SPEECH-FOLDER [SPEED …]")
      exit(2)
    }
  }
}

/// A folder for one measurement.
final class Room: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "speechmemo-measure-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
