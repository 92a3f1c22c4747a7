import CommandLineProgram
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import HostedLibraries
import LibraryFolder
import SharedModels
import Testing

extension HostingTests {
  private func putSounds() throws {
    for number in 1...2 {
      let audio = TranscribedMemo.numbered(number).recording.audio
      try session.file("audio/\(audio.fileName)", audio.sha256)
    }
  }

  @Test("A library moves to a database completely, and back")
  func migrated() async throws {
    try putSounds()
    let ids = try await session.database.recordings(matching: RecordingQuery(place: nil)).map(\.id)
    try await session.database.trash(ids: [ids[0]], at: CommandSession.now)
    let before = try await session.database.archive.memos(ids: ids)
    let audio = "s3://memos/speech"
    let there = await run(
      "migrate", "--to", "postgres://db/memos", "--audio", audio, "--library", "anna")
    #expect(there.status == 0, "\(there.error)")
    #expect(there.error.contains("2 memos moved to 'anna' at postgres://db/memos"))
    #expect(
      opened.value.first == HostingAddress(database: "postgres://db/memos", audio: audio))
    #expect(try await session.database.recordings(matching: RecordingQuery(place: nil)).isEmpty)
    let anna = try await hosted.library(named: "anna")
    #expect(try await anna.archive.memos(ids: ids) == before)
    let back = session.folder.root.appendingPathComponent("back").path
    let home = await run(
      "migrate", "--to", back, "--json",
      environment: Self.database.merging(["SPEECHMEMO_LIBRARY": "anna"]) { $1 })
    #expect(home.status == 0, "\(home.error)")
    #expect(home.objects.last?["moved"] as? Int == 2)
    #expect(try await anna.recordings(matching: RecordingQuery(place: nil)).isEmpty)
    let library = anna.library(at: URL(fileURLWithPath: "\(back)/library.sqlite"))
    #expect(try await library.archive.memos(ids: ids) == before)
    for number in 1...2 {
      let audio = TranscribedMemo.numbered(number).recording.audio
      let sound = try String(
        contentsOf: URL(fileURLWithPath: "\(back)/audio/\(audio.fileName)"), encoding: .utf8)
      #expect(sound == audio.sha256)
    }
  }

  @Test("A library is not moved to itself under any name")
  func migratedToItself() async throws {
    let ben = try await addMemo()
    let file = Recording.mock.audio.fileName
    try session.file("hosted/ben/audio/\(file)", Recording.mock.audio.sha256)
    let outcome = await run(
      "migrate", "--to", "postgresql://127.0.0.1/memos", "--audio", "s3://memos/speech",
      "--library", "ben", environment: Self.ben)
    #expect(outcome.status == 1)
    #expect(
      outcome.error.contains("'ben' at postgres://db/memos is the library that is being moved"))
    #expect(try await ben.recordings(matching: RecordingQuery()).map(\.id) == [Recording.mock.id])
    let sound = session.folder.root.appendingPathComponent("hosted/ben/audio/\(file)")
    #expect(FileManager.default.fileExists(atPath: sound.path))
  }

  @Test("Settings are copied unless the destination has some")
  func migratedSettings() async throws {
    let files = FileStorage.inMemory
    func run(_ arguments: String..., environment: [String: String] = [:]) async -> String {
      let outcome = await self.run(arguments, environment: environment) {
        $0.defaultFileStorage = files
      }
      #expect(outcome.status == 0, "\(outcome.error)")
      return outcome.error
    }
    func migrate() async -> String {
      await run(
        "migrate", "--to", "postgres://db/memos", "--audio", "s3://memos/speech", "--library",
        "anna")
    }
    try putSounds()
    _ = await run("settings", "vocabulary", "Anna")
    _ = await run("settings", "theme", "dark")
    #expect(
      await migrate()
        == "2 memos moved to 'anna' at postgres://db/memos; tokens were not moved\n")
    let there = try await hosted.settings(of: "anna")?.values
    #expect(there?["vocabulary"] == "Anna" && there?["theme"] == nil)
    _ = await run("settings", "vocabulary", "Ben")
    _ = await migrate()
    #expect(try await hosted.settings(of: "anna")?.values == there)

    let anna = Self.database.merging(["SPEECHMEMO_LIBRARY": "anna"]) { $1 }
    let back = LibraryFolder(root: session.folder.root.appendingPathComponent("back"))
    for language in ["de", "it"] {
      _ = await run("settings", "language", language, environment: anna)
      _ = await run("migrate", "--to", back.root.path, environment: anna)
      let json = try #require(files.read(back.settings).data)
      let settings = try JSONSerialization.jsonObject(with: json) as? [String: Any]
      #expect(settings?["language"] as? String == "de")
    }
  }

  @Test("The destination is required, and unrelated options are refused")
  func migrateWhere() async throws {
    try putSounds()
    let hosted = ["--to", "postgres://db/memos", "--library", "anna"]
    for (arguments, environment, message) in [
      ([], [:], "no destination given"),
      (["--to", "postgres://db/memos"], [:], "no library given"),
      (["--to", "/back", "--library", "anna"], [:], "apply to a database, not to a folder"),
      (hosted, [:], "--audio s3://BUCKET/PREFIX or --audio FOLDER"),
      (hosted, ["SPEECHMEMO_AUDIO": ""], "--audio s3://BUCKET/PREFIX or --audio FOLDER"),
      (
        hosted, Self.ben.merging(["SPEECHMEMO_AUDIO": "s3://memos/speech"]) { $1 },
        "--audio s3://BUCKET/PREFIX or --audio FOLDER"
      ),
    ] as [([String], [String: String], String)] {
      let outcome = await run(["migrate"] + arguments, environment: environment)
      #expect(outcome.status == 2 && outcome.error.contains(message), "\(outcome.error)")
    }
    #expect(
      await run(["migrate"] + hosted, environment: ["SPEECHMEMO_AUDIO": "s3://memos/speech"]).status
        == 0)
    #expect(opened.value.last?.audio == "s3://memos/speech")
  }
}
