import AudioPlayerClient
import AudioRecorderClient
import ConcurrencyExtras
import Dependencies
import Foundation
import RecordingCore
import SharedModels
import SpeechClient
import Testing

struct RecordTests {
  @Test("A recording stops after its limit, becomes a memo and is transcribed")
  func limit() async throws {
    let session = try CommandSession()
    let outcome = await session.run("record", "--seconds", "2", "--title", "Pier") {
      $0.audioRecorder = .writing()
    }
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("saved Pier"))
    #expect(outcome.output.contains("Pier: 5 words"))
    #expect(outcome.error.contains("Recording audio from Built-in Microphone. Ctrl-C stops"))
    let recordings = try await session.database.recordings(matching: .init())
    let memo = try #require(recordings.first)
    #expect(recordings.count == 1)
    #expect(memo.provenance == .recorded(device: "Built-in Microphone"))
    #expect(memo.date == CommandSession.now)
    let file = session.folder.audioFile(named: memo.audio.fileName)
    #expect(try Data(contentsOf: file) == Data("recorded".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.drafts.path).isEmpty)
  }

  @Test("A recording as the first command creates a private library folder")
  func firstCommand() async throws {
    let session = try CommandSession()
    try FileManager.default.removeItem(at: session.folder.root)
    let outcome = await session.run("record", "--seconds", "1", "--no-transcript") {
      $0.audioRecorder = .writing()
    }
    #expect(outcome.status == 0)
    for folder in [session.folder.root, session.folder.drafts, session.folder.audio] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test("Without a transcript, the engine is not used")
  func noTranscript() async throws {
    let session = try CommandSession()
    let outcome = await session.run(
      "record", "--seconds", "1", "--no-transcript", onTerminal: true
    ) {
      $0.audioRecorder = .writing()
      $0.speechClient = SpeechClient()
    }
    #expect(outcome.status == 0)
    let recordings = try await session.database.recordings(matching: .init())
    #expect(recordings.map(\.transcription) == [.none])
  }

  @Test("JSON lines announce incoming audio and the saved memo")
  func json() async throws {
    let session = try CommandSession()
    let outcome = await session.run("record", "--seconds", "1", "--no-transcript", "--json") {
      $0.audioRecorder = .writing()
    }
    #expect(outcome.objects.map { $0["event"] as? String } == ["recording", "saved"])
    #expect(outcome.error == "")
  }

  @Test("For machines, words are given once when they settle, and until then as they stand")
  func liveText() async throws {
    let session = try CommandSession()
    @Sendable func words(_ texts: String...) -> [Word] {
      texts.enumerated().map { index, text in
        Word(text: text, start: .seconds(index), end: .seconds(index + 1))
      }
    }
    @Sendable func result(_ words: [Word], settled: Int) -> SpeechRecognitionResult {
      SpeechRecognitionResult(
        bestTranscription: Transcription(segments: [Segment(words: words)]), isFinal: false,
        settledWordCount: settled)
    }
    let outcome = await session.run("record", "--seconds", "9", "--json") {
      $0.audioRecorder = .writing()
      $0.speechClient.startTask = { _ in
        AsyncThrowingStream {
          $0.yield(result(words("Good", "mourning"), settled: 1))
          $0.yield(result(words("Good", "mourning"), settled: 1))
          $0.yield(result(words("Good", "morning", "all"), settled: 2))
          $0.finish()
        }
      }
    }
    #expect(outcome.status == 0)
    let heard = outcome.objects.filter { $0["event"] as? String == "heard" }
    func texts(_ key: String) -> [[String]] {
      heard.map { ($0[key] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String } }
    }
    #expect(texts("settled") == [["Good"], ["morning"]])
    #expect(texts("open") == [["mourning"], ["all"]])
  }

  @Test("A paused recording shows it at once, even without audio")
  func paused() async throws {
    let session = try CommandSession()
    let (keys, type) = AsyncStream.makeStream(of: Character.self)
    let calls = LockIsolated<[String]>([])
    let outcome = await session.run("record", "--no-transcript", onTerminal: true) {
      $0.audioRecorder = .writing { type.yield(" ") }
      $0.audioRecorder.levels = { AsyncStream { _ in } }
      $0.audioRecorder.currentTime = { 7 }
      $0.audioRecorder.pauseRecording = {
        calls.withValue { $0.append("pause") }
        type.yield("q")
      }
      $0.terminal.keys = { keys }
    }
    #expect(outcome.status == 0)
    #expect(calls.value == ["pause"])
    #expect(outcome.error.contains("‖ 0:07 paused; space resumes"))
  }

  @Test("The device and the keys are on two lines if one is too short")
  func narrow() async throws {
    let name = "Built-in Audio Analog Stereo of a Long Name"
    for (width, lines) in [
      (200, ["Recording audio from \(name). Ctrl-C or q stops and saves, Space pauses."]),
      (80, ["Recording audio from \(name).", "Ctrl-C or q stops and saves, Space pauses."]),
      (
        60,
        [
          "Recording audio from Built-in Audio Analog Stereo of a Lon….",
          "Ctrl-C or q stops and saves, Space pauses.",
        ]
      ),
    ] {
      let session = try CommandSession()
      let outcome = await session.run(
        "record", "--seconds", "1", "--no-transcript", onTerminal: true, width: width
      ) {
        $0.audioRecorder = .writing()
        $0.audioRecorder.status = { .ready(AudioInputDevice(id: "m", name: name)) }
      }
      let shown = outcome.error.split { $0 == "\n" || $0 == "\r" }.prefix(lines.count)
      #expect(shown.map(String.init) == lines)
    }
  }

  @Test("On a terminal that only prints text nothing steers it", arguments: ["dumb", "", nil])
  func dumb(type: String?) async throws {
    let session = try CommandSession()
    let recorded = await session.run("record", "--seconds", "1", onTerminal: true, type: type) {
      $0.audioRecorder = .writing()
    }
    let listed = await session.run("list", onTerminal: true, type: type)
    let played = await session.run("play", "last", onTerminal: true, type: type) {
      $0.audioPlayer = .simulated(duration: .milliseconds(100))
    }
    for outcome in [recorded, listed, played] {
      #expect(outcome.status == 0)
      #expect(!(outcome.error + outcome.output).contains("\u{1b}"))
      #expect(!(outcome.error + outcome.output).contains("\r"))
    }
    #expect(recorded.error.hasSuffix("Ctrl-C stops and saves.\n"))
    #expect(played.error.hasSuffix("Good morning. All is well, 1:23.\n"))
  }

  @Test("A title without a word is refused before anything is recorded", arguments: ["", " \n"])
  func noTitle(title: String) async throws {
    let session = try CommandSession()
    let outcome = await session.run("record", "--title", title)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("must not be blank"))
    #expect(!FileManager.default.fileExists(atPath: session.folder.drafts.path))
  }

  @Test("Ctrl-C ends the recording and saves the memo")
  func interrupted() async throws {
    let session = try CommandSession()
    let hasBegun = LockIsolated(false)
    let task = Task {
      await session.run("record", "--no-transcript") {
        $0.audioRecorder = .writing { hasBegun.setValue(true) }
      }
    }
    while !hasBegun.value { try? await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    let outcome = await task.value
    #expect(outcome.status == 0)
    #expect(try await session.database.recordings(matching: .init()).count == 1)
  }

  @Test("Ctrl-C ends a recording that has not begun yet", .timeLimit(.minutes(10)))
  func interruptedEarly() async throws {
    let session = try CommandSession()
    let hasBegun = LockIsolated(false)
    let task = Task {
      await session.run("record", "--no-transcript") {
        $0.audioRecorder = .writing { hasBegun.setValue(true) }
        // As a recorder does nothing that has not begun.
        $0.audioRecorder.stopRecording = {}
      }
    }
    while !hasBegun.value { try? await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    #expect(await task.value.status == 0)
  }

  @Test(
    "A second interrupt saves the memo with its title, without a transcript")
  func hurried() async throws {
    let session = try CommandSession()
    let open = OpenRecordings()
    let hasBegun = LockIsolated(false)
    let task = Task {
      await session.run("record", "--title", "Pier") {
        $0.audioRecorder = .writing { hasBegun.setValue(true) }
        $0.openRecordings = open
      }
    }
    while !hasBegun.value { try? await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    #expect(open.requestStop())
    let outcome = await task.value
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("saved Pier"))
    #expect(
      outcome.error.hasSuffix("speechmemo: stopped; 'speechmemo retry' creates the transcript\n"))
    let memos = try await session.database.recordings(matching: .init())
    #expect(memos.map(\.title) == ["Pier"])
    #expect(memos.map(\.transcription) == [.queued])
    #expect(!open.requestStop(), "it is a memo now")
  }

  @Test("An interrupted recording is kept, with the reason")
  func brokeOff() async throws {
    let session = try CommandSession()
    let outcome = await session.run("record", "--no-transcript") {
      $0.audioRecorder = .writing()
      $0.audioRecorder.startRecording = { url in
        try Data("some".utf8).write(to: url)
        return false
      }
      $0.audioRecorder.lastEnd = { .deviceLost }
    }
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("saved"))
    #expect(outcome.error.contains("the microphone was disconnected; the audio"))
    #expect(try await session.database.recordings(matching: .init()).count == 1)
  }

  @Test("A live text error is reported once the memo is safe")
  func liveTextFails() async throws {
    let session = try CommandSession()
    let outcome = await session.run("record", "--seconds", "1", onTerminal: true) {
      $0.audioRecorder = .writing()
      $0.speechClient.startTask = { _ in .finished(throwing: SpeechClient.Failure.taskError) }
    }
    #expect(outcome.status == 0)
    #expect(outcome.error.contains("live text was unavailable: transcription stopped unexpectedly"))
    #expect(outcome.output.contains("5 words"))
  }

  @Test(
    "If recording is impossible, one line has the reason and a fix",
    arguments: [
      AudioInputStatus.noDevice, .noServer(reason: "Connection refused"), .denied,
      .deviceMissing(id: "x"),
    ])
  func unavailable(status: AudioInputStatus) async throws {
    let session = try CommandSession()
    let outcome = await session.run("record") { $0.audioRecorder.status = { status } }
    #expect(
      outcome
        == .init(1, error: "speechmemo: \(status.message); \(try #require(status.hint))\n"))
  }

  @Test("A muted microphone is recorded from, with a warning")
  func muted() async throws {
    let session = try CommandSession()
    let outcome = await session.run("record", "--seconds", "1", "--no-transcript") {
      $0.audioRecorder = .writing()
      $0.audioRecorder.status = { .muted(AudioInputDevice(id: "m", name: "Microphone")) }
    }
    #expect(outcome.status == 0)
    #expect(outcome.error.contains("Microphone is muted, so recordings are silent; unmute it"))
  }

  @Test("A recording that a crash cut short becomes a memo by 'recover'")
  func recover() async throws {
    let session = try CommandSession()
    let url = session.folder.drafts.appendingPathComponent("recording-1.flac")
    let outcome = await session.run("recover") {
      $0.audioRecorder.recoverDrafts = { folder in
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("left".utf8).write(to: url)
        return [RecoveredRecording(date: CommandSession.now, duration: .seconds(3), url: url)]
      }
    }
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("saved Recovered memo of 2026-09-21 15:13"))
    #expect(try await session.database.recordings(matching: .init()).count == 1)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test("A recording that began with a title keeps it when 'recover' saves it")
  func recoverTitle() async throws {
    let session = try CommandSession()
    let recording = LockIsolated<URL?>(nil)
    let lost = await session.run("record", "--title", "Pier", "--no-transcript") {
      $0.audioRecorder.startRecording = { url in
        try Data("left".utf8).write(to: url)
        recording.setValue(url)
        throw AudioRecorderClient.Failure.diskFull(path: url.path)
      }
    }
    #expect(lost.status == 1)
    let url = try #require(recording.value)
    let outcome = await session.run("recover") {
      $0.audioRecorder.recoverDrafts = { _ in
        [RecoveredRecording(date: CommandSession.now, duration: .seconds(3), url: url)]
      }
    }
    #expect(outcome.status == 0)
    #expect(try await session.database.recordings(matching: .init()).map(\.title) == ["Pier"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.drafts.path).isEmpty)
  }

  @Test("A recording that could not begin leaves no title")
  func noRecording() async throws {
    let session = try CommandSession()
    let outcome = await session.run("record", "--title", "Pier") {
      $0.audioRecorder.startRecording = { url in
        throw AudioRecorderClient.Failure.diskFull(path: url.path)
      }
    }
    #expect(outcome.status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder.drafts.path).isEmpty)
  }

  @Test("The devices are listed with their details")
  func devices() async throws {
    let session = try CommandSession()
    let outcome = await session.run("devices")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Record from\n  microphone  Built-in Microphone (default)\n"))
    #expect(outcome.output.contains("Play to\n  speaker  Built-in Loudspeaker (default)\n"))
    let json = await session.run("devices", "--json")
    #expect(
      json.objects.map { $0["kind"] as? String } == ["input", "input", "output", "output"])
  }
}

extension AudioRecorderClient {
  /// A recorder that advances a tenth of a second whenever the time is read, and leaves a file when
  /// it is stopped.
  static func writing(onStart: @escaping @Sendable () -> Void = {}) -> Self {
    let tenths = LockIsolated(0)
    let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
    var client = Self.simulated()
    client.currentTime = {
      tenths.withValue {
        $0 += 1
        return Double($0) / 10
      }
    }
    client.startRecording = { url in
      onStart()
      for await _ in stopped { break }
      try Data("recorded".utf8).write(to: url)
      return true
    }
    client.stopRecording = { stop.finish() }
    return client
  }
}
