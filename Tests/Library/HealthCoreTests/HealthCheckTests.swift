import AudioFileClient
import AudioPlayerClient
import AudioRecorderClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import HealthCore
import LibraryFolder
import SharedModels
import SpeechClient
import Testing

struct HealthCheckTests {
  private let folder = LibraryFolder(
    root: FileManager.default.temporaryDirectory
      .appendingPathComponent("health-\(UUID().uuidString)", isDirectory: true))

  private func findings(
    _ subject: Finding.Subject, update: (inout DependencyValues) -> Void = { _ in }
  ) async -> [Finding] {
    await withDependencies {
      $0.audioFile = .simulated()
      $0.audioPlayer = .simulated()
      $0.audioRecorder = .simulated()
      $0.database = .inMemory([TranscribedMemo(recording: .mock, transcription: .mock)])
      $0.healthCheck = .liveValue
      $0.libraryFolder = folder
      $0.speechClient = .lorem()
      update(&$0)
    } operation: {
      @Dependency(\.healthCheck) var healthCheck
      return await healthCheck.findings(about: subject)
    }
  }

  @Test("Present items are good and need no fix")
  func good() async throws {
    try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try sound(Recording.mock.audio.byteCount)
    for subject in [.crashes, .settings] as [Finding.Subject] {
      #expect(await findings(subject) == [])
    }
    for subject in Finding.Subject.allCases
    where ![.crashes, .ffmpeg, .folders, .settings].contains(subject) {
      let findings = await findings(subject)
      #expect(findings.map(\.verdict) == [.good], "\(findings)")
      #expect(findings.allSatisfy { $0.fix == nil })
    }
  }

