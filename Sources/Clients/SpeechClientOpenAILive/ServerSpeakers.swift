import Foundation
import OpenAIConnection
import SharedModels
import SpeechClient

struct ServerSpeakers: Sendable {
  let connection: OpenAIConnection
  let models: ServerModels

  /// Speakers differ between responses, so all audio goes into one request. Servers take 25 MB.
  private static let longest = 13 * 60 * SpeechAudio.sampleRate
  private static let farthest = 1.0

  private struct Turn {
    var speaker: Int
    var time: Range<Double>
  }

  func speakers(_ request: SpeakersRequest) async throws -> RecordingSpeakers {
    let name = connection.server.name
    guard request.count == nil
    else {
      throw SpeechClient.Failure.request(
        message: "the speech server \(name) does not accept a number of speakers",
        hint: "omit the number of speakers")
    }
    var samples: [Int16] = []
    for try await piece in request.audio.samples(from: .zero) {
      samples += piece.asInt16
      guard samples.count <= Self.longest
      else {
        throw SpeechClient.Failure.request(
          message: "the speech server \(name) detects speakers only in up to 13 minutes of audio",
          hint: "run 'speechmemo settings engine whisper' to detect them on this machine")
      }
    }
    let turns = try await turns(in: samples)
    let count = turns.map { $0.speaker + 1 }.max() ?? 0
    return RecordingSpeakers(
      sameLikeness: 1, voices: Array(repeating: nil, count: count),
      words: request.words.map { Self.speaker(of: $0, in: turns) })
  }

  private func turns(in samples: [Int16]) async throws -> [Turn] {
    let length = Double(samples.count) / Double(SpeechAudio.sampleRate)
    guard !VoicedTime(samples, rate: SpeechAudio.sampleRate).isSilent
    else { return [] }
    let names = try await models.names() ?? []
    let model = names.first { $0.contains("diarize") } ?? ServerModels.defaultModel(of: names)
    var body = FormBody()
    body.add("model", model)
    for (name, value) in ResponseFormat.turns.fields { body.add(name, value) }
    body.add(wave: WaveFile.bytes(of: samples))
    let response = try await connection.transcribe(body, lasting: .seconds(length))
    guard response.status == 200
    else {
      throw ResponseFormat.turns.next(after: response) == nil
        ? connection.server.speechFailure(response, model: model) : refusal
    }
    guard response.body.count <= OpenAIConnection.responseLimit,
      let transcript = try? TranscriptionResponse(response.body, length: length)
    else { throw connection.server.speechFailure(response, model: model) }
    // Some servers ignore unknown formats and return another format.
    guard transcript.text.isEmpty || transcript.segments.contains(where: { $0.speaker != nil })
    else { throw refusal }
    var speakers: [String: Int] = [:]
    return transcript.segments.compactMap { part in
      guard let speaker = part.speaker, let start = part.start, let end = part.end, start <= end
      else { return nil }
      let number = speakers[speaker] ?? speakers.count
      guard number < SpeakerSettings.counts.upperBound
      else { return nil }
      speakers[speaker] = number
      return Turn(speaker: number, time: start..<end)
    }
  }

  private var refusal: SpeechClient.Failure {
    .request(
      message: "the speech server \(connection.server.name) does not support speaker detection",
      hint: "run 'speechmemo settings speakers off', or use another engine or model")
  }

  private static func speaker(of word: Range<Duration>, in turns: [Turn]) -> Int? {
    let word =
      word.lowerBound
      .secondsToMillisecond..<max(
        word.lowerBound.secondsToMillisecond, word.upperBound.secondsToMillisecond)
    func shared(_ turn: Turn) -> Double {
      min(turn.time.upperBound, word.upperBound) - max(turn.time.lowerBound, word.lowerBound)
    }
    let best = turns.max { shared($0) < shared($1) }
    return best.flatMap { shared($0) > -farthest ? $0.speaker : nil }
  }
}
