import AudioFileClient
import AudioFileClientLive
import Foundation
import SpeechClient
import SpeechClientLive
import Testing

enum Corpus {
  static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../../shared/corpus").standardizedFileURL

  static var isHere: Bool {
    FileManager.default.fileExists(atPath: file("jfk.wav").path(percentEncoded: false))
  }

  static var hasEngine: Bool { isInEngine("stamp") }

  /// The real engine with the model of its packages. None is borrowed from a program that happens to
  /// run.
  static var engineSettings: EngineSettings {
    var settings = EngineSettings()
    settings.environment["XDG_RUNTIME_DIR"] =
      FileManager.default.temporaryDirectory.appending(path: "no-lender").path
    settings.environment["SPEECHMEMO_MODELS"] =
      FileManager.default.temporaryDirectory.appending(path: "no-models").path
    return settings
  }

  static var tellsSpeakersApart: Bool { hasEngine && isInEngine("speakers/weights.json") }

  private static func isInEngine(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(engineFolder)/\(file)")
  }

  static var engineFolder: String {
    let environment = ProcessInfo.processInfo.environment
    let data = environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? "") + "/.local/share"
    return environment["SPEECHMEMO_ENGINE"] ?? data + "/speechmemo-engine"
  }

  /// The recordings with samples, in order.
  static var names: [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
    return (files ?? []).filter { $0.hasSuffix(".wav") }.sorted()
  }

  static func file(_ name: String) -> URL {
    folder.appending(path: name)
  }

  static func recording(_ name: String) -> SpeechAudio {
    recording(file(name))
  }

  /// A file's audio, decoded as in the app.
  static func recording(_ file: URL) -> SpeechAudio {
    .recording { AudioFileClient.live().decode(url: file, startingAt: $0) }
  }

  /// Samples that can be read again.
  static func recording(_ samples: [Float]) -> SpeechAudio {
    .recording { start in
      let first = Int(start.wholeMilliseconds) * SpeechAudio.sampleRate / 1000
      return AsyncThrowingStream { continuation in
        continuation.yield(Array(samples.dropFirst(first)))
        continuation.finish()
      }
    }
  }

  /// A 16-bit WAV file's samples: what follows the word `data` and its length.
  static func samples(_ name: String) throws -> [Float] {
    let data = try Data(contentsOf: file(name))
    let start = try #require(data.range(of: Data("data".utf8))).upperBound + 4
    return stride(from: start, to: data.count - 1, by: 2).map {
      Float(Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8)) / 32768
    }
  }
}
