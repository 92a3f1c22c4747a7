import Foundation
import OpenAIConnection
import SpeechClient

actor ServerModels {
  private let connection: OpenAIConnection
  private var forms: [String: ResponseFormat] = [:]
  private var listing: Task<[String]?, any Error>?
  private var pieceLimit = ServerModels.longestPiece
  private var timeless: Set<String> = []

  /// Five minutes: 10 MB, where 25 MB is the usual limit of a server.
  static let longestPiece = 300 * SpeechAudio.sampleRate
  static let shortPiece = 30 * SpeechAudio.sampleRate
  /// A server that rejects two seconds rejects everything.
  static let shortestPiece = 2 * SpeechAudio.sampleRate

  init(_ connection: OpenAIConnection) {
    self.connection = connection
  }

  func form(of model: String) -> ResponseFormat { forms[model] ?? ResponseFormat(model: model) }

  func setForm(_ form: ResponseFormat, of model: String) { forms[model] = form }

  func noteMissingTimes(of model: String) { timeless.insert(model) }

  func pieceLength(of model: String) -> Int {
    let isTimed = !timeless.contains(model) && form(of: model) != .text
    return min(pieceLimit, isTimed ? Self.longestPiece : Self.shortPiece)
  }

  func lowerPieceLimit(below count: Int) -> Bool {
    pieceLimit = min(pieceLimit, count / 2)
    return pieceLimit >= Self.shortestPiece
  }

  /// `nil` if the server lists no models. Throws ``SpeechClient/SpeechClient/Failure``.
  func names() async throws -> [String]? {
    let connection = connection
    let task = listing ?? Task { try await Self.list(connection) }
    listing = task
    do {
      return try await task.value
    } catch {
      listing = nil
      throw error
    }
  }

  func forgetNames() { listing = nil }

  func model(_ name: String?) async throws -> String {
    if let name {
      guard !name.hasPrefix("/")
      else {
        throw SpeechClient.Failure.request(
          message: "the speech server cannot use a model in a folder on this machine: \(name)",
          hint: "'speechmemo settings model default' leaves the choice to the server")
      }
      return name
    }
    return Self.defaultModel(of: try await names() ?? [])
  }

  static func defaultModel(of names: [String]) -> String {
    // Models with word times come first.
    names.first { $0 == "whisper-1" } ?? names.first { $0.lowercased().contains("whisper") }
      ?? names.first { $0.contains("transcribe") && !$0.contains("diarize") } ?? names.first
      ?? "whisper-1"
  }

  private static func list(_ connection: OpenAIConnection) async throws -> [String]? {
    let response = try await connection.models()
    // Some servers have one model, and no list.
    if [404, 405, 501].contains(response.status) { return nil }
    guard response.status == 200,
      let list = try? JSONDecoder().decode(ModelListResponse.self, from: Data(response.body))
    else { throw connection.server.speechFailure(response) }
    let names = list.data.compactMap(\.value?.id).map { String($0.withoutControls.prefix(200)) }
    let known = names.filter(isForSpeech)
    return known.isEmpty ? names : known
  }

  /// Servers list all kinds of models. These words mark speech models.
  private static func isForSpeech(_ name: String) -> Bool {
    let name = name.lowercased()
    return [
      "whisper", "transcribe", "voxtral", "parakeet", "canary", "moonshine", "sensevoice",
      "wav2vec",
      "asr", "stt", "speech-to-text",
    ].contains(where: name.contains) && !name.contains("realtime")
  }
}

private struct ModelListResponse: Decodable {
  struct Model: Decodable {
    var id: String
  }

  var data: [Lenient<Model>]
}
