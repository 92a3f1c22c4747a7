import Foundation

/// `transcribe`, compared with the engine alone.
struct TranscribeBenchmark {
  let program: String
  let room: URL

  func run(folder: String) throws {
    let table = Table("Transcribing files without a library")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".wav") }.sorted().map { "\(folder)/\($0)" }
    let engine = EngineFloor()
    for chosen in [files.filter { $0.hasSuffix("jfk.wav") }, files] where !chosen.isEmpty {
      var (ours, floors): ([ProcessMeasure], [ProcessMeasure]) = ([], [])
      for _ in 0..<5 {
        ours.append(
          .run(
            program, ["transcribe"] + chosen,
            environment: ["SPEECHMEMO_HOME": room.appendingPathComponent("none").path]))
        floors.append(engine.run(chosen))
      }
      let (wall, floor) = (median(ours), median(floors))
      table.row(
        "transcribe \(chosen.count) file\(chosen.count == 1 ? "" : "s")", wall,
        floor: floor, "the engine alone, from a script",
        aim: aim(wall.wall / floor.wall * 100, atMost: 105, "% of its time") + ", "
          + aim(wall.cpu / floor.cpu * 100, atMost: 110, "% of its CPU"))
    }
  }

  private func median(_ runs: [ProcessMeasure]) -> ProcessMeasure {
    runs.sorted { $0.wall < $1.wall }[runs.count / 2]
  }
}
