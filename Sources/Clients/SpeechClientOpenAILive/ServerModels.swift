import Foundation
import SpeechClient

/// What is known of a server: its models, and what each of them gives. It is asked once.
actor ServerModels {
  /// Two hundred and some tokens, which is as much as models take of what was said before.
  private let connection: ServerConnection
  private var forms: [String: AnswerForm] = [:]
  private var listing: Task<[String]?, any Error>?
  /// The longest piece that the server takes, in samples.
  private var pieceLimit = ServerModels.longestPiece
  private var timeless: Set<String> = []

  /// Five minutes: ten megabytes, where twenty-five are usual for the most that a server takes.
  static let longestPiece = 300 * SpeechAudio.sampleRate
  /// Half a minute, for models that do not say when something was said.
  static let shortPiece = 30 * SpeechAudio.sampleRate
  /// A server that does not take two seconds takes nothing.
  static let shortestPiece = 2 * SpeechAudio.sampleRate

  init(_ connection: ServerConnection) {
    self.connection = connection
  }

  // MARK: - What a model gives

  func form(of model: String) -> AnswerForm { forms[model] ?? AnswerForm(model: model) }

  func setForm(_ form: AnswerForm, of model: String) { forms[model] = form }

  func noteMissingTimes(of model: String) { timeless.insert(model) }

  /// How many samples a piece may have.
  func pieceLength(of model: String) -> Int {
    let isTimed = !timeless.contains(model) && form(of: model) != .text
    return min(pieceLimit, isTimed ? Self.longestPiece : Self.shortPiece)
  }

  /// The server does not take so many samples.
  ///
  /// - Returns: Whether fewer may be of use.
  func lowerPieceLimit(below count: Int) -> Bool {
    pieceLimit = min(pieceLimit, count / 2)
    return pieceLimit >= Self.shortestPiece
  }

  // MARK: - Which there are

  /// The names of the models that recognize speech; `nil` for a server that does not say.
  ///
  /// - Throws: ``SpeechClient/SpeechClient/Failure`` where the server cannot be asked.
  func names() async throws -> [String]? {
    let connection = connection
    let task = listing ?? Task { try await Self.list(connection) }
    listing = task
    do {
      return try await task.value
    } catch {
      // Another time it may be there.
      listing = nil
      throw error
    }
  }

  /// Forgets which there are.
  func forgetNames() { listing = nil }

  /// The model that a request names, or the one that the server is best asked for.
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
    return Self.usual(of: try await names() ?? [])
  }

  /// The one of these that is taken where nobody chooses.
  static func usual(of names: [String]) -> String {
    // What tells when each word is said comes first.
    names.first { $0 == "whisper-1" } ?? names.first { $0.lowercased().contains("whisper") }
      ?? names.first { $0.contains("transcribe") && !$0.contains("diarize") } ?? names.first
      ?? "whisper-1"
  }

  private static func list(_ connection: ServerConnection) async throws -> [String]? {
    let answer = try await connection.get("/models")
    // Some servers have one model, and no list.
    if [404, 405, 501].contains(answer.status) { return nil }
    guard answer.status == 200,
      let list = try? JSONDecoder().decode(ModelList.self, from: Data(answer.body))
    else { throw connection.server.failure(answer) }
    let names = list.data.compactMap(\.value?.id).map { String($0.withoutControls.prefix(200)) }
    let known = names.filter(isForSpeech)
    return known.isEmpty ? names : known
  }

  /// Servers list models for anything, such as pictures. These are in the names of those for speech.
  private static func isForSpeech(_ name: String) -> Bool {
    let name = name.lowercased()
    return [
      "whisper", "transcribe", "voxtral", "parakeet", "canary", "moonshine", "sensevoice",
      "wav2vec",
      "asr", "stt", "speech-to-text",
    ].contains(where: name.contains) && !name.contains("realtime")
  }
}

private struct ModelList: Decodable {
  struct Model: Decodable {
    var id: String
  }

  struct Entry: Decodable {
    let value: Model?

    init(from decoder: any Decoder) throws { value = try? Model(from: decoder) }
  }

  var data: [Entry]
}
