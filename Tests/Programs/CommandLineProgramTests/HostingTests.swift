import AudioFileClient
import CommandLineProgram
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import HostedLibraries
import SharedModels
import SoundCore
import SpeechClient
import TerminalClient
import Testing

/// A database with many libraries, from the command line.
struct HostingTests {
  let session: CommandSession
  let hosted: LibrariesClient
  let queue: JobQueueClient
  let opened = LockIsolated<[HostingAddress]>([])

  init() throws {
    session = try CommandSession([.numbered(1), .numbered(2)])
    (hosted, queue) = LibrariesClient.inMemory(["ben": .inMemory()])
  }

  func run(
    _ arguments: String..., environment: [String: String] = [:],
    update: (inout DependencyValues) -> Void = { _ in }
  ) async -> CommandSession.Outcome {
    await run(arguments, environment: environment, update: update)
  }

  func run(
    _ arguments: [String], environment: [String: String] = [:],
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

  static let database = ["SPEECHMEMO_DATABASE": "postgres://db/memos"]
  static let ben = database.merging(["SPEECHMEMO_LIBRARY": "ben"]) { $1 }

  @Test("Libraries are created, listed, and given their shares")
  func libraries() async throws {
    let made = await run("libraries", "add", "anna", environment: Self.database)
    #expect(made.status == 0 && made.error.contains("SPEECHMEMO_LIBRARY=anna speechmemo tokens"))
    let again = await run("libraries", "add", "anna", environment: Self.database)
    #expect(again.status == 1 && again.error.contains("a library named 'anna' already exists"))
    let wrong = await run("libraries", "add", "../anna", environment: Self.database)
    #expect(wrong.status == 1 && wrong.error.contains("'../anna' is not a valid library name"))
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

  @Test("Without a database, the error names the option")
  func nowhere() async {
    for arguments in [["libraries", "list"], ["transcriber"]] {
      let outcome = await session.run(arguments)
      #expect(
        outcome.status == 2 && outcome.error.contains("--database URL or set SPEECHMEMO_DATABASE"))
    }
    let unnamed = await run("list", environment: Self.database)
    #expect(unnamed.status == 2 && unnamed.error.contains("choose one with SPEECHMEMO_LIBRARY"))
    let missing = await run(
      "list", environment: Self.database.merging(["SPEECHMEMO_LIBRARY": "nobody"]) { $1 })
    #expect(missing.status == 1 && missing.error.contains("nobody"))
  }

  @Test("A transcriber's token is created once, listed and revoked")
  func transcribers() async throws {
    let made = await run("libraries", "transcribers", "add", "gpu-1", environment: Self.database)
    let token = made.output.trimmingCharacters(in: .newlines)
    #expect(made.status == 0 && token.hasPrefix("speechmemo_"))
    #expect(made.error.contains("'gpu-1' can transcribe for all libraries, but not open them"))
    let again = await run("libraries", "transcribers", "add", "gpu-1", environment: Self.database)
    #expect(
      again.status == 1 && again.error.contains("a transcriber named 'gpu-1' already exists"))
    let unnamed = await run("libraries", "transcribers", "add", " ", environment: Self.database)
    #expect(unnamed.status == 2 && unnamed.output == "")
    let list = await run("libraries", "transcribers", environment: Self.database)
    #expect(list.output == "gpu-1  never used\n")
    let objects = await run(
      "libraries", "transcribers", "list", "--json", "--database", "postgres://db/memos"
    ).objects
    #expect(objects.map { $0["name"] as? String } == ["gpu-1"])
    let revoked = await run(
      "libraries", "transcribers", "revoke", "gpu-1", environment: Self.database)
    #expect(revoked.status == 0)
    let gone = await run("libraries", "transcribers", "revoke", "gpu-1", environment: Self.database)
    #expect(gone.status == 1 && gone.error.contains("has no transcriber named 'gpu-1'"))
    let empty = await run("libraries", "transcribers", environment: Self.database)
    #expect(empty.output == "" && empty.error.contains("transcribers add NAME"))
    #expect(try await hosted.transcribers() == [])
  }

  @Test("A transcriber's usage error is one line with a fix")
  func transcriberMistakes() async throws {
    let empty = try session.file("empty", " \n")
    let server = ["SPEECHMEMO_SERVER": "https://memos.example"]
    for (arguments, environment, message) in [
      ([], [:], "--database URL or set SPEECHMEMO_DATABASE"),
      (["--server", "https://memos.example"], [:], "--token-file FILE or set SPEECHMEMO_TOKEN"),
      (["--server", "ftp://memos.example"], [:], "is not a server address"),
      (["--server", ""], [:], "--server is empty"),
      (["--server", "https://x", "--token-file", "/nonexistent"], [:], "cannot be read"),
      (["--server", "https://x", "--token-file", empty], [:], "contains no token"),
      (["--token-file", empty], Self.database, "--token-file needs --server"),
      (["--server", "https://x", "--database", "postgres://db"], [:], "give one of them"),
      ([], server.merging(Self.database) { $1 }, "give --server or --database"),
      (["--drain", "-1"], Self.database, "must be from 0 to 86400"),
      (["--concurrency", "0"], Self.database, "must be from 1 to 1000"),
      (["--metrics", "9464"], Self.database, "must be an address such as 127.0.0.1:9464"),
      (
        ["--metrics", "localhost:9464"], Self.database, "must be an address such as 127.0.0.1:9464"
      ),
      (
        ["--metrics", "127.0.0.1:65536"], Self.database, "must be an address such as 127.0.0.1:9464"
      ),
    ] as [([String], [String: String], String)] {
      let outcome = await session.run(["transcriber"] + arguments) { values in
        values.terminal.environment = { environment }
      }
      #expect(outcome.status == 2, "\(arguments)")
      #expect(outcome.error.contains(message), "\(arguments): \(outcome.error)")
    }
  }

