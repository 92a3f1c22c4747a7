import AudioFileClient
import DatabaseClient
import Foundation
import ImportCore
import SharedModels
import SpeechClient
import TerminalClient
import Testing

struct ImportTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  private func states() async throws -> [TranscriptionState] {
    try await session.database.recordings(matching: RecordingQuery()).map(\.transcription)
  }

  @Test("An import reports each memo when it is safe, and its transcript")
  func plain() async throws {
    let path = try session.file("memo.wav")
    #expect(
      await session.run("import", path)
        == .init(
          0,
          output: """
            00000000  saved memo, dated by its last change
            00000000  memo: 5 words
                      Good morning. All is well.

            """))
    #expect(try await states() == [.done])
  }

  @Test("An import as JSON has an object for each event, with the keys that the manual names")
  func json() async throws {
    let path = try session.file("memo.wav")
    let events = await session.run("import", path, path, "--json").objects
    #expect(events.map { $0["event"] as? String } == ["saved", "existing", "transcribed"])
    #expect(
      events.map { Set($0.keys) } == [
        ["event", "id", "title", "file", "date", "dateSource"], ["event", "id", "title", "file"],
        ["event", "id", "title", "text", "words"],
      ])
    #expect(events[0]["file"] as? String == path)
    #expect(events[0]["dateSource"] as? String == "modified")
    #expect(events[2]["words"] as? Int == 5)
    #expect(events[2]["text"] as? String == "Good morning. All is well.")
  }

  @Test("Without waiting, the memo is safe, and a hint names the command for its transcript")
  func noWait() async throws {
    let path = try session.file("memo.wav")
    #expect(
      await session.run("import", "--no-wait", path)
        == .init(
          0, output: "00000000  saved memo, dated by its last change\n",
          error: "'speechmemo retry' creates the transcript.\n"))
    #expect(try await states() == [.queued])
    #expect(await session.run("retry").status == 0)
    #expect(try await states() == [.done])
    #expect(await session.run("retry") == .init(0, error: "Nothing to retry.\n"))
  }

  @Test("An existing file is named and not imported again")
  func existing() async throws {
    let (first, second) = (try session.file("a.wav"), try session.file("b.wav"))
    _ = await session.run("import", first)
    #expect(
      await session.run("import", second)
        == .init(0, output: "00000000  already in the library: \(second) is a\n"))
    #expect(try await states().count == 1)
  }

  @Test("A memo without speech is reported")
  func silence() async throws {
    let outcome = await session.run("import", try session.file("memo.wav")) {
      $0.speechClient = .scripted([.finished(TranscriptionSummary())])
    }
    #expect(outcome.output.hasSuffix("memo: no speech detected\n"))
    #expect(await session.run("show", "0").output.hasSuffix("No speech detected.\n"))
  }

  @Test("A bad file is named, the others are imported, and the program fails")
  func badFile() async throws {
    let bad = try session.file("bad.wav", "not audio")
    let good = try session.file("good.wav")
    let gone = session.folder.root.path + "/gone.wav"
    let outcome = await session.run("import", bad, good, gone)
    #expect(outcome.status == 1)
    #expect(
      outcome.error == """
        speechmemo: \(gone): no such file or folder
        speechmemo: \(bad) is not an audio file, or its format is not supported; \
        convert it to WAV or FLAC

        """)
    #expect(try await states() == [.done])
  }

  @Test("As JSON, a file that cannot be imported is an event")
  func refused() async throws {
    let bad = try session.file("bad.wav", "not audio")
    let good = try session.file("good.wav")
    let gone = session.folder.root.path + "/gone.wav"
    let outcome = await session.run("import", "--json", "--no-wait", bad, good, gone)
    #expect(outcome.status == 1 && outcome.error == "")
    let events = outcome.objects
    #expect(events.map { $0["event"] as? String } == ["refused", "refused", "saved"])
    #expect(events.map { $0["file"] as? String } == [gone, bad, good])
    #expect(events[0]["reason"] as? String == "\(gone): no such file or folder")
    #expect((events[1]["reason"] as? String)?.contains("is not an audio file") == true)
    #expect(events[..<2].allSatisfy { Set($0.keys) == ["event", "file", "reason"] })
  }

  @Test("As JSON, audio that cannot be recovered is an event")
  func refusedRecovery() async throws {
    try session.file("audio/bad.wav", "not audio")
    let outcome = await session.run("recover", "--json")
    #expect(outcome.status == 1 && outcome.error == "")
    #expect(outcome.objects.map { $0["event"] as? String } == ["refused"])
    #expect(outcome.objects.first?["file"] as? String == "bad.wav")
  }

  @Test("An empty name does not stand for the current folder")
  func emptyName() async throws {
    #expect(
      await session.run("import", try session.file("memo.wav"), "")
        == .init(
          1,
          error: "speechmemo: a file name is empty; nothing was imported\n"))
    #expect(try await states() == [])
  }

  @Test("A failing engine is reported with a fix, and the memo is safe")
  func engineFails() async throws {
    let failure = SpeechClient.Failure.weights(message: "no weights", hint: "fetch them")
    let outcome = await session.run("import", try session.file("memo.wav")) {
      $0.speechClient = .scripted([], thenFailing: failure)
    }
    #expect(
      outcome
        == .init(
          1, output: "00000000  saved memo, dated by its last change\n",
          error: """
            speechmemo: memo was not transcribed: no weights; fetch them; the memo is saved, \
            and 'speechmemo retry 00000000' tries again

            """))
    let json = await session.run("retry", "--json") {
      $0.speechClient = .scripted([], thenFailing: failure)
    }
    #expect(json.status == 1 && json.error == "")
    #expect(json.objects.first?["event"] as? String == "failed")
    #expect(json.objects.first?["reason"] as? String == "no weights; fetch them")
  }

  @Test("On a terminal the progress is drawn and leaves no trace")
  func progress() async throws {
    let outcome = await session.run("import", try session.file("memo.wav"), onTerminal: true)
    #expect(outcome.error.contains("\r\u{1b}[KTranscribing "))
    #expect(outcome.error.hasSuffix("\r\u{1b}[K"))
    #expect(!outcome.error.contains("\n"))
  }

  @Test("The requested model, language and vocabulary reach the job")
  func request() async throws {
    _ = await session.run(
      "import", "--no-wait", "--model", "folio", "--language", "de", "--vocabulary", "Husum",
      try session.file("memo.wav"))
    let job = try #require(try await session.database.jobs.list().first)
    #expect(job.model == "folio")
    #expect(job.settings.language == "de" && job.settings.vocabulary == "Husum")
  }

  @Test("A failed job is retried with the settings, or with new options")
  func retryWithOtherModel() async throws {
    let bad = SpeechClient.scripted([], thenFailing: .weights(message: "no weights"))
    _ = await session.run("import", "--model", "folio", try session.file("memo.wav")) {
      $0.speechClient = bad
    }
    let retried = await session.run("retry") { $0.speechClient = bad }
    #expect(try await session.database.jobs.list().map(\.model) == [nil])
    #expect(
      retried.error.hasPrefix(
        """
        00000000 memo: model default and language auto instead of model folio and language auto

        """))
    let again = await session.run("retry", "--model", "large", "--language", "de") {
      $0.speechClient = bad
    }
    #expect(!again.error.contains("instead of"))
    let job = try #require(try await session.database.jobs.list().first)
    #expect(job.model == "large" && job.settings.language == "de")
  }

  @Test("Options without effect on a known file are named, with commands that have it")
  func ignoredOptions() async throws {
    let path = try session.file("memo.wav")
    let date = "2026-01-02T03:04:05Z"
    _ = await session.run("import", path, "--date", date)
    let exists = "00000000  already in the library: \(path) is memo\n"
    #expect(
      await session.run("import", path, "--title", "Talk")
        == .init(
          0, output: exists,
          error: """
            speechmemo: --title ignored: \(path) is already in the library; 'speechmemo rename \
            00000000 TITLE' renames the memo

            """))
    #expect(await session.run("import", path, "--title", "memo", "--date", date).error == "")
    let several = await session.run(
      "import", path, "--date", "2026-01-01Z", "--language", "de", "--speakers", "2")
    #expect(
      several.error == """
        speechmemo: --date, --language, --speakers ignored: \(path) is already in the library; \
        'speechmemo retry 00000000' with these options transcribes it again

        """)
  }

  @Test("A waiting job uses the new options, or its own without any")
  func retryWaiting() async throws {
    let path = try session.file("memo.wav")
    _ = await session.run("import", "--no-wait", "--model", "folio", path)
    let bad = SpeechClient.scripted([], thenFailing: .weights(message: "no weights"))
    _ = await session.run("retry", "0000", "--model", "large") { $0.speechClient = bad }
    #expect(try await session.database.jobs.list().map(\.model) == ["large"])

    let other = try session.file("other.wav", "other")
    _ = await session.run("import", "--no-wait", "--model", "folio", other)
    let id = try #require(
      try await session.database.recordings(matching: RecordingQuery())
        .first { $0.title == "other" }?.id.rawValue.uuidString)
    _ = await session.run("retry", id) { $0.speechClient = bad }
    #expect(Set(try await session.database.jobs.list().map(\.model)) == ["large", "folio"])
  }

  @Test("A memo deleted during its transcription is not a failure")
  func deletedMeanwhile() async throws {
    let path = try session.file("memo.wav")
    let database = session.database
    let outcome = await session.run("import", path) {
      let append = $0.database.jobs.append
      $0.database.jobs.append = { segments, job, checkpoint, progress in
        let ids = try await database.recordings(matching: RecordingQuery()).map(\.id)
        try await database.trash(ids: ids, at: CommandSession.now)
        _ = try await database.deletePermanently(ids: ids)
        try await append(segments, job, checkpoint, progress)
      }
    }
    #expect(
      outcome
        == .init(
          0, output: "00000000  saved memo, dated by its last change\n",
          error: "1 memo was deleted in the meantime.\n"))
  }

  @Test("A folder of weights is remembered by its whole path")
  func modelFolder() async throws {
    try session.file("weights/model.bin")
    let folder = session.folder.root.appendingPathComponent("weights").standardizedFileURL.path
    let depth = FileManager.default.currentDirectoryPath.count(where: { $0 == "/" })
    let relative = String(repeating: "../", count: depth) + folder.dropFirst()
    _ = await session.run("import", "--no-wait", "--model", relative, try session.file("memo.wav"))
    let model = try #require(try await session.database.jobs.list().first?.model)
    #expect(model == folder)
  }

  @Test("An unknown model or language is reported before the import")
  func wrongRequest() async throws {
    let path = try session.file("memo.wav")
    #expect(
      await session.run("import", "--model", "foli", path)
        == .init(
          1,
          error: """
            speechmemo: --model: the speech engine has no model 'foli': use a folder with a \
            model, or one of script, folio

            """))
    let folder = await session.run("import", "--model", "/nowhere", path)
    #expect(folder.status == 1)
    #expect(folder.error.hasPrefix("speechmemo: --model: no model found in '/nowhere'"))
    for verb in ["import", "transcribe", "watch", "record", "retry", "recover"] {
      let place = ["import": [path], "transcribe": [path], "watch": [session.folder.root.path]]
      let outcome = await session.run([verb, "--language", "xx"] + (place[verb] ?? []))
      #expect(outcome.status == 1)
      #expect(
        outcome.error.hasPrefix(
          "speechmemo: --language: Whisper does not support the language 'xx': use"))
      #expect(outcome.error.split(separator: "\n").count == 1)
    }
    #expect(try await session.database.recordings(matching: RecordingQuery()).isEmpty)
    _ = await session.run("import", "--no-wait", "--language", "DE", path)
    #expect(try await session.database.jobs.list().first?.settings.language == "de")
  }

  @Test("An ID given twice is transcribed once")
  func retryTwice() async throws {
    _ = await session.run("import", "--no-wait", try session.file("memo.wav"))
    let outcome = await session.run("retry", "0000", "00000000")
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 2)
  }

  @Test("Edited text is replaced only on request")
  func edited() async throws {
    var memo = TranscribedMemo.numbered(1)
    var transcription = memo.transcription
    transcription.editedAt = CommandSession.now
    memo = TranscribedMemo(recording: memo.recording, transcription: transcription)
    let session = try CommandSession([memo])
    try session.file("audio/\(memo.recording.audio.fileName)")
    let refused = await session.run("retry", "0000")
    #expect(refused.status == 1 && refused.error.contains("add --force"))
    #expect(await session.run("retry", "0000", "--force").status == 0)
    #expect(
      try await session.database.transcription(of: memo.recording.id)?.text
        == "Good morning. All is well.")
  }

  @Test("Audio without a memo becomes a memo again")
  func recover() async throws {
    #expect(await session.run("recover") == .init(0, error: "Nothing to recover.\n"))
    try session.file("audio/lost.wav", "lost")
    try session.file("audio/bad.wav", "not audio")
    try session.file("drafts/standard-input-1", "piped")
    try session.file("drafts/recording-1", "a recording in progress")
    let doctor = await session.run("doctor")
    #expect(doctor.output.contains("! audio folder: 2 files that no memo refers to\n"))
    #expect(
      doctor.output.contains(
        "! audio folder: 1 file that no memo refers to, without readable audio"))
    let outcome = await session.run("recover")
    #expect(outcome.status == 1 && outcome.error.contains("bad.wav is not an audio file"))
    #expect(outcome.output.hasPrefix("00000000  saved Recovered memo, dated by its last change\n"))
    #expect(try await states() == [.done, .done])
    let memos = try await session.database.recordings(matching: RecordingQuery())
    #expect(Set(memos.map(\.audio.sha256)) == ["lost", "piped"])
    let names = try FileManager.default.contentsOfDirectory(
      atPath: session.folder.audio.path)
    #expect(Set(names) == Set(memos.map(\.audio.fileName) + ["bad.wav"]))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: session.folder.drafts.path)
        == ["recording-1"])
  }

  @Test("Nothing is recovered while an import is under way")
  func recoverDuringImport() async throws {
    let lock = try #require(try ImportLock(.shared, in: session.folder.root))
    #expect(
      await session.run("recover")
        == .init(1, error: "speechmemo: an import is in progress; try again when it is done\n"))
    withExtendedLifetime(lock) {}
  }

  @Test("An import completes even if nobody reads its output")
  func outputClosed() async throws {
    let outcome = await session.run("import", try session.file("memo.wav")) {
      $0.terminal.print = { _, stream in
        if stream == .output { throw TerminalClient.OutputClosed() }
      }
    }
    #expect(outcome.status == 0)
    #expect(try await states() == [.done])
  }

  @Test("A memo gets the title and the date that are given")
  func titleAndDate() async throws {
    let path = try session.file("memo.wav")
    let outcome = await session.run(
      "import", path, "--title", "My day", "--date", "2026-01-31T12:00Z")
    #expect(outcome.output.hasPrefix("00000000  saved My day\n"))
    let memo = try #require(
      try await session.database.recordings(matching: RecordingQuery()).first)
    #expect(memo.title == "My day" && memo.date.iso8601 == "2026-01-31T12:00:00Z")
  }

  @Test("One title is not given to several memos, and none is imported")
  func oneTitle() async throws {
    let folder = URL(fileURLWithPath: try session.file("in/a.wav", "a")).deletingLastPathComponent()
    try session.file("in/b.wav", "b")
    #expect(
      await session.run("import", folder.path, "--title", "My day")
        == .init(
          1,
          error: """
            speechmemo: --title needs a single file, but 2 were given; nothing was imported

            """))
    #expect(await session.run("import", folder.path, "--title", " ").status == 2)
    #expect(try await states() == [])
  }
}
