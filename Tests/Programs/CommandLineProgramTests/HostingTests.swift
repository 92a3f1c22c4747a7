import AudioFileClient
import CommandLineProgram
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import HostedLibraries
import SharedModels
import SoundCore
import TerminalClient
import Testing

/// A database with many libraries, from the command line.
struct HostingTests {
  private let session: CommandSession
  private let hosted: LibrariesClient
  private let queue: JobQueueClient
  private let opened = LockIsolated<[HostingAddress]>([])

  init() throws {
    session = try CommandSession([.numbered(1), .numbered(2)])
    (hosted, queue) = LibrariesClient.shelf(["ben": .inMemory()])
  }

  private func run(
    _ arguments: String..., environment: [String: String] = [:],
    update: (inout DependencyValues) -> Void = { _ in }
  ) async -> CommandSession.Outcome {
    await session.run(arguments) { values in
      let environment = ["LANG": "C.UTF-8"].merging(environment) { $1 }
      values.terminal.environment = { environment }
      values.hosting.open = { [hosted, queue, opened, audioFile = values.audioFile] address, home in
        opened.withValue { $0.append(address) }
        return HostedLibraries(
          at: "postgres://db/memos", hosted, queue: queue, below: home, local: audioFile,
          store: nil)
      }
      update(&values)
    }
  }

  private static let database = ["SPEECHMEMO_DATABASE": "postgres://db/memos"]
  private static let ben = database.merging(["SPEECHMEMO_LIBRARY": "ben"]) { $1 }

  @Test("Libraries are made, listed, and given their shares")
  func libraries() async throws {
    let made = await run("libraries", "add", "anna", environment: Self.database)
    #expect(made.status == 0 && made.error.contains("SPEECHMEMO_LIBRARY=anna speechmemo tokens"))
    let again = await run("libraries", "add", "anna", environment: Self.database)
    #expect(again.status == 1 && again.error.contains("is a library 'anna' already"))
    let wrong = await run("libraries", "add", "../anna", environment: Self.database)
    #expect(wrong.status == 1 && wrong.error.contains("cannot be called '../anna'"))
    let shared = await run(
      "libraries", "share", "ben", "--priority", "2", "--weight", "0.5",
      "--database", "postgres://db/memos")
    #expect(shared.status == 0)
    #expect(try await hosted.shares()["ben"] == QueueShare(priority: 2, weight: 0.5))
    let list = await run("libraries", "list", environment: Self.database)
    #expect(
      list.output == "anna  priority 0, weight 1.0\nben   priority 2, weight 0.5\n")
    let objects = await run("libraries", "list", "--json", environment: Self.database).objects
    #expect(objects.map { $0["name"] as? String } == ["anna", "ben"])
    #expect(await run("libraries", "share", "carla", environment: Self.database).status == 1)
    #expect(
      await run("libraries", "share", "ben", "--weight", "0", environment: Self.database).status
        == 2)
  }

  @Test("Where no database is named, it is said how to")
  func nowhere() async {
    for arguments in [["libraries", "list"], ["transcriber"]] {
      let outcome = await session.run(arguments)
      #expect(
        outcome.status == 2 && outcome.error.contains("--database URL, or SPEECHMEMO_DATABASE"))
    }
    let unnamed = await run("list", environment: Self.database)
    #expect(unnamed.status == 2 && unnamed.error.contains("say which in SPEECHMEMO_LIBRARY"))
    let missing = await run(
      "list", environment: Self.database.merging(["SPEECHMEMO_LIBRARY": "nobody"]) { $1 })
    #expect(missing.status == 1 && missing.error.contains("nobody"))
  }

  @Test("Tables are made by the role that is to own them")
  func prepare() async {
    let asked = LockIsolated<[String]>([])
    let outcome = await run(
      "libraries", "prepare", "--served-by", "web", environment: Self.database
    ) {
      $0.hosting.prepare = { database, role in
        asked.setValue([database, role])
        return ["first"]
      }
    }
    #expect(outcome.status == 0 && outcome.error.contains("the tables are made: first"))
    #expect(asked.value == ["postgres://db/memos", "web"])
  }

  @Test("Every command is about the library that the environment names")
  func oneOfMany() async throws {
    #expect(await run("list", environment: Self.ben).output == "")
    #expect(await run("tokens", "add", "phone", environment: Self.ben).status == 0)
    let ben = try await hosted.library(named: "ben")
    #expect(try await ben.accessTokens().map(\.name) == ["phone"])
    #expect(try await session.database.accessTokens().isEmpty)
    #expect(await run("list").output.contains("Memo"))
  }

  @Test("A library goes to a database whole, and comes back")
  func migrated() async throws {
    for number in 1...2 {
      let audio = TranscribedMemo.numbered(number).recording.audio
      try session.file("audio/\(audio.fileName)", audio.sha256)
    }
    let ids = try await session.database.recordings(matching: RecordingQuery(place: nil)).map(\.id)
    try await session.database.trash(ids: [ids[0]], at: CommandSession.now)
    let before = try await session.database.archived(ids: ids)
    let audio = "s3://memos/speech"
    let there = await run(
      "migrate", "--to", "postgres://db/memos", "--audio", audio, "--library", "anna")
    #expect(there.status == 0, "\(there.error)")
    #expect(there.error.contains("2 memos moved to 'anna' of postgres://db/memos"))
    #expect(
      opened.value.first == HostingAddress(database: "postgres://db/memos", audio: audio))
    #expect(try await session.database.recordings(matching: RecordingQuery(place: nil)).isEmpty)
    let anna = try await hosted.library(named: "anna")
    #expect(try await anna.archived(ids: ids) == before)
    let back = session.folder.root.appendingPathComponent("back").path
    let home = await run(
      "migrate", "--to", back, "--json",
      environment: Self.database.merging(["SPEECHMEMO_LIBRARY": "anna"]) { $1 })
    #expect(home.status == 0, "\(home.error)")
    #expect(home.objects.last?["moved"] as? Int == 2)
    #expect(try await anna.recordings(matching: RecordingQuery(place: nil)).isEmpty)
    let library = anna.library(at: URL(fileURLWithPath: "\(back)/library.sqlite"))
    #expect(try await library.archived(ids: ids) == before)
    for number in 1...2 {
      let audio = TranscribedMemo.numbered(number).recording.audio
      let sound = try String(
        contentsOf: URL(fileURLWithPath: "\(back)/audio/\(audio.fileName)"), encoding: .utf8)
      #expect(sound == audio.sha256)
    }
  }

  @Test("Where to move it has to be said, and nothing that does not fit")
  func migrateWhere() async {
    for (arguments, message) in [
      (["migrate"], "say where"),
      (["migrate", "--to", "postgres://db/memos"], "say which library"),
      (["migrate", "--to", "/back", "--library", "anna"], "for a database, and not for a folder"),
    ] {
      let outcome = await session.run(arguments)
      #expect(outcome.status == 2 && outcome.error.contains(message), "\(outcome.error)")
    }
  }

  @Test("A server serves the libraries of a database, and none of this machine's")
  func served() async throws {
    let plan = LockIsolated<(libraries: Int, shelf: String?)?>(nil)
    let outcome = await run("serve", "--port", "0", environment: Self.database) {
      $0.siteServer.serve = { served, _, whenListening in
        plan.setValue((served.config.libraries.count, served.config.shelf?.hosted.address))
        whenListening(1)
      }
    }
    #expect(outcome.status == 0)
    #expect(plan.value?.libraries == 0 && plan.value?.shelf == "postgres://db/memos")
    #expect(outcome.error.contains("serving the libraries of postgres://db/memos at"))
  }
}
