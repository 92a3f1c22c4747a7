import Foundation
import SharedModels
import SpeechClient

/// Has a server write down what is said in one piece of sound.
struct ServerTranscriber: Sendable {
  let connection: ServerConnection
  /// The name of the model.
  let model: String
  let models: ServerModels
  let settings: TranscriptionSettings

  /// What is said in a piece.
  struct Passage: Sendable {
    var language: String?
    /// With times that count from the beginning of the piece.
    var segments: [Segment] = []
  }

  /// The server takes no piece of this length.
  struct TooLong: Error {}

  /// As much is told of names and terms, and of what was said before, in characters: models take the
  /// last two hundred tokens or so.
  private static let promptLimit = 400
  /// Some servers refuse what is shorter, in samples.
  private static let shortestSound = SpeechAudio.sampleRate

  /// - Parameter text: What was said before.
  /// - Throws: ``TooLong``, ``SpeechClient/SpeechClient/Failure``.
  func passage(in samples: [Int16], after text: String) async throws -> Passage {
    let rate = SpeechAudio.sampleRate
    let voiced = VoicedTime(samples, rate: rate)
    // Models hear words where nothing is.
    guard !voiced.isSilent
    else { return Passage() }
    let length = Double(samples.count) / Double(rate)
    let padding = max(0, Self.shortestSound - samples.count)
    let file = WaveFile.bytes(of: samples + [Int16](repeating: 0, count: padding))
    let answer = try await answer(file, after: text, length: length)
    return Passage(
      language: answer.language,
      segments: WordTimes(answer, voiced: voiced, length: length).segments())
  }

  private func answer(
    _ file: [UInt8], after text: String, length: Double
  ) async throws -> TranscriptionAnswer {
    while true {
      let form = await models.form(of: model)
      let answer = try await connection.post(
        "/audio/transcriptions", body(file, form, after: text), with: .seconds(length))
      if answer.status == 413 { throw TooLong() }
      if let next = form.next(after: answer) {
        await models.setForm(next, of: model)
        continue
      }
      guard answer.status == 200, answer.body.count <= ServerConnection.answerLimit,
        let said = try? TranscriptionAnswer(answer.body, length: length)
      else { throw connection.server.failure(answer, model: model) }
      if !said.hasTimes, !said.text.isEmpty { await models.noteMissingTimes(of: model) }
      return said
    }
  }

  private func body(_ file: [UInt8], _ form: AnswerForm, after text: String) -> FormBody {
    var body = FormBody()
    body.add("model", model)
    for (name, value) in form.fields { body.add(name, value) }
    if let language = settings.language { body.add("language", language) }
    let prompt = [
      settings.vocabulary.map { String($0.prefix(Self.promptLimit)) }, Self.end(of: text),
    ]
    .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ". ")
    // Models that tell speakers apart refuse one.
    if !prompt.isEmpty, form != .turns { body.add("prompt", prompt) }
    body.add(file: file, named: "sound.wav", type: "audio/wav")
    return body
  }

  /// As much of a text's end as is told, in whole words.
  static func end(of text: String) -> String {
    guard text.count > promptLimit
    else { return text }
    let end = text.suffix(promptLimit)
    return String(end.drop { !$0.isWhitespace }.drop(while: \.isWhitespace))
  }
}
