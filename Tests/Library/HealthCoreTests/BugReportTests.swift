import AudioFileClient
import AudioPlayerClient
import AudioRecorderClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import SharedModels
import SpeechClient
import Testing

@testable import HealthCore

struct BugReportTests {
  private let folder = LibraryFolder(
    root: FileManager.default.temporaryDirectory
      .appendingPathComponent("okapi-\(UUID().uuidString)", isDirectory: true))

  private func report(
    variables: [String] = [], readsAudio: Bool = false,
    update: (inout DependencyValues) -> Void = { _ in }
  ) async -> BugReport {
    await withDependencies {
      $0.audioFile = .simulated()
      $0.audioPlayer = .simulated()
      $0.audioRecorder = .simulated()
      $0.database = .inMemory([TranscribedMemo(recording: .mock, transcription: .mock)])
      $0.date = .constant(Date(timeIntervalSince1970: 1_790_000_000))
      $0.healthCheck = .liveValue
      $0.libraryFolder = folder
      $0.speechClient = .lorem()
      $0.timeZone = .gmt
      update(&$0)
    } operation: {
      await BugReportMaker().report(variables: variables, readsAudio: readsAudio)
    }
  }

  private func lines(_ title: String, of report: BugReport) -> [String] {
    report.sections.first { $0.title == title }?.lines ?? []
  }

  /// None is a word of the program.
  private let secrets = [
    "okapi", "quagga", "giraffe", "walrus", "hunter2", "narwhal", "axolotl", "lynx", "puffin",
    "ocelot", "10.20.30.40", "471108",
  ]

