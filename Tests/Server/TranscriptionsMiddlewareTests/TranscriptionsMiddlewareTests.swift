import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import SharedModels
import SoundCore
import SpeechClient
import TestSite
import Testing

struct TranscriptionsMiddlewareTests {
  let words = "The budget is late. Ask Anna."

  /// Sends a form with a file and these fields.
  func send(
    _ fields: [(String, String)] = [], to site: TestSite, file: [UInt8]? = Array("sound".utf8),
    name: String = "talk.wav", speech: SpeechClient? = nil,
    target: String = "/v1/audio/transcriptions",
    probe: (@Sendable (URL) async throws -> AudioFileInfo)? = nil
  ) async throws -> TestReply {
    var bytes: [UInt8] = []
    for (name, value) in fields {
      bytes += Array("--X\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8)
      bytes += Array("\(value)\r\n".utf8)
    }
    if let file {
      let head = "form-data; name=\"file\"; filename=\"\(name)\""
      bytes += Array("--X\r\nContent-Disposition: \(head)\r\n\r\n".utf8) + file + [13, 10]
    }
    bytes += Array("--X--\r\n".utf8)
    return try await withDependencies {
      $0.audioFile = .simulated()
      if let probe { $0.audioFile.probe = probe }
      // Simulated audio has no files. The same audio twice would be a memo that lost its audio.
      $0.soundFiles.file = {
        SoundFiles.File(name: $0.lastPathComponent, byteCount: 5, modifiedAt: nil)
      }
      $0.speechClient = speech ?? .scripted(saying: words)
    } operation: {
      try await site.send(
        .post, target, headers: ["Content-Type": "multipart/form-data; boundary=X"], body: bytes)
    }
  }

  @Test("A transcript is returned in each of OpenAI's formats")
  func formats() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let json = try await send(to: site)
    #expect(json.status == .ok, "\(json.text)")
    #expect(try json.object["text"] as? String == words)
    #expect(try (json.object["usage"] as? [String: Any])?["type"] as? String == "duration")
    #expect(try json.object["logprobs"] == nil)
    #expect(try await send([("response_format", "text")], to: site).text == words + "\n")
    #expect(try await send([("response_format", "")], to: site).object["text"] as? String == words)
    let srt = try await send([("response_format", "srt")], to: site)
    #expect(srt.text.hasPrefix("1\n00:00:00,000 --> "))
    #expect(try await send([("response_format", "vtt")], to: site).text.hasPrefix("WEBVTT\n"))
    #expect(try await site.database.recordings(matching: RecordingQuery()).isEmpty)
  }

