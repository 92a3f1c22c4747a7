import ConcurrencyExtras
import OpenAIConnection
import SharedModels
import SpeechClient
import TurnDetection

/// Live text by turns: speech up to a pause is sent once, and its words are final.
struct ServerLiveText: Sendable {
  private let connection: OpenAIConnection
  private let emit: @Sendable (SpeechRecognitionResult) async -> Void
  private let models: ServerModels
  private let reading = LockIsolated<(task: Task<Void, Never>?, hasEnded: Bool)>((nil, false))
  private let request: TranscriptionRequest

  /// In milliseconds. The length limit lets long speech without pauses show words.
  private static let turns = TurnDetector.Settings(silence: 600, longest: 20_000)

  private struct Turn: Sendable {
    var samples: [Int16] = []
    var start: Int
  }

  init(
    _ request: TranscriptionRequest, _ connection: OpenAIConnection, _ models: ServerModels,
    emit: @escaping @Sendable (SpeechRecognitionResult) async -> Void
  ) {
    self.connection = connection
    self.emit = emit
    self.models = models
    self.request = request
  }

  func endAudio() {
    reading.withValue { reading in
      reading.hasEnded = true
      reading.task?.cancel()
    }
  }

  func run() async throws {
    let model = try await models.model(request.model)
    let transcriber = ServerTranscriber(
      connection: connection, model: model, models: models, settings: request.settings)
    let (turns, continuation) = AsyncThrowingStream<Turn, any Error>.makeStream()
    let samples = request.audio.samples(from: .zero)
    let task = Task { await Self.cut(samples, into: continuation) }
    reading.withValue { reading in
      reading.task = task
      if reading.hasEnded { task.cancel() }
    }
    defer { task.cancel() }
    var transcription = Transcription(
      model: model, segments: [], settings: request.settings)
    var validator = OutputValidator(from: .zero)
    for try await turn in turns {
      let passage = try await transcriber.passage(
        in: turn.samples, after: ServerTranscriber.end(of: transcription.text))
      let start = Duration.samples(turn.start)
      let end = start + Duration.samples(turn.samples.count)
      transcription.language = transcription.language ?? passage.language
      transcription.segments += try passage.segments.map {
        try validator.validate($0.moved(by: start), received: end)
      }
      if !passage.segments.isEmpty { await report(transcription, isFinal: false) }
    }
    try Task.checkCancellation()
    await report(transcription, isFinal: true)
  }

  private func report(_ transcription: Transcription, isFinal: Bool) async {
    await emit(
      SpeechRecognitionResult(
        bestTranscription: transcription, isFinal: isFinal,
        settledWordCount: transcription.words.count))
  }

  private static func cut(
    _ samples: SpeechAudio.Samples, into turns: AsyncThrowingStream<Turn, any Error>.Continuation
  ) async {
    var detector = TurnDetector(Self.turns, rate: SpeechAudio.sampleRate)
    var turn: Turn?
    func take(_ parts: [TurnDetector.Part]) {
      for part in parts {
        switch part {
        case .started(let place): turn = Turn(start: place)
        case .sound(let samples): turn?.samples += samples
        case .stopped:
          if let turn { turns.yield(turn) }
          turn = nil
        }
      }
    }
    do {
      for try await piece in samples { take(detector.add(piece.asInt16)) }
    } catch {
      if !Task.isCancelled {
        turns.finish(throwing: error)
        return
      }
    }
    if var turn {
      turn.samples += detector.flush()
      turns.yield(turn)
    }
    turns.finish()
  }
}
