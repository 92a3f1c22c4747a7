import DatabaseClient
import DatabaseClientLive
import Foundation

/// Measures processes of the program from start to end, compared with the fastest other program for
/// the same work.
///
/// usage: SpeechMemoBenchmarks [library] [start] [decode] [import FOLDER-OF-SPEECH]
///        [transcribe FOLDER-OF-SPEECH] [warm FOLDER-OF-SPEECH]
///        SpeechMemoBenchmarks generate COUNT LIBRARY-FOLDER [hour]
///
/// With `hour`, the newest generated memo is an hour long.
@main
struct SpeechMemoBenchmarks {
  let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("speechmemo").path
  let room = FileManager.default.temporaryDirectory
    .appendingPathComponent("speechmemo-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")

  static func main() async throws {
    let arguments = CommandLine.arguments
    if arguments.count >= 4, arguments[1] == "generate", let count = Int(arguments[2]) {
      var generator = LibraryGenerator()
      let folder = URL(fileURLWithPath: arguments[3])
      try await generator.fill(
        folder.appendingPathComponent("library.sqlite"), count: count,
        hasHour: arguments.dropFirst(4).contains("hour"))
      return
    }
    let benchmarks = SpeechMemoBenchmarks()
    try FileManager.default.createDirectory(
      at: benchmarks.room, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: benchmarks.room) }
    let words = CommandLine.arguments.dropFirst()
    if words.isEmpty || words.contains("library") { try await benchmarks.library() }
    if words.isEmpty || words.contains("start") {
      try await StartBenchmark(program: benchmarks.program, room: benchmarks.room).run()
    }
    if words.isEmpty || words.contains("decode") {
      try await DecodeBenchmark(room: benchmarks.room).run()
    }
    if let index = words.firstIndex(of: "import"), words.indices.contains(index + 1) {
      try benchmarks.speech(in: words[index + 1])
    }
    if let index = words.firstIndex(of: "transcribe"), words.indices.contains(index + 1) {
      try TranscribeBenchmark(program: benchmarks.program, room: benchmarks.room)
        .run(folder: words[index + 1])
    }
    if let index = words.firstIndex(of: "warm"), words.indices.contains(index + 1) {
      try await WarmBenchmark(program: benchmarks.program, room: benchmarks.room)
        .run(folder: words[index + 1])
    }
  }

  private func library() async throws {
    let start = Table("Start")
    let bare = ProcessMeasure.median(of: 21) { .run(program, ["--version"]) }
    start.row(
      "start-up (--version)", bare, floor: .median(of: 21) { .run("true") }, "`true`",
      aim: aim(bare.wall * 1000, atMost: 10, "ms"))
    let empty = room.appendingPathComponent("library-0").path
    let nothing = ProcessMeasure.median(of: 21) {
      .run(program, ["list"], environment: ["SPEECHMEMO_HOME": empty])
    }
    start.row(
      "list an empty library", nothing,
      floor: .median(of: 21) {
        .run("sqlite3", ["\(empty)/library.sqlite", "SELECT id FROM recordings"])
      }, "`sqlite3` reading it", aim: aim(nothing.wall * 1000, atMost: 10, "ms"))

    for count in [10_000, 100_000] {
      let home = room.appendingPathComponent("library-\(count)")
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
      let database = home.appendingPathComponent("library.sqlite")
      var generator = LibraryGenerator()
      let clock = ContinuousClock()
      let began = clock.now
      try await generator.fill(database, count: count)
      let inserted = began.duration(to: clock.now) / .seconds(1)
      try measure(home: home, database: database, count: count, inserted: inserted)
      try await measureWords(database, count: count)
      try FileManager.default.removeItem(at: home)
    }
  }

  private func measure(home: URL, database: URL, count: Int, inserted: Double) throws {
    let environment = ["SPEECHMEMO_HOME": home.path]
    let table = Table("A library of \(count) memos of 200 words")
    let dump = home.appendingPathComponent("dump.sql").path
    shell("sqlite3 '\(database.path)' .dump > '\(dump)'")
    let copy = home.appendingPathComponent("copy.sqlite").path
    table.row(
      "generate and insert all memos",
      ProcessMeasure(wall: inserted, cpu: .nan, memory: .nan, exitCode: 0),
      floor: .run("sqlite3", [copy], input: dump), "`sqlite3` loading a dump")
    let list = ProcessMeasure.median(of: 5) { .run(program, ["list"], environment: environment) }
    table.row(
      "list", list,
      floor: .median(of: 5) {
        .run(
          "sqlite3",
          [
            database.path,
            """
            SELECT substr(id, 1, 8), datetime(date, 'unixepoch'), duration, title FROM recordings
            WHERE trashed_at IS NULL ORDER BY date DESC
            """,
          ])
      }, "`sqlite3` printing the same columns",
      aim: aim(list.wall * 1000, atMost: count > 10_000 ? 150 : 30, "ms") + ", "
        + aim(list.memory, atMost: 60, "MiB"))
    for (name, text) in Self.searches {
      let search = ProcessMeasure.median(of: 9) {
        .run(program, ["search", text], environment: environment)
      }
      table.row(
        "search for \(name)", search,
        floor: .median(of: 9) {
          .run(
            "sqlite3",
            [
              database.path,
              """
              SELECT highlight(text_index, 1, '<', '>') FROM text_index
              WHERE text_index MATCH '\(text)' ORDER BY rowid DESC LIMIT 50
              """,
            ])
        }, "`sqlite3` searching the same index", aim: aim(search.wall * 1000, atMost: 25, "ms"))
    }
  }

  private static let searches = [
    ("a common word", "ba"), ("a rare word", "vivite"), ("a phrase", "\"ba de\""),
    ("three common words", "ba de fi"), ("a word that never occurs", "nowhere"),
    ("a prefix of one letter", "b*"), ("a prefix of two letters", "ba*"),
    ("64 words", LibraryGenerator.commonWords(64).joined(separator: " ")),
    ("64 prefixes", LibraryGenerator.commonWords(64).map { "\($0)*" }.joined(separator: " ")),
  ]

  /// Measured in this process, because it is not a command.
  private func measureWords(_ database: URL, count: Int) async throws {
    let client = DatabaseClient.live(at: database)
    let clock = ContinuousClock()
    var walls: [Double] = []
    for _ in 0..<5 {
      let began = clock.now
      _ = try await client.wordStatistics(mostFrequent: 12)
      walls.append(began.duration(to: clock.now) / .seconds(1))
    }
    let wall = walls.sorted()[2]
    Table("Words of a library of \(count) memos of 200 words").row(
      "count each memo's words and find the most frequent",
      ProcessMeasure(wall: wall, cpu: .nan, memory: .nan, exitCode: 0),
      floor: .median(of: 5) {
        .run(
          "sqlite3",
          [
            database.path,
            """
            CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, text_index, row);
            SELECT term, cnt FROM temp.terms ORDER BY cnt DESC LIMIT 12
            """,
          ])
      }, "`sqlite3` finding the most frequent only",
      aim: aim(wall * 1000, atMost: count > 10_000 ? 1500 : 200, "ms"))
  }

  private func speech(in folder: String) throws {
    let table = Table("Speech to text")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".wav") }.sorted().map { "\(folder)/\($0)" }
    let engine = EngineFloor()
    for (name, chosen) in [
      ("one memo", Array(files.filter { $0.hasSuffix("jfk.wav") })), ("all", files),
    ]
    where !chosen.isEmpty {
      var turn = 0
      let ours = ProcessMeasure.median(of: 3) {
        turn += 1
        let home = room.appendingPathComponent("\(name)-\(turn)").path
        return .run(program, ["import"] + chosen, environment: ["SPEECHMEMO_HOME": home])
      }
      let floor = ProcessMeasure.median(of: 3) { engine.run(chosen) }
      table.row(
        "import and transcribe \(name) (\(chosen.count) file\(chosen.count == 1 ? "" : "s"))", ours,
        floor: floor, "the engine alone, from a script",
        aim: aim(ours.wall / floor.wall * 100, atMost: 105, "% of its time") + ", "
          + aim(ours.cpu / floor.cpu * 100, atMost: 110, "% of its CPU"))
    }
  }

  private func shell(_ command: String) {
    _ = ProcessMeasure.run("sh", ["-c", command])
  }
}