  @Test("Times are returned for segments, words or both, as requested")
  func granularities() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    func parts(_ granularities: String...) async throws -> (segments: Int?, words: Int?) {
      let reply = try await send(
        [("response_format", "verbose_json")]
          + granularities.map { ("timestamp_granularities[]", $0) }, to: site)
      let object = try reply.object
      #expect(object["language"] as? String == "english")
      #expect(object["task"] as? String == "transcribe")
      return (
        (object["segments"] as? [[String: Any]])?.count,
        (object["words"] as? [[String: Any]])?.count
      )
    }
    #expect(try await parts() == (2, nil))
    #expect(try await parts("word") == (nil, 6))
    #expect(try await parts("segment", "word") == (2, 6))
    #expect(try await parts(#"["word"]"#) == (nil, 6))
    #expect(try await parts("word,segment") == (2, 6))
    #expect(try await parts(#"["word", "segment"]"#) == (2, 6))
  }

  @Test("A segment in another language is labeled")
  func languages() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let speech = SpeechClient.scripted([
      .segment(Segment(start: .zero, end: .seconds(1), text: "Good morning.")),
      .segment(
        Segment(start: .seconds(1), end: .seconds(2), text: "Guten Morgen.", language: "de")),
      .finished(TranscriptionSummary(language: "en")),
    ])
    let reply = try await send([("response_format", "verbose_json")], to: site, speech: speech)
    let object = try reply.object
    let segments = try #require(object["segments"] as? [[String: Any]])
    #expect(object["language"] as? String == "english")
    #expect(segments.map { $0["language"] as? String } == [nil, "german"])
  }

  @Test("Log probabilities are returned on request")
  func probabilities() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let word = Word(text: "hm", start: .zero, end: .seconds(1), confidence: 0.5)
    let speech = SpeechClient.scripted([
      .segment(Segment(words: [word])), .finished(TranscriptionSummary(language: "en")),
    ])
    let reply = try await send([("include[]", "logprobs")], to: site, speech: speech)
    let words = try #require(try reply.object["logprobs"] as? [[String: Any]])
    #expect(words.first?["token"] as? String == "hm")
    let logarithm = try #require(words.first?["logprob"] as? Double)
    #expect(abs(logarithm + 0.693_147) < 0.000_01)
  }

  @Test("A streamed transcript consists of its deltas, with the whole at the end")
  func stream() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let reply = try await send([("stream", "true")], to: site)
    #expect(reply.headers["Content-Type"] == "text/event-stream")
    var events = reply.text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
      .map { String($0.dropFirst("data: ".count)) }
    #expect(events.popLast() == "[DONE]")
    let objects = try events.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      objects.map { $0["type"] as? String } == [
        "transcript.text.delta", "transcript.text.delta", "transcript.text.done",
      ])
    #expect(objects.compactMap { $0["delta"] as? String }.joined() == words)
    #expect(objects.last?["text"] as? String == words)
  }

  @Test("A failed stream ends with an error event")
  func brokenStream() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let reply = try await send(
      [("stream", "true")], to: site,
      speech: .scripted(saying: words, failingAfterWords: 4))
    #expect(reply.text.contains(#""type":"transcript.text.delta""#))
    #expect(reply.text.contains(#""error":{"message":"the server cannot transcribe now"#))
    #expect(!reply.text.contains("transcript.text.done"))
  }

  @Test("Client options reach the engine, except other servers' model names")
  func request() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let asked = LockIsolated<[TranscriptionRequest]>([])
    var speech = SpeechClient.scripted(saying: words)
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      asked.withValue { $0.append(request) }
      return transcribe(request)
    }
    for model in [
      "whisper-1", "gpt-4o-transcribe", "Systran/faster-whisper-small", "none", "script",
    ] {
      _ = try await send(
        [
          ("model", model), ("language", "de"), ("prompt", "Anna"), ("keywords[]", "Oslo"),
          ("temperature", "0.2"), ("chunking_strategy", #"{"type":"server_vad"}"#),
          ("never_heard_of", "x"),
        ], to: site, speech: speech)
    }
    #expect(asked.value.map(\.model) == [nil, nil, nil, nil, "script"])
    #expect(asked.value.allSatisfy { $0.settings.language == "de" })
    #expect(asked.value.allSatisfy { $0.settings.vocabulary == "Anna, Oslo" })
    asked.setValue([])
    for language in ["de-AT", "DE", "German", ""] {
      _ = try await send([("language", language)], to: site, speech: speech)
    }
    #expect(asked.value.map(\.settings.language) == ["de", "de", "de", nil])
  }

  @Test("A memo is created only if the token allows it, with its transcript")
  func keeps() async throws {
    let site = try await TestSite(scopes: [.transcribe, .keep])
    #expect(try await send(to: site, name: "Team talk.wav").status == .ok)
    let memos = try await site.database.recordings(matching: RecordingQuery())
    #expect(memos.map(\.title) == ["Team talk"])
    #expect(try await site.database.transcription(of: memos[0].id)?.text == words)
  }

  @Test("Speaker turns are returned, complete and streamed")
  func diarized() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let fields = [("response_format", "diarized_json")]
    let json = try await send(fields, to: site)
    #expect(json.status == .ok, "\(json.text)")
    #expect(try json.object["text"] as? String == words)
    #expect(try json.object["task"] as? String == "transcribe")
    let segments = try #require(try json.object["segments"] as? [[String: Any]])
    #expect(segments.map { $0["speaker"] as? String } == ["A", "B"])
    #expect(segments.map { $0["text"] as? String } == ["The budget is", "late. Ask Anna."])
    #expect(segments.allSatisfy { $0["type"] as? String == "transcript.text.segment" })
    let stream = try await send(fields + [("stream", "true")], to: site).text
    #expect(stream.contains(#""speaker":"B","start":"#), "\(stream)")
    #expect(stream.hasSuffix("data: [DONE]\n\n"))
    #expect(try await send(to: site).object["segments"] == nil, "nobody asked")
  }

  @Test("A stored memo is named after its text if the file name has no meaning")
  func title() async throws {
    let site = try await TestSite(scopes: [.transcribe, .keep])
    _ = try await send(to: site, name: "REC0042.wav")
    let memos = try await site.database.recordings(matching: RecordingQuery())
    #expect(memos.map(\.title) == ["The budget is late"])
    #expect(try await site.database.search(query: SearchQuery("late")).count == 1)
  }

  @Test("Errors have OpenAI's form and no server paths")
  func problems() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    func message(_ reply: TestReply) throws -> String? {
      (try reply.object["error"] as? [String: Any])?["message"] as? String
    }
    let format = try await send([("response_format", "docx")], to: site)
    #expect(format.status == .badRequest)
    #expect(try message(format)?.contains("verbose_json") == true)
    let none = try await send(to: site, file: nil)
    #expect(try message(none) == "send the audio in the field 'file'")
    var deaf = SpeechClient.scripted(saying: words)
    deaf.speakers = { _ in throw SpeechClient.Failure.request(message: "it is deaf to voices") }
    let diarized = try await send(
      [("response_format", "diarized_json")], to: site, speech: deaf)
    #expect(diarized.status == .badRequest)
    #expect(try message(diarized) == "it is deaf to voices")
    let empty = try await send(to: site) { throw AudioFileError.empty(path: $0.path) }
    #expect(empty.status == .unprocessableContent)
    #expect(try message(empty)?.hasPrefix("talk.wav is empty") == true, "\(empty.text)")
    let engine = try await send(
      to: site, speech: .scripted([], thenFailing: .engine(message: "no /secret/engine")))
    #expect(engine.status == .serviceUnavailable)
    #expect(!engine.text.contains("secret"))
    #expect(site.visits.value.last?.failure?.contains("secret") == true, "the log says why")
    _ = try await send(
      [("stream", "true")], to: site,
      speech: .scripted([], thenFailing: .engine(message: "no /secret/engine")))
    #expect(
      site.visits.value.contains { $0.failure?.contains("secret") == true && $0.status != .ok })
    let translation = try await send(to: site, target: "/v1/audio/translations")
    #expect(
      translation.status == .badRequest, "a client would try again what is the server's fault")
    let noForm = try await site.send(.post, "/v1/audio/transcriptions", json: "{}")
    #expect(try message(noForm)?.contains("multipart/form-data") == true)
    let nowhere = try await site.send(.get, "/v1/embeddings")
    #expect(try message(nowhere) == "this address does not exist on this server")
  }

  @Test("The listed models are on this machine, and can be retrieved like OpenAI's names")
  func models() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    try await withDependencies {
      $0.speechClient = .lorem()
    } operation: {
      let list = try await site.send(.get, "/v1/models")
      #expect(
        (try list.object["data"] as? [[String: Any]])?.map { $0["id"] as? String } == ["script"])
      #expect(try await site.send(.get, "/v1/models/script").object["object"] as? String == "model")
      for name in [
        "whisper-1", "gpt-4o-transcribe", "gpt-4o-mini-transcribe", "gpt-4o-transcribe-diarize",
      ] {
        let model = try await site.send(.get, "/v1/models/\(name)").object
        #expect(model["id"] as? String == name && model["object"] as? String == "model")
      }
      for name in ["folio", "gpt-4o", "Systran%2Ffaster-whisper-small"] {
        let unknown = try await site.send(.get, "/v1/models/\(name)")
        #expect(unknown.status == .notFound)
        let error = try #require(try unknown.object["error"] as? [String: String])
        #expect(
          error == [
            "code": "model_not_found",
            "message": "this server has no model with that name: use one of script, whisper-1",
            "param": "model", "type": "invalid_request_error",
          ])
      }
    }
  }

  @Test("Only named origins may use their token, and only on these routes")
  func origins() async throws {
    let site = try await TestSite(scopes: [.read, .transcribe]) {
      $0.origins = ["app://obsidian.md"]
      $0.allowsLocalAccessWithoutToken = true
    }
    let page: HTTPHeaders = [
      "Access-Control-Request-Headers": "authorization", "Access-Control-Request-Method": "POST",
      "Host": "localhost", "Origin": "app://obsidian.md",
    ]
    let preflight = try await site.sendOnly(
      HTTPRequest(.options, "/v1/audio/transcriptions", headers: page))
    #expect(preflight.status == .noContent)
    #expect(preflight.headers["Access-Control-Allow-Origin"] == "app://obsidian.md")
    #expect(preflight.headers["Access-Control-Allow-Headers"] == "authorization")
    let nowhere = try await site.send(.get, "/v1/none", headers: ["Origin": "app://obsidian.md"])
    #expect(nowhere.headers["Access-Control-Allow-Origin"] == "app://obsidian.md")
    let open = try await site.sendOnly(
      HTTPRequest(.get, "/v1/models", headers: page, peer: HTTPPeer(address: "127.0.0.1")))
    #expect(open.status == .unauthorized, "a page of another site shows a token")
    let memos = try await site.send(.get, "/api/memos", headers: ["Origin": "app://obsidian.md"])
    #expect(memos.status == .forbidden)
    let other = try await site.send(.get, "/v1/models", headers: ["Origin": "app://evil"])
    #expect(other.status == .forbidden)
    #expect(other.headers["Access-Control-Allow-Origin"] == nil)
  }
}

extension TestReply {
  /// The body as an object of JSON.
  var object: [String: Any] {
    get throws {
      try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any], "\(text)")
    }
  }
}