  /// A memo of Ben's that is to be transcribed.
  func addMemo() async throws -> DatabaseClient {
    let ben = try await hosted.library(named: "ben")
    try await ben.insert(
      recording: .preview(duration: .seconds(2), transcription: .queued),
      job: TranscriptionJob(
        id: TranscriptionJob.ID(UUID(1)), recordingID: Recording.mock.id,
        createdAt: CommandSession.now))
    return ben
  }

  @Test("A transcriber finishes its jobs after a stop request")
  func drained() async throws {
    let ben = try await addMemo()
    let stop = LockIsolated<@Sendable () -> Void>({})
    let outcome = await run("transcriber", "--concurrency", "1", environment: Self.database) {
      $0.audioFile = .simulated()
      $0.stopRequests.handleNext = { stop.setValue($0) }
      let transcribe = $0.speechClient.transcribe
      $0.speechClient.transcribe = { request in
        stop.value()
        return transcribe(request)
      }
    }
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.error.contains("finishing current jobs for up to 600 seconds"))
    #expect(outcome.error.hasSuffix("stopped\n"))
    #expect(
      try await ben.transcription(of: Recording.mock.id)?.text == "Good morning. All is well.")
  }

  @Test("The transcriber serves its status only on request")
  func metrics() async throws {
    _ = try await addMemo()
    let stop = LockIsolated<@Sendable () -> Void>({})
    let respond = LockIsolated<(@Sendable (HTTPRequest) async -> HTTPResponse)?>(nil)
    let place = LockIsolated<[String]>([])
    let (isListening, listens) = AsyncStream<Never>.makeStream()
    let outcome = await run(
      "transcriber", "--concurrency", "1", "--metrics", "127.0.0.1:0", environment: Self.database
    ) {
      $0.audioFile = .simulated()
      $0.stopRequests.handleNext = { stop.setValue($0) }
      $0.siteServer.serve = { config, answer, onListening in
        place.setValue([config.listener.host, "\(config.listener.port)"])
        respond.setValue(answer)
        onListening(9_464)
        listens.finish()
        try await Task.never()
      }
      let transcribe = $0.speechClient.transcribe
      $0.speechClient.transcribe = { request in
        AsyncThrowingStream { stream in
          Task {
            for await _ in isListening {}
            stop.value()
            for try await event in transcribe(request) { stream.yield(event) }
            stream.finish()
          }
        }
      }
    }
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(place.value == ["127.0.0.1", "0"])
    #expect(outcome.error.contains("metrics at http://127.0.0.1:9464/metrics"))
    let answer = try #require(respond.value)
    guard case .bytes(let bytes) = await answer(HTTPRequest(.get, "/metrics")).content
    else { throw NoPage() }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    #expect(
      lines == [
        #"speechmemo_build_info{version="1.2.3"} 1"#, "speechmemo_engine_starts_total 0",
        #"speechmemo_transcripts_total{outcome="done"} 1"#,
        #"speechmemo_transcripts_total{outcome="failed"} 0"#,
        #"speechmemo_transcripts_total{outcome="interrupted"} 0"#,
        "speechmemo_speech_seconds_total 1.5", "speechmemo_leases_lost_total 0",
        "speechmemo_transcriptions_running 0",
      ])
    #expect(await answer(HTTPRequest(.get, "/health")).status == .ok)
    #expect(await answer(HTTPRequest(.get, "/")).status == .notFound)
    #expect(await answer(HTTPRequest(.post, "/metrics")).status == .methodNotAllowed)
  }

  private struct NoPage: Error {}

  @Test("A transcriber that must stop at once returns its jobs")
  func putBack() async throws {
    let ben = try await addMemo()
    let stop = LockIsolated<@Sendable () -> Void>({})
    let outcome = await run(
      "transcriber", "--concurrency", "1", "--drain", "0", environment: Self.database
    ) {
      $0.audioFile = .simulated()
      $0.stopRequests.handleNext = { stop.setValue($0) }
      $0.speechClient.transcribe = { _ in
        AsyncThrowingStream { _ in stop.value() }
      }
    }
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.error.hasSuffix("stopped; unfinished jobs are left to other transcribers\n"))
    #expect(try await ben.jobs.list().map(\.state) == [.queued])
  }

  @Test("'prepare' creates the tables for the serving role")
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
    #expect(outcome.status == 0 && outcome.error.contains("tables created or updated: first"))
    #expect(asked.value == ["postgres://db/memos", "web"])
  }

  @Test("Every command is about the library that the environment names")
  func oneOfMany() async throws {
    #expect(await run("list", environment: Self.ben).output == "")
    #expect(await run("tokens", "add", "phone", environment: Self.ben).status == 0)
    let ben = try await hosted.library(named: "ben")
    #expect(try await ben.access.tokens().map(\.name) == ["phone"])
    #expect(try await session.database.access.tokens().isEmpty)
    #expect(await run("list").output.contains("Memo"))
  }

  @Test("A server serves the libraries of a database, and none of this machine's")
  func served() async throws {
    let config = LockIsolated<(libraries: Int, shelf: String?)?>(nil)
    let outcome = await run("serve", "--port", "0", environment: Self.database) {
      $0.siteServer.serve = { served, _, onListening in
        config.setValue(
          (served.libraries.count, served.databaseLibraries?.hosted.address))
        onListening(1)
      }
    }
    #expect(outcome.status == 0)
    #expect(config.value?.libraries == 0 && config.value?.shelf == "postgres://db/memos")
    #expect(outcome.error.contains("serving the libraries of postgres://db/memos at"))
  }
}
