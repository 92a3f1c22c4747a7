import Clocks
import Dependencies
import Foundation
import LanguageModelClient
import LanguageModelClientLive
import OpenAIConnection
import SharedModels
import TestWebServer

@testable import SummaryCore

/// A memo's words, 300 ms each. A line is a segment, "A: " before it names the speaker, and a pause
/// of two seconds follows it.
func transcription(_ text: String, language: String? = "en") -> Transcription {
  var speakers: [Speaker] = []
  var time = Duration.zero
  let segments = text.split(whereSeparator: \.isNewline).map { line in
    let parts = line.split(separator: ": ", maxSplits: 1)
    var speaker: Speaker.ID?
    if parts.count == 2 {
      let name = String(parts[0])
      if !speakers.contains(where: { $0.name == name }) {
        speakers.append(Speaker(id: Speaker.ID(speakers.count), name: name))
      }
      speaker = speakers.first { $0.name == name }?.id
    }
    let words = (parts.last ?? "").split(separator: " ").map { word in
      defer { time += .milliseconds(300) }
      return Word(
        text: String(word), start: time, end: time + .milliseconds(300), speaker: speaker)
    }
    time += .seconds(2)
    return Segment(words: words)
  }
  return Transcription(language: language, segments: segments, speakers: speakers)
}

func memo(title: String = "Memo of 2026-11-27 10:00") -> Recording {
  Recording(
    id: Recording.ID(UUID(0)), audio: AudioFile(), date: Date(timeIntervalSince1970: 0),
    duration: .seconds(60), provenance: .recorded(), title: title)
}

func summarize(
  _ transcription: Transcription, of recording: Recording = memo(),
  with client: LanguageModelClient
) async throws -> Summary {
  try await withDependencies {
    $0.date = .constant(Date(timeIntervalSince1970: 0))
    $0.languageModel = client
  } operation: {
    try await SummaryMaker().summary(of: recording, transcription)
  }
}

extension WebServer {
  /// A language model on this server.
  func languageModel(timeout: Duration = .seconds(60)) -> LanguageModelClient {
    var server = OpenAIServer(origin + "/v1", for: .assistant, environment: [:])
    server.timeout = timeout
    server.attemptLimit = 1
    return .openAI(server, model: nil, clock: ImmediateClock())
  }

  /// The prompts that it received.
  var prompts: [String] { messages("user") }

  var instructions: [String] { messages("system") }

  private func messages(_ role: String) -> [String] {
    requests.compactMap { request in
      let object = try? JSONSerialization.jsonObject(with: Data(request.bytes)) as? [String: Any]
      let messages = object?["messages"] as? [[String: String]]
      return messages?.first { $0["role"] == role }?["content"]
    }
  }
}

/// Repeatable numbers.
struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
