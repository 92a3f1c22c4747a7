import AudioFileClient
import DatabaseClient
import Foundation
import SharedModels
import SpeechClient
import Testing

struct TranscribeTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  private func memoCount() async throws -> Int {
    try await session.database.recordings(matching: RecordingQuery(place: nil)).count
  }

  @Test("The text goes to standard output, and nothing is kept")
  func plain() async throws {
    let path = try session.file("memo.wav")
    #expect(
      await session.run("transcribe", path) == .init(0, output: "Good morning. All is well.\n"))
    #expect(try await memoCount() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.audio.path) == [])
  }

  @Test("The format is given, or derived from the output's extension")
  func formats() async throws {
    let path = try session.file("memo.wav")
    let vtt = await session.run("transcribe", path, "-f", "vtt").output
    #expect(vtt.hasPrefix("WEBVTT\n"))
    let file = session.folder.root.appendingPathComponent("talk.vtt").path
    #expect(await session.run("transcribe", path, "-o", file) == .init(0))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == vtt)
    #expect(await session.run("transcribe", path, "-o", file, "-f", "txt") == .init(0))
    #expect(
      try String(contentsOfFile: file, encoding: .utf8) == "Good morning. All is well.\n")
  }

  @Test("A memo listed twice is transcribed once")
  func listedTwice() async throws {
    _ = await session.run("import", "--no-wait", try session.file("memo.wav"))
    let outcome = await session.run("retry") {
      let recordings = $0.database.recordings
      $0.database.recordings = { query in
        let found = try await recordings(query)
        return found + found
      }
    }
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try await session.database.jobs.list().isEmpty)
  }

  @Test("A folder is created with a file for each transcript, and none is replaced")
  func folder() async throws {
    let paths = [try session.file("a/memo.wav"), try session.file("b/memo.wav", "other")]
    let folder = session.folder.root.appendingPathComponent("texts").path
    let outcome = await session.run(["transcribe", "-f", "srt", "-o", "\(folder)/"] + paths)
    #expect(outcome == .init(0, output: "\(folder)/memo.srt\n\(folder)/memo 2.srt\n"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == ["memo.srt", "memo 2.srt"])
  }

  @Test("A failed file is reported, does not stop the others, and sets the exit status")
  func failures() async throws {
    let (good, bad) = (try session.file("good.wav"), try session.file("bad.wav", "not audio"))
    let missing = session.folder.root.appendingPathComponent("missing.wav").path
    let outcome = await session.run("transcribe", bad, missing, good)
    #expect(outcome.status == 1)
    #expect(outcome.output == "Good morning. All is well.\n")
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0] == "speechmemo: \(missing): no such file or folder")
    #expect(lines[1].contains(bad))
  }

  @Test("With --json, each file is an object with the documented keys")
  func json() async throws {
    let (good, bad) = (try session.file("good.wav"), try session.file("bad.wav", "not audio"))
    let outcome = await session.run("transcribe", "--json", good, bad)
    let objects = outcome.objects
    #expect(outcome.status == 1)
    #expect(objects.map { $0["event"] as? String } == ["transcribed", "failed"])
    #expect(
      objects.map { Set($0.keys) } == [
        ["event", "file", "duration", "words", "transcript"], ["event", "file", "reason"],
      ])
    #expect(objects[0]["words"] as? Int == 5)
    #expect(objects[0]["file"] as? String == good)
  }

  @Test("Unwritable outputs are refused before the work, and audio is not overwritten")
  func refusals() async throws {
    let (one, two) = (try session.file("one.wav"), try session.file("two.wav", "other"))
    let root = session.folder.root.path
    for (arguments, reason) in [
      ([one, two, "-f", "srt"], "the subtitles of 2 files cannot be written to standard output"),
      ([one, two, "-o", "\(root)/all.txt"], "transcripts of 2 files cannot be written to"),
      ([one, "-o", one], "is an input file"),
      ([one, "-o", "\(root)/none/one.txt"], "none does not exist; create it"),
      ([one, "-o", session.folder.settings.path], "one of the library's"),
    ] {
      let outcome = await session.run(["transcribe"] + arguments) {
        $0.speechClient = SpeechClient()
      }
      #expect(outcome.status == 1)
      #expect(outcome.error.contains(reason), "\(arguments)")
    }
    #expect(try String(contentsOfFile: one, encoding: .utf8) == "sound")
  }

  @Test("With --keep, each file becomes a memo and is not transcribed twice")
  func keep() async throws {
    let path = try session.file("memo.wav")
    #expect(
      await session.run("transcribe", "--keep", path)
        == .init(0, output: "Good morning. All is well.\n"))
    #expect(try await memoCount() == 1)
    let again = await session.run("transcribe", "--keep", path) { $0.speechClient = SpeechClient() }
    #expect(again == .init(0, output: "Good morning. All is well.\n"))
    #expect(try await memoCount() == 1)
  }

  @Test("A stored memo is named after its text if the file name has no meaning")
  func title() async throws {
    let path = try session.file("REC0042.wav")
    #expect(await session.run("transcribe", "--keep", path).status == 0)
    let memos = try await session.database.recordings(matching: RecordingQuery())
    #expect(memos.map(\.title) == ["Good morning. All is well"])
  }

  @Test("A file without speech is reported and is not a failure")
  func silence() async throws {
    let path = try session.file("memo.wav")
    let outcome = await session.run("transcribe", path) {
      $0.speechClient = .scripted([.finished(TranscriptionSummary())])
    }
    #expect(outcome == .init(0, error: "speechmemo: \(path): no speech detected\n"))
  }

  @Test("Standard input is transcribed without a named file")
  func pipe() async throws {
    let places = Places()
    let outcome = await session.run("transcribe", "-") {
      $0.audioFile.copyStreamIn = { _, place in
        await places.add(place)
        try Data("sound".utf8).write(to: place)
        return StoredAudio(byteCount: 5, sha256: "")
      }
    }
    #expect(outcome == .init(0, output: "Good morning. All is well.\n"))
    let place = try #require(await places.all.first)
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  private actor Places {
    var all: [URL] = []
    func add(_ place: URL) { all.append(place) }
  }
}
