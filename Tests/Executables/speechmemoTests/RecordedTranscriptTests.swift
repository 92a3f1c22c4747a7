import Foundation
import TestSoundServer
import TestTerminal
import Testing

/// Whether speech that comes from the microphone is understood as well as the file it came from.
@Suite(
  .enabled(if: TestSoundServer.isInstalled, "pulseaudio is not installed"),
  .enabled(if: RealEngine.isSetUp, "the speech engine is not set up: make bootstrap"),
  .enabled(if: ReadSpeech.isHere, "pocketsphinx-testdata is not installed"))
struct RecordedTranscriptTests {
  @Test("A recording's transcript is as good as its source file's")
  func asGood() async throws {
    let server = try await TestSoundServer.start()
    defer { server.kill() }
    let sandbox = try Sandbox(soundServer: server.address)
    let speech = try ReadSpeech()
    // The engine transcribes some words differently if the speech starts slightly later, as it does
    // in a recording.
    let delays = [0, 1_600, 4_000, 8_000]
    for delay in delays {
      let file = try sandbox.file(
        "speech-\(delay).wav",
        Sound.wav(frames: delay + speech.samples.count) {
          $0 < delay ? 0 : speech.samples[$0 - delay]
        })
      try RealEngine.run(sandbox, "import", file).expectSuccess()
    }

    let recording = try RealEngine.start(sandbox, "record", "--title", "heard", "--json")
    _ = try await onItsOwnThread { try sandbox.firstLine(of: recording) }
    try server.play(speech.samples.map { Float($0) / 32_768 }, rate: 16_000)
    // It ends when all has been played, however late that began.
    recording.child.send(SIGINT)
    let recorded = try sandbox.finish(recording)
    #expect(recorded.status == 0, "\(recorded.error)")

    let count = Double(speech.words.count)
    let own = try delays.map { delay in
      Double(errors(in: try sandbox.text(of: "speech-\(delay)"), against: speech.words)) / count
    }
    let text = try sandbox.text(of: "heard")
    let heard = Double(errors(in: text, against: speech.words)) / count
    let worst = try #require(own.max())
    #expect(worst < 0.2, "the engine does not understand the file: \(own)")
    #expect(heard <= worst + 0.05, "word error rate \(heard), of the file \(own): \(text)")
  }

  /// The fewest words to change, to add or to leave out.
  private func errors(in text: String, against words: [String]) -> Int {
    let found = ReadSpeech.words(of: text)
    var row = Array(0...found.count)
    for (line, word) in words.enumerated() {
      var new = [line + 1]
      for (column, other) in found.enumerated() {
        new.append(
          min(row[column] + (word == other ? 0 : 1), row[column + 1] + 1, new[column] + 1))
      }
      row = new
    }
    return row[found.count]
  }
}

/// Passages of a novel, read aloud, with their text.
private struct ReadSpeech {
  private static let folder = "/usr/share/pocketsphinx/test/data/librivox"

  static let isHere = FileManager.default.fileExists(atPath: folder + "/transcription")

  var samples: [Int16] = []
  var words: [String] = []

  init() throws {
    let lines = try String(contentsOfFile: Self.folder + "/transcription", encoding: .utf8)
      .split(separator: "\n")
    for line in lines.prefix(3) {
      let name = try #require(line.split(separator: "(").last).dropLast()
      let text = try #require(line.split(separator: "(").first)
        .replacingOccurrences(of: "<s>", with: "").replacingOccurrences(of: "</s>", with: "")
      words += Self.words(of: text)
      let file = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(name).wav"))
      samples += file.dropFirst(44).withUnsafeBytes { bytes in
        (0..<bytes.count / 2).map {
          Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))
        }
      }
    }
  }

  static func words(of text: String) -> [String] {
    text.lowercased().replacingOccurrences(of: "mr.", with: "mister")
      .split { !$0.isLetter && $0 != "'" }.map(String.init)
  }
}
