import OpenAIConnection
import SharedModels
import SpeechClient

struct ServerTranscriber: Sendable {
  let connection: OpenAIConnection
  let model: String
  let models: ServerModels
  let settings: TranscriptionSettings

  struct Passage: Sendable {
    var language: String?
    var segments: [Segment] = []
  }

  struct TooLong: Error {}

  /// In characters, for vocabulary and preceding text each: models use the last 200 tokens or so.
  private static let promptLimit = 400
  /// In samples. Some servers refuse shorter audio.
  private static let shortestSound = SpeechAudio.sampleRate

  func passage(in samples: [Int16], after text: String) async throws -> Passage {
    let rate = SpeechAudio.sampleRate
    let voiced = VoicedTime(samples, rate: rate)
    // Models hallucinate words in silence.
    guard !voiced.isSilent
    else { return Passage() }
    let length = Double(samples.count) / Double(rate)
    let padding = max(0, Self.shortestSound - samples.count)
    let file = WaveFile.bytes(of: samples + [Int16](repeating: 0, count: padding))
    let response = try await response(file, after: text, length: length)
    return Passage(
      language: response.language,
      segments: WordTimes(response, voiced: voiced, length: length).segments())
  }

  private func response(
    _ file: [UInt8], after text: String, length: Double
  ) async throws -> TranscriptionResponse {
    while true {
      let form = await models.form(of: model)
      let response = try await connection.transcribe(
        body(file, form, after: text), lasting: .seconds(length))
      if response.status == 413 { throw TooLong() }
      if let next = form.next(after: response) {
        await models.setForm(next, of: model)
        continue
      }
      guard response.status == 200, response.body.count <= OpenAIConnection.responseLimit,
        let transcript = try? TranscriptionResponse(response.body, length: length)
      else { throw connection.server.speechFailure(response, model: model) }
      if !transcript.hasTimes, !transcript.text.isEmpty { await models.noteMissingTimes(of: model) }
      return transcript
    }
  }

  private func body(_ file: [UInt8], _ form: ResponseFormat, after text: String) -> FormBody {
    var body = FormBody()
    body.add("model", model)
    for (name, value) in form.fields { body.add(name, value) }
    if let language = settings.language { body.add("language", language) }
    let prompt = [
      settings.vocabulary.map { String($0.prefix(Self.promptLimit)) }, Self.end(of: text),
    ]
    .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ". ")
    // Models that detect speakers reject a prompt.
    if !prompt.isEmpty, form != .turns { body.add("prompt", prompt) }
    body.add(wave: file)
    return body
  }

  static func end(of text: String) -> String {
    guard text.count > promptLimit
    else { return text }
    let end = text.suffix(promptLimit)
    return String(end.drop { !$0.isWhitespace }.drop(while: \.isWhitespace))
  }
}
