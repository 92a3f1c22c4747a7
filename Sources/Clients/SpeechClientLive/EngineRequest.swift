import Foundation
import SharedModels
import SpeechClient

struct EngineRequest: Sendable {
  enum Operation: Sendable {
    case add(model: String)
    case audio(byteCount: Int)
    case cancel
    case end
    case load(model: String?)
    case remove(model: String)
    case speakers(SpeakersRequest)
    case transcribe(TranscriptionRequest, isLive: Bool)
  }

  var id: String
  var operation: Operation

  init(_ operation: Operation, id: String) {
    self.id = id
    self.operation = operation
  }

  var line: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      return try encoder.encode(self)
    }
  }
}

extension EngineRequest: Encodable {
  private enum CodingKeys: String, CodingKey {
    case beamSize = "beam_size"
    case bytes, count, id, language, live, model
    case operation = "op"
    case prompt, resume, seconds, start, threads, vocabulary
    case voiceFilter = "voice_filter"
    case wordTimes = "word_times"
    case words
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(name, forKey: .operation)
    try fields.encode(id, forKey: .id)
    switch operation {
    case .audio(let byteCount):
      try fields.encode(byteCount, forKey: .bytes)
    case .cancel, .end:
      break
    case .add(let model), .remove(let model):
      try fields.encode(model, forKey: .model)
    case .load(let model):
      try fields.encodeIfPresent(model, forKey: .model)
    case .speakers(let request):
      try fields.encodeIfPresent(request.count, forKey: .count)
      try fields.encodeIfPresent(request.duration?.secondsToMillisecond, forKey: .seconds)
      try fields.encode(
        request.words.map {
          [$0.lowerBound.secondsToMillisecond, $0.upperBound.secondsToMillisecond]
        }, forKey: .words)
    case .transcribe(let request, let isLive):
      let settings = request.settings
      try fields.encode(settings.beamSize, forKey: .beamSize)
      try fields.encodeIfPresent(settings.language, forKey: .language)
      if isLive { try fields.encode(true, forKey: .live) }
      try fields.encodeIfPresent(request.model, forKey: .model)
      try fields.encodeIfPresent(
        request.checkpoint == nil ? request.precedingText : nil, forKey: .prompt)
      try fields.encodeIfPresent(request.checkpoint?.state, forKey: .resume)
      try fields.encodeIfPresent(request.duration?.secondsToMillisecond, forKey: .seconds)
      let start = request.checkpoint?.start ?? request.startingAt
      try fields.encode(start.secondsToMillisecond, forKey: .start)
      if !isLive { try fields.encode(request.threadCount, forKey: .threads) }
      let vocabulary = settings.vocabulary?
        .split { $0 == "," || $0.isNewline }
        .map { $0.trimmingCharacters(in: .whitespaces) }
      try fields.encodeIfPresent(vocabulary, forKey: .vocabulary)
      try fields.encode(settings.voiceActivityFilter, forKey: .voiceFilter)
      try fields.encode(true, forKey: .wordTimes)
    }
  }

  private var name: String {
    switch operation {
    case .add: "add"
    case .audio: "audio"
    case .cancel: "cancel"
    case .end: "end"
    case .load: "load"
    case .remove: "remove"
    case .speakers: "speakers"
    case .transcribe: "transcribe"
    }
  }
}

extension EngineRequest.Operation {
  /// The request with all cores, since a borrowed engine must not be left with fewer threads.
  var alone: Self {
    guard case .transcribe(var request, let isLive) = self
    else { return self }
    request.concurrency = 1
    return .transcribe(request, isLive: isLive)
  }
}

extension TranscriptionRequest {
  fileprivate var threadCount: Int { max(1, EngineSettings.coreCount / max(1, concurrency)) }
}

/// Encodes 32-bit floats in native byte order, always little-endian here. NaN becomes silence.
func encoded(_ samples: some Collection<Float>) -> Data {
  var numbers = Array(samples)
  for index in numbers.indices where !(-1...1).contains(numbers[index]) {
    numbers[index] = numbers[index].isNaN ? 0 : numbers[index] < 0 ? -1 : 1
  }
  return numbers.withUnsafeBytes { Data($0) }
}
