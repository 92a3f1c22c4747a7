import Foundation
import SharedModels
import SpeechClient

struct EngineRequest: Encodable, Sendable {
  private var beamSize: Int?
  private var bytes: Int?
  private var count: Int?
  private var faint: Bool?
  private var id = ""
  private var known: [KnownWord]?
  private var language: String?
  private var languages: [String]?
  private var live: Bool?
  private var model: String?
  private var op: String
  private var preferred: [String]?
  private var prompt: String?
  private var resume: String?
  private var seconds: Double?
  private var start: Double?
  private var threads: Int?
  private var vocabulary: [String]?
  private var voiceFilter: Bool?
  private var words: [[Double]]?

  private init(_ operation: String, model: String? = nil) {
    self.model = model
    op = operation
  }

  static let cancel = Self("cancel")
  static let end = Self("end")

  static func add(model: String) -> Self { Self("add", model: model) }

  static func audio(byteCount: Int) -> Self {
    var request = Self("audio")
    request.bytes = byteCount
    return request
  }

  static func load(model: String?) -> Self { Self("load", model: model) }

  static func remove(model: String) -> Self { Self("remove", model: model) }

  static func speakers(_ wanted: SpeakersRequest) -> Self {
    var request = Self("speakers")
    request.count = wanted.count
    request.seconds = wanted.duration?.secondsToMillisecond
    request.words = wanted.words.map {
      [$0.lowerBound.secondsToMillisecond, $0.upperBound.secondsToMillisecond]
    }
    return request
  }

  static func transcribeLive(_ wanted: TranscriptionRequest, known: [Word]) -> Self {
    var request = transcribe(wanted, isLive: true)
    request.known = known.isEmpty ? nil : known.map(KnownWord.init)
    return request
  }

  static func transcribe(_ wanted: TranscriptionRequest, isLive: Bool) -> Self {
    let settings = wanted.settings
    var request = Self("transcribe", model: wanted.model)
    request.beamSize = isLive ? TranscriptionQuality.fast.beamSize : settings.beamSize
    request.faint = settings.voiceFilter == .low ? true : nil
    request.language = settings.language
    request.languages = settings.language == nil ? settings.languages : nil
    request.live = isLive ? true : nil
    request.preferred =
      settings.language == nil && !wanted.likelyLanguages.isEmpty ? wanted.likelyLanguages : nil
    request.prompt = wanted.checkpoint == nil ? wanted.precedingText : nil
    request.resume = wanted.checkpoint?.state
    request.seconds = wanted.duration?.secondsToMillisecond
    request.start = wanted.start.secondsToMillisecond
    request.threads =
      isLive ? nil : max(1, EngineSettings.coreCount / max(1, wanted.concurrency))
    request.vocabulary = settings.vocabulary?
      .split { $0 == "," || $0.isNewline }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    request.voiceFilter = settings.voiceFilter != .off
    return request
  }

  /// Uses all cores, since a borrowed engine must not be left with fewer threads.
  var alone: Self {
    var request = self
    request.threads = threads.map { _ in EngineSettings.coreCount }
    return request
  }

  func line(id: String) throws -> Data {
    var request = self
    request.id = id
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .withoutEscapingSlashes
    return try encoder.encode(request)
  }
}

private struct KnownWord: Encodable {
  var end: Double
  var start: Double
  var text: String

  init(_ word: Word) {
    end = word.end.secondsToMillisecond
    start = word.start.secondsToMillisecond
    text = word.text
  }
}

/// Encodes 32-bit floats in native byte order, always little-endian here. NaN becomes silence.
func encoded(_ samples: some Collection<Float>) -> Data {
  var numbers = Array(samples)
  for index in numbers.indices where !(-1...1).contains(numbers[index]) {
    numbers[index] = numbers[index].isNaN ? 0 : numbers[index] < 0 ? -1 : 1
  }
  return numbers.withUnsafeBytes { Data($0) }
}