  @Test("The engine's device is shown with the reason")
  func device() async {
    let found = await findings(.engine) {
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(
          device: SpeechDevice(name: "cuda", precision: "float16", reason: "a card was found"))
      }
    }
    let device = found.first { $0.what == "device" }
    #expect(device?.verdict == .good)
    #expect(device?.detail == "CUDA with float16: a card was found")
  }

  @Test("Each folder is shown with its origin")
  func folders() async {
    let findings = await findings(.folders)
    #expect(
      findings.map(\.what) == [
        "library folder", "settings file", "engine folder", "app state", "keys file",
        "tokens folder",
      ])
    #expect(findings.allSatisfy { $0.verdict == .good && $0.fix == nil })
    #expect(findings[0].detail == "\(folder.root.path): set by the program")
    #expect(findings[1].detail == "\(folder.root.path)/settings.json: in the library")
    #expect(findings[4].detail.contains("/speechmemo/keys: "))
    #expect(findings[5].detail.contains("/speechmemo/tokens: under "))
    #expect(findings[2].detail == "preview: made up")
  }

  @Test("Ignored custom keys are reported among the settings with a fix")
  func keys() async {
    let findings = await findings(.settings) {
      $0.healthCheck = .live { "your keys in /k, line 2: 'x' is no key" }
    }
    #expect(
      findings == [
        Finding(
          what: "keys", verdict: .remark, detail: "your keys in /k, line 2: 'x' is no key",
          fix: "fix or delete that file; until then, the default keys are used")
      ])
  }

  @Test("Missing and stray audio is reported with the library")
  func audio() async throws {
    try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try Data().write(to: folder.audioFile(named: "stray.wav"))
    let findings = await findings(.library)
    #expect(findings.map(\.what) == ["library", "audio folder", "audio folder"])
    #expect(findings.map(\.verdict) == [.good, .wrong, .remark])
    #expect(findings[1].detail == "1 memo has no audio file")
    #expect(findings[2].detail == "1 file that no memo refers to")
    #expect(findings[1].fix != nil)
    // 'recover' first would make memos without the edits of a backup.
    let advice = /'speechmemo restore'.*'speechmemo move'.*'speechmemo recover'/
    #expect(findings[2].fix?.contains(advice) == true)
  }

  private func makeFolder() throws {
    try FileManager.default.createDirectory(at: folder.audio, withIntermediateDirectories: true)
    chmod(folder.root.path, 0o700)
  }

  /// The memo's audio.
  private func sound(_ byteCount: Int64) throws {
    try Data(count: Int(byteCount)).write(
      to: folder.audioFile(named: Recording.mock.audio.fileName))
  }

  @Test("Audio with another size than stored is wrong, and 'recover' is not suggested")
  func changedSize() async throws {
    try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try sound(Recording.mock.audio.byteCount + 1)
    let findings = await findings(.library)
    #expect(findings.map(\.verdict) == [.good, .wrong])
    #expect(findings.last?.detail.hasSuffix("has changed since it was saved") == true)
    #expect(findings.last?.fix?.hasPrefix("restore ") == true)
  }

  @Test("Changed audio of the same size is found by reading it", arguments: [true, false])
  func changedBytes(isChanged: Bool) async throws {
    try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try sound(Recording.mock.audio.byteCount)
    let findings = await withDependencies {
      $0.audioFile = .simulated()
      $0.audioFile.checksum = { _ in
        StoredAudio(byteCount: 1, sha256: isChanged ? "other" : Recording.mock.audio.sha256)
      }
      $0.database = .inMemory([TranscribedMemo(recording: .mock, transcription: .mock)])
      $0.healthCheck = .liveValue
      $0.libraryFolder = folder
    } operation: {
      @Dependency(\.healthCheck) var healthCheck
      return await healthCheck.soundFindings()
    }
    #expect(findings.map(\.verdict) == [isChanged ? .wrong : .good])
  }

  @Test("Files without audio are not sent to 'recover', which cannot repair them")
  func strayText() async throws {
    try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try sound(Recording.mock.audio.byteCount)
    try Data("Dear".utf8).write(to: folder.audioFile(named: "letter.txt"))
    let findings = await findings(.library) {
      $0.audioFile.probe = { throw AudioFileError.notAudio(path: $0.path) }
    }
    #expect(findings.map(\.verdict) == [.good, .remark])
    #expect(findings.last?.fix?.contains("recover") == false)
  }

  @Test("A folder readable by others is reported with a fix")
  func openFolder() async throws {
    try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try sound(Recording.mock.audio.byteCount)
    chmod(folder.root.path, 0o755)
    let findings = await findings(.library)
    #expect(findings.map(\.verdict) == [.good, .remark])
    #expect(findings.last?.fix == "run 'chmod -R go= \(folder.root.path)'")
  }

  @Test("The number of repaired segments is reported if known")
  func repairs() async throws {
    try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try sound(Recording.mock.audio.byteCount)
    for (repairs, detail) in [
      (41, "41 segments in 12 of 300 memos needed a second pass"),
      (1, "1 segment in 12 of 300 memos needed a second pass"),
      (0, "no segments needed a second pass"),
    ] {
      let findings = await findings(.library) {
        $0.database.repairs = {
          RepairStatistics(memoCount: 300, repairedMemoCount: 12, repairCount: repairs)
        }
      }
      #expect(findings.map(\.what) == ["library", "transcripts"])
      #expect(findings.last?.detail == detail && findings.last?.verdict == .good)
    }
  }

  @Test("A library that cannot be read is wrong")
  func damaged() async {
    let torn = await findings(.library) { $0.database.integrityProblems = { ["a page is torn"] } }
    #expect(torn.map(\.verdict) == [.wrong])
    #expect(torn.first?.detail == "a page is torn")
    #expect(torn.first?.fix?.contains(folder.database.path) == true)
    let busy = await findings(.library) {
      $0.database.integrityProblems = { throw DatabaseError.busy(path: "/db") }
    }
    #expect(busy.map(\.verdict) == [.wrong])
  }

  @Test("An engine that is not set up is wrong, and the hint is the engine's")
  func engine() async {
    let findings = await findings(.engine) {
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(failure: .engine(message: "it is not set up", hint: "set it up"))
      }
    }
    #expect(
      findings == [
        Finding(
          what: "speech engine", verdict: .wrong, detail: "it is not set up", fix: "set it up")
      ])
  }

  @Test(
    "The model that is set is looked for",
    arguments: [
      ("script", nil), ("folio", Finding.Verdict.remark), ("unheard", .remark),
      ("/nowhere/model", .wrong),
    ])
  func model(name: String, verdict: Finding.Verdict?) async {
    let findings = await findings(.engine) {
      let files = FileStorage.inMemory(
        fileSystem: LockIsolated([folder.settings: Data(#"{"model": "\#(name)"}"#.utf8)]))
      $0.defaultFileStorage = files
    }
    #expect(findings.first?.verdict == .good)
    #expect(findings.dropFirst().map(\.verdict) == (verdict.map { [$0] } ?? []))
    #expect(findings.dropFirst().allSatisfy { $0.detail.contains(name) && $0.fix != nil })
  }

  @Test("A language that the model does not support is reported with a fix")
  func language() async {
    func check(_ settings: String) async -> [Finding] {
      await findings(.engine) {
        $0.speechClient.engineStatus = {
          SpeechEngineStatus(
            model: "tiny.en",
            models: [
              .init(name: "tiny.en", folder: "/tiny", languages: ["en"]),
              .init(name: "base", folder: "/base", languages: ["en", "de"]),
              .init(name: "own", folder: "/own"),
            ])
        }
        $0.defaultFileStorage = .inMemory(
          fileSystem: LockIsolated([folder.settings: Data(settings.utf8)]))
      }
      .filter { $0.what == "language" }
    }
    let found = await check(#"{"language": "de"}"#)
    #expect(
      found.map(\.detail) == ["tiny.en does not support 'de', the language in the settings"])
    #expect(found.first?.fix?.contains("speechmemo models use base") == true)
    for settings in [
      "{}", #"{"language": "en"}"#, #"{"language": "de", "model": "base"}"#,
      #"{"language": "de", "model": "own"}"#,
    ] {
      #expect(await check(settings) == [], "\(settings)")
    }
  }

  @Test("Failed transcripts are counted, except in the trash")
  func failures() async throws {
    try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder.root) }
    var failed = Recording.mock
    failed.transcription = .failed(reason: "no weights")
    var audio = failed.audio
    audio.sha256 = "other"
    let trashed = Recording(
      id: Recording.ID(UUID(1)), audio: audio, date: failed.date, duration: failed.duration,
      title: "Trashed", transcription: failed.transcription,
      trashedAt: Date(timeIntervalSince1970: 0))
    let memos = [failed, trashed].map { TranscribedMemo(recording: $0, transcription: .mock) }
    let findings = await findings(.library) { $0.database = .inMemory(memos) }
      .filter { $0.what == "failed transcripts" }
    #expect(findings.map(\.detail) == ["1 memo"])
    #expect(findings.first?.fix?.contains("speechmemo list --state failed") == true)
  }

  @Test("A model that is set and on this machine is good")
  func modelIsThere() async {
    let findings = await findings(.engine) {
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(
          model: "own", models: [.init(name: "own"), .init(name: "small", folder: "/small")])
      }
      let files = FileStorage.inMemory(
        fileSystem: LockIsolated([folder.settings: Data(#"{"model": "small"}"#.utf8)]))
      $0.defaultFileStorage = files
    }
    #expect(
      findings.last
        == Finding(what: "model", verdict: .good, detail: "small is on this machine"))
  }

  @Test(
    "A server is shown with its address, and an unknown model is an error")
  func server() async {
    func check(_ model: String, isHere: Bool = false) async -> [Finding] {
      await findings(.engine) {
        $0.speechClient.engineStatus = {
          SpeechEngineStatus(
            engine: TranscriptionEngine(name: "host"), location: "https://host/v1",
            model: "whisper-1", models: [SpeechModel(name: "whisper-1", isServed: true)],
            server: SpeechServer(name: "host", isOnThisMachine: isHere))
        }
        $0.defaultFileStorage = .inMemory(
          fileSystem: LockIsolated([folder.settings: Data(#"{"model": "\#(model)"}"#.utf8)]))
      }
    }
    let good = await check("whisper-1")
    #expect(
      good.map(\.detail) == ["host with whisper-1 at https://host/v1, which receives the audio"])
    #expect(
      await check("whisper-1", isHere: true).first?.detail.hasSuffix("on this machine") == true)
    for name in ["base", "/models/mine"] {
      let bad = await check(name)
      #expect(bad.last?.verdict == .wrong)
      #expect(bad.last?.detail == "the server host has no model \(name)")
    }
  }

  @Test("Unreadable settings are reported, and defaults apply")
  func settings() async {
    let findings = await findings(.settings) {
      $0.defaultFileStorage = .inMemory(
        fileSystem: LockIsolated([folder.settings: Data("{".utf8)]))
    }
    #expect(findings.map(\.verdict) == [.remark])
    #expect(findings.first?.detail.contains("settings.json") == true)
    #expect(findings.first?.fix?.contains("defaults") == true)
  }

  @Test("Without a microphone or a loudspeaker the library still works")
  func sound() async {
    let recorder = await findings(.microphone) {
      $0.audioRecorder = .simulated(isPermitted: false)
    }
    #expect(recorder.map(\.verdict) == [.remark])
    #expect(recorder.first?.detail == "no microphone found")
    #expect(recorder.first?.fix != nil)
    let player = await findings(.loudspeaker) {
      $0.audioPlayer.status = { .noServer(reason: "refused") }
    }
    #expect(player.map(\.verdict) == [.remark])
    #expect(player.first?.detail.contains("refused") == true)
  }
}
