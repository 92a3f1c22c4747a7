import AudioFileClient
import AudioPlayerClient
import AudioRecorderClient
import CommandLineProgram
import TerminalClient
import DatabaseClient
import Dependencies
import ExportFilesClient
import ExportFilesClientLive
import Foundation
import HealthCore
import LibraryFolder
import SharedModels
import SpeechClient

/// The program with a library in memory, and a folder for its audio.
final class CommandSession: Sendable {
  static let now = Date(timeIntervalSince1970: 1_790_000_000)

  let database: DatabaseClient
  let folder: LibraryFolder
  private let uuid = UUIDGenerator.incrementing

  init(_ memos: [TranscribedMemo] = []) throws {
    database = .inMemory(memos)
    folder = LibraryFolder(
      root: FileManager.default.temporaryDirectory
        .appendingPathComponent("command-line-\(UUID().uuidString)", isDirectory: true))
    try FileManager.default.createDirectory(at: folder.audio, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder.root)
  }

  struct Outcome: Equatable {
    let status: Int32
    let output: String
    let error: String

    init(_ status: Int32, output: String = "", error: String = "") {
      self.status = status
      self.output = output
      self.error = error
    }

    /// The output of `--json`, one dictionary per line.
    var objects: [[String: Any]] {
      output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }
  }

  /// Runs the program with these arguments, on a terminal with a user who gives the answers, or
  /// with pipes and an input.
  func run(
    _ arguments: String..., onTerminal: Bool = false, width: Int = 80,
    type: String? = "xterm-256color", answer: String = "", input: String = "",
    update: (inout DependencyValues) -> Void = { _ in }
  ) async -> Outcome {
    await run(
      arguments, onTerminal: onTerminal, width: width, type: type, answer: answer, input: input,
      update: update)
  }

  func run(
    _ arguments: [String], onTerminal: Bool = false, width: Int = 80,
    type: String? = "xterm-256color", answer: String = "", input: String = "",
    update: (inout DependencyValues) -> Void = { _ in }
  ) async -> Outcome {
    let terminal = SimulatedTerminal(
      size: TerminalClient.Size(width: width, height: 24),
      environment: ["LANG": "C.UTF-8"].merging(type.map { ["TERM": $0] } ?? [:]) { $1 },
      isTerminal: onTerminal, answer: answer, input: input)
    let status = await withDependencies {
      $0.audioFile = Self.audioFile
      $0.audioPlayer = .simulated()
      $0.audioRecorder = .simulated()
      $0.terminal = .simulated(terminal)
      $0.continuousClock = ContinuousClock()
      $0.database = database
      $0.engineSetup = .simulated(isNeeded: false)
      $0.date.now = Self.now
      $0.healthCheck = .liveValue
      $0.exportFiles = .liveValue
      $0.libraryFolder = folder
      $0.speechClient = .scripted(saying: "Good morning. All is well.")
      $0.timeZone = TimeZone(secondsFromGMT: 3_600) ?? .gmt
      $0.uuid = uuid
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
      update(&$0)
    } operation: {
      await Program.run(arguments)
    }
    return Outcome(status, output: terminal.output, error: terminal.error)
  }

  @discardableResult
  func file(_ name: String, _ text: String = "sound") throws -> String {
    let url = folder.root.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// A client that copies files, uses their text as their checksum, and rejects the text
  /// "not audio".
  private static let audioFile: AudioFileClient = {
    var client = AudioFileClient.simulated()
    client.copyIn = { source, destination in
      try FileManager.default.copyItem(at: source, to: destination)
      let text = try String(contentsOf: source, encoding: .utf8)
      return StoredAudio(byteCount: Int64(text.utf8.count), sha256: text)
    }
    client.copyOut = { source, destination, _ in
      try? FileManager.default.removeItem(at: destination)
      try FileManager.default.copyItem(at: source, to: destination)
      return StoredAudio(byteCount: 5, sha256: "")
    }
    client.probe = { url in
      if (try? String(contentsOf: url, encoding: .utf8)) == "not audio" {
        throw AudioFileError.notAudio(path: url.path)
      }
      return AudioFileInfo(
        byteCount: 5, channelCount: 1, duration: .seconds(83), format: .wav, sampleRate: 16_000)
    }
    return client
  }()
}

extension TranscribedMemo {
  /// A numbered memo, one day later than the previous number.
  static func numbered(
    _ number: Int, id: String? = nil, title: String? = nil, _ text: String = "Hello there."
  ) -> TranscribedMemo {
    let id = id.flatMap(UUID.init(uuidString:)) ?? UUID(number)
    var recording = Recording.preview(
      id: Recording.ID(id), title: title ?? "Memo \(number)",
      date: Date(timeIntervalSince1970: 1_789_000_000 + 86_400 * Double(number)))
    recording.audio.sha256 = "sha \(number)"
    return TranscribedMemo(recording: recording, transcription: .preview(text))
  }
}
