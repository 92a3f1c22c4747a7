import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import SpeechClient
import TerminalClient
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
        ["event", "file", "duration", "words", "transcript", "confidence"],
        ["event", "file", "reason"],
      ])
    #expect(objects[0]["confidence"] as? Double == 1)
    #expect(objects[0]["words"] as? Int == 5)
    #expect(objects[0]["file"] as? String == good)
  }

  @Test("With --json, a missing file is an event as well")
  func missingAsJSON() async throws {
    let missing = session.folder.root.path + "/missing.wav"
    let outcome = await session.run(
      "transcribe", "--json", missing, try session.file("good.wav"))
    #expect(outcome.status == 1)
    #expect(outcome.objects.map { $0["event"] as? String } == ["failed", "transcribed"])
    #expect(outcome.objects.first?["file"] as? String == missing)
  }

  @Test("Files of the same name are replaced on request, but neither inputs nor those of this run")
  func overwrite() async throws {
    let root = session.folder.root.path
    let paths = [try session.file("in/memo.txt"), try session.file("b/memo.wav", "other")]
    try session.file("texts/memo.txt", "old")
    let texts = await session.run(["transcribe", "--overwrite", "-o", "\(root)/texts/"] + paths)
    #expect(texts == .init(0, output: "\(root)/texts/memo.txt\n\(root)/texts/memo 2.txt\n"))
    #expect(
      try String(contentsOfFile: "\(root)/texts/memo.txt", encoding: .utf8)
        == "Good morning. All is well.\n")
    let beside = await session.run("transcribe", "--overwrite", "-o", "\(root)/in/", paths[0])
    #expect(beside == .init(0, output: "\(root)/in/memo 2.txt\n"))
    #expect(try String(contentsOfFile: paths[0], encoding: .utf8) == "sound")
  }

  @Test("A template names the transcripts in a folder")
  func names() async throws {
    let path = try session.file("memo.wav")
    try FileManager.default.setAttributes(
      [.modificationDate: CommandSession.now], ofItemAtPath: path)
    let folder = session.folder.root.path + "/texts"
    #expect(
      await session.run(
        "transcribe", "--name", "{date} {time} {file}", "-f", "srt", "-o", "\(folder)/", path)
        == .init(0, output: "\(folder)/2026-09-21 15-13 memo.srt\n"))
    let ids = await session.run("transcribe", "--name", "{id}", "-o", "\(folder)/", path)
    #expect(ids.status == 2 && ids.error.contains("{id} needs --keep"))
  }

  @Test("A folder of the library gets no transcripts, and none is created in it")
  func libraryFolder() async throws {
    let path = try session.file("memo.wav")
    for folder in ["audio/", "audio/new/"] {
      let output = session.folder.root.path + "/" + folder
      let outcome = await session.run("transcribe", path, "-o", output)
      #expect(outcome.status == 1 && outcome.error.contains("one of the library's"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.audio.path) == [])
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

  @Test("The download of a model is announced, once a transcription needs it")
  func downloads() async throws {
    let path = try session.file("memo.wav")
    let note = "Downloading the model 'folio', 145 MB\n"
    for (model, error) in [
      ("folio", note), ("script", ""),
      ("someone/else", "The model 'someone/else' is downloaded if this machine lacks it\n"),
    ] {
      let outcome = await session.run("transcribe", path, "--model", model)
      #expect(outcome == .init(0, output: "Good morning. All is well.\n", error: error))
    }
    let offline = await session.run("transcribe", path, "--model", "folio") {
      $0.terminal.environment = { ["HF_HUB_OFFLINE": "1"] }
    }
    #expect(offline.error == "")
    let saved = await session.run("import", "--no-wait", path, "--model", "folio")
    #expect(!saved.error.contains("Downloading"))
    #expect(await session.run("retry").error == note)
    let other = try session.file("other.wav", "other")
    #expect(await session.run("import", other, "--model", "folio").error == note)
  }

  @Test("Options without effect on audio of the library are named")
  func ignored() async throws {
    let path = try session.file("memo.wav")
    _ = await session.run("transcribe", "--keep", path)
    let again = await session.run("transcribe", "--keep", path, "--language", "de")
    #expect(
      again
        == .init(
          0, output: "Good morning. All is well.\n",
          error: """
            speechmemo: --language ignored: \(path) is already in the library; 'speechmemo retry \
            00000000' with these options transcribes it again

            """))
  }

  /// Prints what `transcribe` writes, and lets the engine continue after each piece.
  private func pieces(_ arguments: [String], onTerminal: Bool = false) async throws -> [String] {
    let path = try session.file("memo.wav")
    let printed = LockIsolated<[String]>([])
    let (pieces, piece) = AsyncStream.makeStream(of: Void.self)
    let outcome = await session.run(["transcribe", path] + arguments, onTerminal: onTerminal) {
      let print = $0.terminal.print
      $0.terminal.print = { text, stream in
        try print(text, stream)
        guard stream == .output
        else { return }
        printed.withValue { $0.append(text) }
        piece.yield()
      }
      $0.speechClient.transcribe = { _ in
        AsyncThrowingStream { continuation in
          Task {
            var shown = pieces.makeAsyncIterator()
            for (text, start) in [("Good morning.", 0), ("All is well.", 1), ("Later.", 6)] {
              let word = Word(text: text, start: .seconds(start), end: .seconds(start + 1))
              continuation.yield(.segment(Segment(words: [word])))
              await shown.next()
            }
            continuation.yield(.finished(TranscriptionSummary()))
            continuation.finish()
          }
        }
      }
    }
    #expect(outcome.status == 0)
    #expect(outcome.output == "Good morning. All is well.\n\nLater.\n")
    return printed.value
  }

  @Test(
    "Text is printed while it is recognized, to a terminal and to a pipe",
    .timeLimit(.minutes(10)), arguments: [[], ["--keep"]], [false, true])
  func live(options: [String], onTerminal: Bool) async throws {
    let printed = try await pieces(options, onTerminal: onTerminal)
    #expect(printed == ["Good morning.", " All is well.", "\n\nLater.", "\n"])
  }

  @Test("Progress ends with the first text on a terminal, and continues if a file gets the text")
  func meter() async throws {
    let path = try session.file("memo.wav")
    for isFile in [false, true] {
      let outcome = await session.run("transcribe", path, onTerminal: true) {
        $0.terminal.isFile = { $0 == .output && isFile }
      }
      #expect(outcome.output == "Good morning. All is well.\n")
      #expect(outcome.error.contains("100%") == isFile)
    }
  }

  @Test("A failure ends the line of the text so far, and the next text follows a blank line")
  func interrupted() async throws {
    let paths = [try session.file("one.wav"), try session.file("two.wav", "other")]
    let count = LockIsolated(0)
    let outcome = await session.run(["transcribe"] + paths) {
      $0.speechClient.transcribe = { request in
        let number = count.withValue { count in
          count += 1
          return count
        }
        return SpeechClient.scripted(
          saying: "Good morning. All is well.", failingAfterWords: number == 1 ? 2 : nil
        ).transcribe(request)
      }
    }
    #expect(outcome.status == 1)
    #expect(outcome.output == "Good morning.\n\nGood morning. All is well.\n")
    #expect(outcome.error.hasPrefix("speechmemo: \(paths[0]): "))
  }

  @Test("A closed output stops the engine, but not a transcription for the library")
  func closed() async throws {
    let path = try session.file("memo.wav")
    let close: @Sendable (inout DependencyValues) -> Void = {
      let print = $0.terminal.print
      $0.terminal.print = { text, stream in
        if stream == .output { throw TerminalClient.OutputClosed() }
        try print(text, stream)
      }
    }
    #expect(await session.run("transcribe", path, update: close) == .init(0))
    #expect(await session.run("transcribe", "--keep", path, update: close) == .init(0))
    let memos = try await session.database.recordings(matching: RecordingQuery())
    #expect(memos.map(\.transcription) == [.done])
  }

  private actor Places {
    var all: [URL] = []
    func add(_ place: URL) { all.append(place) }
  }
}