  @Test("Titles, texts, names, paths, hosts, and secrets are in no report")
  func nothingPersonal() async throws {
    try FileManager.default.createDirectory(at: folder.audio, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.root) }
    let told = """
      cannot connect to giraffe.example (10.20.30.40:471108) for 'Quagga plan' in /home/walrus/okapi: \
      the token hunter2 of Ocelot is not valid, giraffe, axolotl
      """
    let memos = (0..<4).map { number in
      var memo = Recording.preview(
        id: Recording.ID(UUID(number)), title: "Quagga plan 471108, giraffe")
      memo.audio.fileName = "walrus-\(number).flac"
      memo.audio.sha256 = "hunter2-\(number)"
      memo.provenance =
        number == 0
        ? .recorded(device: "Ocelot's phone") : .imported(fileName: "puffin.m4a", date: nil)
      memo.tags = ["narwhal"]
      memo.transcription = number == 1 ? .unknown(status: "lynx") : .failed(reason: told)
      return TranscribedMemo(recording: memo, transcription: .preview("The axolotl sleeps."))
    }
    let settings = """
      {
        "assistant": "https://giraffe.example/v1", "assistantKey": "/home/walrus/hunter2",
        "assistantModel": "quagga", "engine": "https://giraffe.example/v1", "engineKey": "/home/walrus/hunter2",
        "language": "lynx", "model": "/home/walrus/okapi", "theme": "lynx",
        "vocabulary": ["narwhal", "axolotl"]
      }
      """
    let subjects: [(inout DependencyValues) -> Void] = [
      { _ in },
      { $0.database.integrityProblems = { [told] } },
      {
        $0.database.integrityProblems = {
          throw DatabaseError.unreachable(address: "postgres://walrus@giraffe/okapi", detail: told)
        }
        $0.database.recordings = { _ in throw DatabaseError.corrupt(path: told, detail: told) }
      },
      {
        $0.speechClient.engineStatus = {
          SpeechEngineStatus(
            engine: TranscriptionEngine(name: "ocelot", version: "hunter2"), location: told,
            model: "quagga", server: SpeechServer(name: "giraffe", isOnThisMachine: false))
        }
      },
      {
        $0.speechClient.engineStatus = {
          SpeechEngineStatus(
            engine: TranscriptionEngine(name: "faster-whisper", version: "1.2-walrus"),
            failure: .engine(message: told, hint: told))
        }
      },
      { $0.healthCheck = .live { told } },
      {
        $0.defaultFileStorage = .inMemory(
          fileSystem: LockIsolated([folder.settings: Data("{ giraffe".utf8)]))
      },
    ]
    for (number, change) in subjects.enumerated() {
      let report = await report(variables: ["SPEECHMEMO_TOKEN"], readsAudio: true) {
        $0.database = .inMemory(memos)
        $0.defaultFileStorage = .inMemory(
          fileSystem: LockIsolated([folder.settings: Data(settings.utf8)]))
        change(&$0)
      }
      let text = report.description.lowercased()
      for secret in secrets {
        #expect(!text.contains(secret), "\(number): \(secret) is in:\n\(report)")
      }
      #expect(lines("Last errors", of: report) != ["none"], "\(number)")
    }
  }

  @Test("A report has versions, settings, counts, checks, errors, and timings")
  func contents() async throws {
    try FileManager.default.createDirectory(at: folder.audio, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.root) }
    var failed = Recording.preview(id: Recording.ID(UUID(7)), title: "Another")
    failed.audio.sha256 = "other"
    failed.transcription = .failed(reason: "the engine was killed (exit code 137) in /tmp/x")
    let memos = [
      TranscribedMemo(recording: .mock, transcription: .mock),
      TranscribedMemo(recording: failed, transcription: .mock),
    ]
    let report = await report(variables: ["SPEECHMEMO_HOME", "SPEECHMEMO_TOKEN"]) {
      $0.database = .inMemory(memos)
      $0.defaultFileStorage = .inMemory(
        fileSystem: LockIsolated([
          folder.settings: Data(#"{"language": "de", "model": "large-v3"}"#.utf8)
        ]))
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(
          engine: TranscriptionEngine(name: "faster-whisper", version: "1.2.1"), model: "tiny.en")
      }
    }
    #expect(
      report.sections.map(\.title) == [
        "Versions", "Settings", "Counts", "Checks", "Last errors", "Timings",
      ])
    let versions = lines("Versions", of: report)
    #expect(versions.first == "SpeechMemo: 1.2.3 (deadbee)")
    #expect(versions.contains("engine: faster-whisper 1.2.1"))
    #expect(versions.last == "made on: 2026-09-21")
    let settings = lines("Settings", of: report)
    #expect(settings.contains("language: de") && settings.contains("model: large-v3"))
    #expect(settings.contains("engine: whisper") && settings.contains("webhook: none"))
    #expect(settings.last == "variables: SPEECHMEMO_HOME, SPEECHMEMO_TOKEN")
    let counts = lines("Counts", of: report)
    #expect(counts.first == "memos: 2, 0 in the trash")
    #expect(counts.contains("transcripts: done 1, failed 1"))
    #expect(counts.last == "crash reports: 0")
    #expect(lines("Checks", of: report).contains("speech engine: good"))
    let errors = lines("Last errors", of: report)
    #expect(errors.contains("audio folder: 2 memos have no audio file"))
    #expect(
      errors.last == "failed transcript (1): the engine was killed exit code 137 in …")
    #expect(lines("Timings", of: report).allSatisfy { $0.hasSuffix(" ms") })
    #expect(report.description.hasPrefix("Versions\n  SpeechMemo: 1.2.3 (deadbee)\n"))
  }

  @Test(
    "Only common words and short numbers are left of a message",
    arguments: [
      ("the disk is full", "the disk is full"),
      ("No such file or directory: '/a/b'", "No such file or directory: …"),
      ("cannot open giraffe.wav, and not \"the zebra\".", "cannot open … and not …"),
      ("exit code 137 at 12345", "exit code 137 at …"), ("", ""), ("zebra giraffe", "…"),
      ("call 040 123 456, or (12. 3. 1985)", "… or …"), ("3 of 10 files", "3 of 10 files"),
      ("can't read 'New job: it isn't mine', but 'The end'", "can't read …"),
      ("model='my new job' isn't “a model”: retry", "… isn't … retry"),
      ("the users' \"page is open", "the …"),
    ])
  func words(text: String, left: String) {
    #expect(PublicText.words(of: text) == left)
  }

  @Test(
    "Names of models are kept if they are Whisper's",
    arguments: [
      ("tiny.en", true), ("distil-large-v3", true), ("large", true), ("base.giraffe", false),
      ("", false), ("/base", false), ("tiny..en", false),
    ])
  func models(name: String, isKept: Bool) {
    #expect(PublicText.model(name) == (isKept ? name : "other"))
  }

  @Test("A report is a new file that only its owner can read")
  func file() async throws {
    try FileManager.default.createDirectory(at: folder.root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.root) }
    let report = BugReport(sections: [BugReport.Section(title: "A", lines: ["b", "c"])])
    let file = folder.root.appendingPathComponent("report.txt")
    try BugReport.check(file)
    try report.write(to: file)
    #expect(try String(contentsOf: file, encoding: .utf8) == "A\n  b\n  c\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let exists = BugReport.Problem(
      description: "\(file.path) already exists and was left unchanged; choose another name")
    #expect(throws: exists) { try BugReport.check(file) }
    #expect(throws: exists) { try BugReport(sections: []).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == "A\n  b\n  c\n")
    // Links are not followed, even if they lead nowhere.
    let link = folder.root.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "\(folder.root.path)/nowhere")
    #expect(throws: BugReport.Problem.self) { try report.write(to: link) }
    let nowhere = folder.root.appendingPathComponent("none/report.txt")
    #expect(throws: BugReport.Problem.self) { try report.write(to: nowhere) }
  }
}
