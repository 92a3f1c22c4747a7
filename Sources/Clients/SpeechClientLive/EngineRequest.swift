import Foundation
import SharedModels
import SpeechClient

/// A message to the engine.
struct EngineRequest: Encodable, Sendable {
  var op: String
  var id: String
  var audio: Source?
  var data: String?
  var beam_size: Int?
  var language: String?
  var live: Bool?
  var model: String?
  var prompt: String?
  var seconds: Double?
  var start: Double?
  var vocabulary: [String]?
  var voice_filter: Bool?
  var word_times: Bool?

  struct Source: Encodable, Sendable {
    var file: String?
    var stream: Format?
  }

  struct Format: Encodable, Sendable {
    var format = "s16le"
    var rate = SpeechAudio.sampleRate
  }

  init(_ op: String, id: String) {
    self.op = op
    self.id = id
  }

  var line: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      return try encoder.encode(self)
    }
  }
}

extension EngineRequest {
  /// The message that begins work; its id is given when it is sent.
  init(_ request: TranscriptionRequest, live: Bool = false) {
    self.init("transcribe", id: "")
    let settings = request.settings
    audio =
      switch request.audio {
      case .file(let url): Source(file: url.path(percentEncoded: false))
      case .samples: Source(stream: Format())
      }
    beam_size = settings.beamSize
    language = settings.language
    self.live = live ? true : nil
    model = request.model
    prompt = request.precedingText
    seconds = request.duration?.secondsToMillisecond
    start = request.startingAt.secondsToMillisecond
    vocabulary = settings.vocabulary?
      .split { $0 == "," || $0.isNewline }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    voice_filter = settings.voiceActivityFilter
    word_times = true
  }
}

/// Samples as the engine takes them: 16-bit, little-endian, base64.
func encoded(_ samples: [Float]) -> String {
  let integers = samples.map { sample in
    let scaled = (sample * 32768).rounded()
    return Int16(min(max(scaled.isNaN ? 0 : scaled, -32768), 32767)).littleEndian
  }
  return integers.withUnsafeBytes { Data($0) }.base64EncodedString()
}
