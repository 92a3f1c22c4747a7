import Foundation
import OpenAIConnection
import SharedModels
import SpeechClient

/// Resumed work gives the same text, as far as the server is deterministic.
struct ServerRecognition: Sendable {
  private let connection: OpenAIConnection
  private let emit: @Sendable (TranscriptionEvent) async -> Void
  private let models: ServerModels
  private let request: TranscriptionRequest

  /// Changes with the state's format and the length of pieces.
  private static let form = "1"

  private struct Place: Codable {
    var language: String?
    var text: String
  }

  private struct State {
    var hasBegun = false
    var place: Place
    var position: Int
    var validator: OutputValidator
  }

  init(
    _ request: TranscriptionRequest, _ connection: OpenAIConnection, _ models: ServerModels,
    emit: @escaping @Sendable (TranscriptionEvent) async -> Void
  ) {
    self.connection = connection
    self.emit = emit
    self.models = models
    self.request = request
  }

  func run() async throws {
    let model = try await models.model(request.model)
    let transcriber = ServerTranscriber(
      connection: connection, model: model, models: models, settings: request.settings)
    let maker = "openai \(connection.server.name) \(Self.form) \(model)"
    var request = request
    if request.checkpoint?.maker != maker { request.checkpoint = nil }
    let place = request.checkpoint.flatMap {
      try? JSONDecoder().decode(Place.self, from: Data($0.state.utf8))
    }
    let start = request.start
    var state = State(
      place: place ?? Place(text: ServerTranscriber.end(of: request.precedingText ?? "")),
      position: 0,
      validator: OutputValidator(from: request.startingAt, until: request.duration))

    var splitter = AudioSplitter()
    func work(onAll isEnd: Bool) async throws {
      while !splitter.samples.isEmpty {
        let limit = await models.pieceLength(of: model)
        guard isEnd || splitter.samples.count >= limit
        else { return }
        let piece = splitter.split(limit, isEnd: isEnd)
        do {
          let passage = try await transcriber.passage(in: piece, after: state.place.text)
          try await take(passage, of: piece.count, from: start, by: transcriber, maker, &state)
        } catch is ServerTranscriber.TooLong {
          guard await models.lowerPieceLimit(below: piece.count)
          else { throw connection.server.speechFailure(ServerResponse(status: 413)) }
          splitter.putBack(piece)
        }
      }
    }
    for try await piece in request.samples {
      splitter.add(piece.asInt16)
      try await work(onAll: false)
    }
    try await work(onAll: true)
    try Task.checkCancellation()
    try await begin(transcriber, &state)
    await emit(
      .finished(
        TranscriptionSummary(
          engine: connection.server.engine, language: state.place.language, model: model,
          repairs: 0)))
  }

  private func take(
    _ passage: ServerTranscriber.Passage, of count: Int, from start: Duration,
    by transcriber: ServerTranscriber, _ maker: String, _ state: inout State
  ) async throws {
    try await begin(transcriber, &state)
    let offset = start + Duration.samples(state.position)
    state.position += count
    let reached = start + Duration.samples(state.position)
    if state.place.language == nil, let language = passage.language {
      state.place.language = language
      await emit(.language(language, probability: 1))
    }
    let segments = try passage.segments.map {
      try state.validator.validate($0.moved(by: offset), received: reached)
    }
    let text = ([state.place.text] + segments.map(\.text)).joinedAsText()
    state.place.text = ServerTranscriber.end(of: text)
    let saved = try JSONEncoder().encode(state.place)
    if !segments.isEmpty {
      await emit(
        .passage(
          segments,
          TranscriptionCheckpoint(
            maker: maker, start: reached, state: String(decoding: saved, as: UTF8.self))))
    }
    if let duration = request.duration, duration > .zero {
      await emit(.progress(min(1, reached / duration)))
    }
  }

  private func begin(_ transcriber: ServerTranscriber, _ state: inout State) async throws {
    guard !state.hasBegun
    else { return }
    state.hasBegun = true
    await emit(
      .started(SpeechEngineInfo(engine: connection.server.engine, model: transcriber.model)))
  }
}

extension OpenAIServer {
  var engine: TranscriptionEngine { TranscriptionEngine(name: name) }
}

extension Segment {
  func moved(by time: Duration) -> Segment {
    var segment = self
    segment.start += time
    segment.end += time
    for index in segment.words.indices {
      segment.words[index].start += time
      segment.words[index].end += time
    }
    return segment
  }
}
