import Clocks
import Foundation
import OpenAIConnection
import SharedModels
import SpeechClient
import SpeechClientOpenAILive
import TestWebServer

/// An answer as servers give it, written after their documentation.
func answer(_ name: String) throws -> String {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "OpenAIAnswers")
  return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
}

/// Audio of that length, loud in the given seconds, and quiet in the others.
func sound(_ seconds: Double, loudIn ranges: Range<Double>...) -> [Float] {
  let rate = Double(SpeechAudio.sampleRate)
  var samples = [Float](repeating: 0.001, count: Int(seconds * rate))
  for range in ranges {
    let (start, end) = (Int((range.lowerBound * rate).rounded(.up)), range.upperBound * rate)
    for index in start..<min(samples.count, Int(end.rounded(.up))) { samples[index] = 0.3 }
  }
  for index in samples.indices where index / 20 % 2 == 1 { samples[index].negate() }
  return samples
}

extension SpeechAudio {
  /// Audio in chunks of a second that can be read again from any time.
  static func recording(_ samples: [Float]) -> Self {
    .recording { start in
      let first = Int(start / .milliseconds(1)) * sampleRate / 1000
      let pieces = stride(from: min(first, samples.count), to: samples.count, by: sampleRate).map {
        Array(samples[$0..<min($0 + sampleRate, samples.count)])
      }
      return AsyncThrowingStream { continuation in
        for piece in pieces { continuation.yield(piece) }
        continuation.finish()
      }
    }
  }
}

extension WebServer {
  /// It, as the engine of a client that has the environment's key.
  func client(
    key: String? = "secret-key", clock: any Clock<Duration> = ImmediateClock(),
    change: (inout OpenAIServer) -> Void = { _ in }
  ) -> SpeechClient {
    var server = OpenAIServer(
      origin + "/v1", for: .speech, environment: key.map { ["SPEECHMEMO_ENGINE_KEY": $0] } ?? [:])
    change(&server)
    return .openAI(server, clock: clock)
  }
}

extension WebServer.Request {
  /// The fields of its form, in order, without the file.
  var form: [String] {
    let boundary = headers["content-type"]?.split(separator: "=").last.map(String.init) ?? "none"
    return body.components(separatedBy: "--\(boundary)").compactMap { part in
      let halves = part.components(separatedBy: "\r\n\r\n")
      guard halves.count > 1, !halves[0].contains("filename"),
        let name = halves[0].split(separator: "\"").dropFirst().first
      else { return nil }
      // The line's end is one character.
      return "\(name)=\(halves[1...].joined().dropLast())"
    }
  }

  /// The length of its audio, in seconds.
  var soundLength: Double? {
    guard let start = Data(bytes).range(of: Data("RIFF".utf8))?.lowerBound
    else { return nil }
    let size = bytes[(start + 40)..<(start + 44)].reversed().reduce(0) { $0 << 8 | Int($1) }
    return Double(size) / 2 / Double(SpeechAudio.sampleRate)
  }
}

extension SpeechClient {
  /// All events for audio, and the error.
  func events(
    _ samples: [Float] = sound(8.47, loudIn: 0..<8.47),
    _ change: (inout TranscriptionRequest) -> Void = { _ in }
  ) async -> (events: [TranscriptionEvent], failure: (any Error)?) {
    var events: [TranscriptionEvent] = []
    var request = TranscriptionRequest(
      audio: .recording(samples),
      duration: .milliseconds(samples.count * 1000 / SpeechAudio.sampleRate), model: "whisper-1")
    change(&request)
    do {
      for try await event in transcribe(request) { events.append(event) }
      return (events, nil)
    } catch {
      return (events, error)
    }
  }

  /// The error of an audio file's transcription.
  func failure() async -> SpeechClient.Failure? { await events().failure as? SpeechClient.Failure }
}

extension [TranscriptionEvent] {
  var segments: [Segment] { flatMap(\.segments) }
  var text: String { segments.map(\.text).joinedAsText() }
  var words: [Word] { segments.flatMap(\.words) }

  var checkpoints: [TranscriptionCheckpoint] {
    compactMap { if case .passage(_, let checkpoint) = $0 { checkpoint } else { nil } }
  }

  var isFinished: Bool { if case .finished? = last { true } else { false } }
}
