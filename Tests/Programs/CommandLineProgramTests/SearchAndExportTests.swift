import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Foundation
import SharedModels
import Testing

struct SearchAndExportTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession([TranscribedMemo(recording: .mock, transcription: .mock)])
  }

  /// A database in which every search finds these places of the memo.
  private func finding(_ places: SearchHit.Place...) -> DatabaseClient {
    var database = session.database
    database.search = { _ in [SearchHit(recording: .mock, places: places)] }
    return database
  }

  private let place = SearchHit.Place(
    // "… on " takes seven bytes, "thé" four.
    excerpt: "… on thé budget. Please …", matches: [7..<11, 12..<19],
    time: .milliseconds(61_400), wordIndex: 3)

  @Test("A hit is shown with its time and the words around it")
  func plain() async {
    let outcome = await session.run("search", "the", "budget") { $0.database = finding(place) }
    #expect(
      outcome
        == .init(
          0,
          output: """
            00000000  2026-09-10 01:26     0:11  A note on the budget ★ #speech #example
              1:01  … on thé budget. Please …

            """))
  }

  @Test("On a terminal the words that were found are lit")
  func lit() async {
    let outcome = await session.run("search", "budget", onTerminal: true) {
      $0.database = finding(place)
    }
    #expect(
      outcome.output.hasSuffix(
        "… on \u{1b}[1;33mthé\u{1b}[0m \u{1b}[1;33mbudget.\u{1b}[0m Please …\n"))
  }

  @Test("Places that were left out are counted")
  func otherPlaces() async {
    let queries = QueryLog()
    let outcome = await session.run("search", "budget", "--places", "1") {
      $0.database.search = { query in
        await queries.append(query)
        return [SearchHit(recording: .mock, places: [place], placeCount: 13)]
      }
    }
    #expect(await queries.queries.map(\.placeLimit) == [1])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix("Please …\n  … and 12 more matches\n"))
  }

  @Test("Transcripts cannot control the terminal")
  func escape() async {
    let place = SearchHit.Place(
      excerpt: "a\u{1b}[31m b", matches: [0..<2], time: .zero, wordIndex: 0)
    let outcome = await session.run("search", "a") { $0.database = finding(place) }
    #expect(!outcome.output.contains("\u{1b}"))
  }

  @Test("A search as JSON has a line for each match, and one for a title alone")
  func json() async throws {
    let outcome = await session.run("search", "budget", "--json") {
      $0.database = finding(place, place)
    }
    #expect(outcome.objects.count == 2)
    let hit = try #require(outcome.objects.first)
    #expect(Set(hit.keys) == ["id", "title", "date", "time", "word", "excerpt"])
    #expect(hit["time"] as? Double == 61.4 && hit["word"] as? Int == 3)
    let title = await session.run("search", "note", "--json").objects
    #expect(title.count == 1 && title.first?["title"] as? String == "A note on the budget")
    #expect(title.first?["time"] == nil)
  }

  @Test("Words, dates and limit reach the database")
  func query() async {
    let queries = QueryLog()
    let outcome = await session.run(
      "search", "--from", "2026-09-01", "--until", "2026-10-01T12:00:00Z", "--limit", "7",
      "\"the budget\"", "tomor*"
    ) {
      $0.database.search = { query in
        await queries.append(query)
        return []
      }
    }
    #expect(outcome == .init(1, error: "Nothing found.\n"))
    let query = await queries.queries.first
    #expect(query?.text == "\"the budget\" tomor*" && query?.limit == 7)
    #expect(query?.from != nil && query?.until == Date(timeIntervalSince1970: 1_790_856_000))
  }

  @Test("An empty search is reported")
  func nothing() async {
    let outcome = await session.run("search", "?!")
    #expect(outcome.status == 1)
    #expect(outcome.error.hasPrefix("speechmemo: nothing to search for in '?!'"))
  }

  @Test("A transcript is exported as text by default")
  func exportText() async {
    let outcome = await session.run("export", "0000")
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(outcome.output.contains("We agreed on the budget."))
  }

  @Test("Each export format has its form", arguments: ["srt", "vtt", "json", "md"])
  func exportForms(form: String) async throws {
    let outcome = await session.run("export", "0000", "--format", form)
    #expect(outcome.status == 0)
    switch form {
    case "json":
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      #expect(object is [String: Any])
    case "md": #expect(outcome.output.hasPrefix("# A note on the budget"))
    case "srt": #expect(outcome.output.hasPrefix("1\n00:00:00,500 --> "))
    default: #expect(outcome.output.hasPrefix("WEBVTT"))
    }
  }

  @Test("An export into a file replaces it whole, and prints nothing")
  func exportFile() async throws {
    let path = try session.file("out.txt", "old")
    let outcome = await session.run("export", "0000", "-o", path)
    #expect(outcome == .init(0))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("tomorrow.") && !text.contains("old"))
  }

  @Test("An export into a pipe goes through it, and one to a link to the file it names")
  func exportSpecial() async throws {
    let folder = session.folder.root.path
    #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
    let reader = open("\(folder)/pipe", O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(await session.run("export", "0000", "-o", "\(folder)/pipe") == .init(0))
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).contains("tomorrow."))
    var status = stat()
    #expect(lstat("\(folder)/pipe", &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)

    let file = try session.file("out.txt", "old")
    #expect(symlink("out.txt", "\(folder)/link") == 0)
    #expect(await session.run("export", "0000", "-o", "\(folder)/link") == .init(0))
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("tomorrow."))
    #expect(lstat("\(folder)/link", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test("An export into a missing folder fails with the path")
  func exportNowhere() async {
    let path = session.folder.root.path + "/gone/out.txt"
    let outcome = await session.run("export", "0000", "-o", path)
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.error.hasPrefix("speechmemo: \(path) cannot be written: "))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test("An export into a folder makes a file for each memo, replaces none, and prints the names")
  func exportFolder() async throws {
    let session = try CommandSession([
      .numbered(1, title: "Memo"), .numbered(2, title: "Memo", "Bye."),
    ])
    let old = try session.file("out/Memo.txt", "old")
    let folder = session.folder.root.path + "/out"
    let ids = [UUID(1), UUID(2)].map { $0.uuidString.lowercased() }
    let outcome = await session.run(["export"] + ids + ["-o", folder])
    #expect(outcome == .init(0, output: "\(folder)/Memo 2.txt\n\(folder)/Memo 3.txt\n"))
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
    #expect(try String(contentsOfFile: folder + "/Memo 2.txt", encoding: .utf8) == "Hello there.\n")
    #expect(try String(contentsOfFile: folder + "/Memo 3.txt", encoding: .utf8) == "Bye.\n")
  }

  @Test("Several memos do not go into one file or output")
  func exportSeveral() async throws {
    let session = try CommandSession([.numbered(1), .numbered(2)])
    let ids = [UUID(1), UUID(2)].map { $0.uuidString.lowercased() }
    #expect(
      await session.run(["export"] + ids)
        == .init(
          1,
          error: """
            speechmemo: 2 memos cannot be written to standard output: name a folder with --output

            """))
    let path = session.folder.root.path + "/out.txt"
    #expect(
      await session.run(["export"] + ids + ["-o", path])
        == .init(
          1,
          error: """
            speechmemo: 2 memos cannot be written to the file \(path); \
            end the name with '/' to create a folder

            """))
  }

  @Test("Audio is exported unchanged, to a file and not to a terminal")
  func exportSound() async throws {
    try session.file("audio/\(Recording.mock.audio.fileName)", "the sound")
    let path = session.folder.root.path + "/out.wav"
    #expect(await session.run("export", "0000", "-f", "audio", "-o", path) == .init(0))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "the sound")
    #expect(
      await session.run("export", "0000", "-f", "audio", onTerminal: true)
        == .init(
          1,
          error: """
            speechmemo: audio cannot be written to a terminal: name a file or a folder with --output

            """))
  }

  @Test("Audio can be piped", arguments: [[], ["-o", "-"]])
  func soundToPipe(options: [String]) async throws {
    try session.file("audio/\(Recording.mock.audio.fileName)", "the sound")
    let copies = LockIsolated<[URL]>([])
    let outcome = await session.run(["export", "0000", "-f", "audio"] + options) {
      $0.audioFile.copyOut = { _, place, _ in
        copies.withValue { $0.append(place) }
        return StoredAudio(byteCount: 9, sha256: "")
      }
    }
    #expect(outcome == .init(0))
    #expect(copies.value.map(\.path) == ["/dev/stdout"])
  }

  @Test("A dash is standard output, and no file")
  func dash() async throws {
    let outcome = await session.run("export", "0000", "-o", "-")
    #expect(outcome.output.contains("We agreed on the budget."))
    #expect(!FileManager.default.fileExists(atPath: "-"))
  }

  @Test(
    "The ending of the output's name chooses the format, unless one is given",
    arguments: [
      ("talk.srt", [], "1\n00:00"), ("talk.VTT", [], "WEBVTT"), ("talk.json", [], "{"),
      ("talk.md", [], "# A note"), ("talk.txt", [], "We agreed"), ("talk", [], "We agreed"),
      ("talk.srt", ["-f", "txt"], "We agreed"), ("talk.wav", [], "the sound"),
    ])
  func ending(name: String, options: [String], beginning: String) async throws {
    try session.file("audio/\(Recording.mock.audio.fileName)", "the sound")
    let path = session.folder.root.path + "-\(UUID().uuidString)-" + name
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(await session.run(["export", "0000", "-o", path] + options) == .init(0))
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(beginning))
  }

  @Test("An export never replaces the library's own files")
  func ownSound() async throws {
    let sound = try session.file("audio/\(Recording.mock.audio.fileName)", "the sound")
    let link = session.folder.root.path + "-link"
    #expect(symlink(session.folder.root.path, link) == 0)
    defer { try? FileManager.default.removeItem(atPath: link) }
    for path in [
      sound, "\(link)/audio/\(Recording.mock.audio.fileName)", "\(link)/audio/new.txt",
      session.folder.database.path + "-wal",
    ] {
      let outcome = await session.run("export", "0000", "-o", path)
      #expect(outcome.status == 1)
      #expect(outcome.error.contains("belongs to the library"))
    }
    #expect(try String(contentsOfFile: sound, encoding: .utf8) == "the sound")
  }

  @Test("A folder named with a slash is created, and memos without a transcript are skipped")
  func exportAll() async throws {
    let session = try CommandSession([.numbered(1, title: "One"), .numbered(3, title: "Three")])
    try await session.database.insert(
      .preview(id: Recording.ID(UUID(2)), title: "Two", transcription: .failed(reason: "silent")),
      nil)
    let folder = session.folder.root.path + "-out"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let outcome = await session.run("export", "--all", "-o", folder + "/deep/")
    #expect(outcome.status == 1)
    #expect(outcome.output == "\(folder)/deep/Three.txt\n\(folder)/deep/One.txt\n")
    #expect(
      outcome.error == """
        speechmemo: 00000000 Two has no transcript yet (failed: silent); \
        'speechmemo retry 00000000' creates one

        """)
  }

  @Test("Memos to export are either named or filtered")
  func exportWhich() async {
    for arguments in [["export"], ["export", "0000", "--all"], ["export", "0000", "--tag", "a"]] {
      let outcome = await session.run(arguments)
      #expect(outcome.status == 2)
      #expect(outcome.error.hasPrefix("speechmemo export: name memos"))
    }
  }

  @Test("A running transcription's text is shown and exported, marked as incomplete")
  func unfinished() async throws {
    let session = try CommandSession()
    let job = TranscriptionJob(
      id: TranscriptionJob.ID(UUID(5)), recordingID: Recording.mock.id,
      createdAt: CommandSession.now)
    try await session.database.insert(.preview(title: "Long", transcription: .queued), job)
    #expect(await session.run("export", "last").status == 1)
    _ = try await session.database.jobs.claim(among: nil)
    try await session.database.jobs.append(
      segments: Transcription.preview("So far so good.").segments, to: job.id, checkpoint: nil,
      progress: 0.59)
    let outcome = await session.run("export", "last")
    #expect(outcome.status == 0 && outcome.output == "So far so good.\n")
    #expect(
      outcome.error == """
        speechmemo: 00000000 Long is only partly transcribed (59%): this is the text so far

        """)
    #expect(
      await session.run("show", "last").output.hasSuffix(
        "0:00  So far so good.\n… the rest is not transcribed yet.\n"))
    let shown = await session.run("show", "last", "--json").objects.first
    #expect(shown?["unfinishedTranscript"] != nil && shown?["transcript"] == nil)
  }

  @Test("A memo without a transcript explains how to create one")
  func noTranscript() async throws {
    let session = try CommandSession()
    try await session.database.insert(
      .preview(title: "Memo", transcription: .failed(reason: "no weights")), nil)
    #expect(
      await session.run("export", "0000")
        == .init(
          1,
          error: """
            speechmemo: 00000000 Memo has no transcript yet (failed: no weights); \
            'speechmemo retry 00000000' creates one

            """))
  }
}

private actor QueryLog {
  private(set) var queries: [SearchQuery] = []

  func append(_ query: SearchQuery) {
    queries.append(query)
  }
}
