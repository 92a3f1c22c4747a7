import AudioFileClient
import AudioFileClientLive
import Foundation
import SharedModels
import SpeechClient
import SpeechClientLive
import Testing

/// The real engine on the corpus, if both are installed. Otherwise these tests are skipped, as the
/// report shows.
@Suite(
  "Whisper on real speech", .serialized,
  .enabled(if: Corpus.isHere, "no corpus beside the package: ../shared/corpus"),
  .enabled(if: Corpus.hasEngine, "the speech engine is not set up: run 'make bootstrap'"))
struct RealEngineTests {
  let client = SpeechClient.live(Corpus.engineSettings)

  @Test("Word times never decrease, in any format")
  func formats() async throws {
    for name in ["jfk.wav", "originals/jfk_aac.m4a", "originals/jfk_opus.webm"] {
      let (events, failure) = await client.events(Corpus.recording(name))
      #expect(failure == nil)
      let words = events.words
      #expect(events.text.lowercased().contains("ask not what your country can do for you"))
      #expect(words.map(\.start) == words.map(\.start).sorted())
      #expect(words.allSatisfy { $0.start <= $0.end && $0.confidence > 0 })
      #expect(words.last.map { $0.end <= .milliseconds(11_010) } == true)
      #expect(zip(words, words.dropFirst()).allSatisfy { $0.end <= $1.start })
    }
  }

  @Test("Quiet speech is understood once leveled", arguments: [-50, -55] as [Double])
  func quiet(decibels: Double) async throws {
    let samples = try Corpus.samples("jfk.wav")
    let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    let factor = Float(pow(10, decibels / 20) / power.squareRoot())
    let quiet = samples.map { $0 * factor }
    let (events, failure) = await client.events(
      .recording { _ in AudioSamples(chunks: [quiet]).leveled() })
    #expect(failure == nil)
    #expect(events.text.lowercased().contains("ask not what your country can do for you"))
  }

  @Test("onnxruntime's telemetry stays off")
  func telemetry() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_CACHE_HOME"] = nil
    environment["SPEECHMEMO_ENGINE"] = Corpus.engineFolder
    environment["HOME"] = home.path
    environment["XDG_RUNTIME_DIR"] = home.path
    let client = SpeechClient.live(EngineSettings(environment: environment))
    let (events, failure) = await client.events(Corpus.recording("jfk.wav"))
    #expect(failure == nil)
    #expect(!events.words.isEmpty)
    let files = try FileManager.default.subpathsOfDirectory(atPath: home.path)
    #expect(files.filter { $0.lowercased().contains("onnxruntime") } == [])
  }

  @Test("Streamed samples yield the same words as their file")
  func samples() async throws {
    let file = await client.events(Corpus.recording("jfk.wav")).events
    let samples = try Corpus.samples("jfk.wav")
    let pieces = stride(from: 0, to: samples.count, by: 4001).map {
      Array(samples[$0..<min($0 + 4001, samples.count)])
    }
    let stream = await client.events(.samples(pieces.asSequence)).events
    #expect(stream.words == file.words)
    #expect(!stream.words.isEmpty)
  }

  /// Half a minute of silence, a few seconds of noise, and nothing to speak of.
  private static let wordless: [[Float]] = {
    var state: UInt32 = 1
    let noise = (0..<80000).map { _ -> Float in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state >> 8) / Float(1 << 24) * 0.2 - 0.1
    }
    return [[Float](repeating: 0, count: 480_000), noise, [0]]
  }()

  @Test("Silence and noise yield no words")
  func silence() async throws {
    for samples in Self.wordless {
      let (events, failure) = await client.events(.samples([samples].asSequence))
      #expect(failure == nil)
      #expect(events.text == "")
      #expect(events.isFinished)
    }
  }

  @Test("Silence and noise yield no live text")
  func liveSilence() async throws {
    for samples in Self.wordless {
      let request = TranscriptionRequest(audio: .samples([samples].asSequence))
      var results: [SpeechRecognitionResult] = []
      for try await result in await client.startTask(request) { results.append(result) }
      #expect(results.allSatisfy { $0.bestTranscription.formattedString == "" })
      #expect(results.last?.isFinal == true)
    }
  }

  @Test("Work that starts later has the recording's times")
  func resume() async throws {
    let request = TranscriptionRequest(
      audio: Corpus.recording("jfk.wav"),
      precedingText: "ask not what your country can do for you",
      startingAt: .milliseconds(7_700))
    var words: [Word] = []
    for try await event in client.transcribe(request) {
      words += event.segments.flatMap(\.words)
    }
    #expect(words.first.map { $0.start >= .milliseconds(7_700) } == true)
    #expect(words.map(\.text).joined(separator: " ").lowercased().contains("you can do for your"))
  }

  @Test("Resuming from a checkpoint continues the words without a gap")
  func checkpoints() async throws {
    let names = ["librivox_austen_0870", "libri_2412-153948-0000", "jfk", "libri_2412-153948-0001"]
    let samples = try names.flatMap { try Corpus.samples("\($0).wav") }
    let audio = Corpus.recording(samples)
    let (events, failure) = await client.events(audio)
    #expect(failure == nil)
    let passages = events.compactMap(\.passage)
    #expect(passages.count > 1)
    for (index, passage) in passages.enumerated() {
      let rest = try await client.segments(
        audio, from: try #require(passage.checkpoint), after: try #require(passage.segments.last))
      #expect(rest == passages[(index + 1)...].flatMap(\.segments))
    }
  }

  @Test("The same audio yields the same words, even if its engine is killed")
  func again() async throws {
    let engine = MarkedEngine()
    let samples = try Corpus.names.dropFirst(5).flatMap { try Corpus.samples($0) }
    var results: [[Segment]] = []
    for isKilled in [false, false, true] {
      var passages = 0
      var segments: [Segment] = []
      for try await event in engine.client.transcribe(
        TranscriptionRequest(audio: Corpus.recording(samples)))
      {
        segments += event.segments
        passages += event.passage == nil ? 0 : 1
        if isKilled, passages == 2, event.passage != nil {
          #expect(engine.kill() == 1)
        }
      }
      #expect(passages > 4)
      results.append(segments)
    }
    #expect(results[1] == results[0])
    #expect(results[2] == results[0])
  }

  @Test("Long speech is not skipped")
  func passed() async throws {
    // Joined from the sixth on, a step ends early, and most of half a minute is left out.
    let pieces = try Corpus.names.dropFirst(5).map { try Corpus.samples($0) }
    let (events, failure) = await client.events(.samples([pieces.flatMap(\.self)].asSequence))
    #expect(failure == nil)
    let words = events.words
    var end = Duration.zero
    for (name, piece) in zip(Corpus.names.dropFirst(5), pieces) {
      let start = end
      end += .milliseconds(piece.count * 1000 / SpeechAudio.sampleRate)
      let own = words.count { $0.end > start && $0.start < end }
      #expect(own > 1, "\(own) words of \(name)")
    }
  }

  @Test(
    "A short recording yields the same words with half a minute of silence appended",
    arguments: ["jfk", "libri_2412-153948-0000", "librivox_austen_0870"])
  func short(name: String) async throws {
    let samples = try Corpus.samples("\(name).wav")
    let whole = samples + [Float](repeating: 0, count: 30 * SpeechAudio.sampleRate - samples.count)
    var texts: [String] = []
    for sound in [samples, whole] {
      let request = TranscriptionRequest(
        audio: .samples([sound].asSequence),
        settings: TranscriptionSettings(beamSize: 1, voiceFilter: .off))
      var text = ""
      for try await event in client.transcribe(request) {
        text += event.segments.map(\.text).joined()
      }
      texts.append(text.lowercased().filter(\.isLetter))
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].count > 50)
  }

  @Test("Files that are not audio and missing models are reported")
  func failures() async throws {
    let text = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav")
    defer { try? FileManager.default.removeItem(at: text) }
    try Data("no sound at all\n".utf8).write(to: text)
    #expect(
      await client.events(Corpus.recording(text)).failure as? AudioFileError
        == .notAudio(path: text.path(percentEncoded: false)))
    let request = TranscriptionRequest(audio: Corpus.recording("jfk.wav"), model: "/no/weights")
    await #expect(
      throws: SpeechClient.Failure.weights(
        message: "no model found in '/no/weights'",
        hint: "name a folder with a Whisper model in CTranslate2 format")
    ) {
      for try await _ in client.transcribe(request) {}
    }
  }

  @Test("Live speech is recognized, and settled words do not change")
  func live() async throws {
    let samples = try Corpus.samples("jfk.wav")
    // Faster than it was spoken, so the engine recognizes what there is each time.
    let pieces = stride(from: 0, to: samples.count, by: 8000).map {
      Array(samples[$0..<min($0 + 8000, samples.count)])
    }
    let request = TranscriptionRequest(audio: .samples(pieces.asSequence))
    var settled: [String] = []
    var last: SpeechRecognitionResult?
    for try await result in await client.startTask(request) {
      let words = result.bestTranscription.words.map(\.text)
      #expect(Array(words.prefix(settled.count)) == settled)
      settled = Array(words.prefix(result.settledWordCount))
      last = result
    }
    let final = try #require(last)
    #expect(final.isFinal)
    #expect(final.bestTranscription.formattedString.lowercased().contains("your country"))
  }

  @Test("kill -9 of the engine loses no live text")
  func liveKill() async throws {
    let engine = MarkedEngine()
    // One reader, because at a change of speakers the model may skip half a sentence.
    let pieces = try ["0000", "0001"].map { try Corpus.samples("libri_2412-153948-\($0).wav") }
    var settled: [String] = []
    var killCount = 0
    var last: SpeechRecognitionResult?
    for try await result in await engine.client.startTask(
      TranscriptionRequest(audio: .samples(pieces.asSequence)))
    {
      let words = result.bestTranscription.words.map(\.text)
      #expect(Array(words.prefix(settled.count)) == settled)
      settled = Array(words.prefix(result.settledWordCount))
      last = result
      if killCount < 2, settled.count >= [4, 30][killCount] { killCount += engine.kill() }
    }
    #expect(killCount == 2)
    let text = try #require(last).bestTranscription.formattedString.lowercased()
    #expect(last?.isFinal == true)
    for words in ["the reader", "antecedents", "native country", "painful to myself"] {
      #expect(text.contains(words), "'\(words)' is not in '\(text)'")
    }
  }

  @Test("Live text that falls behind catches up, and loses nothing")
  func behind() async throws {
    let names = ["jfk", "libri_2412-153948-0000", "libri_2412-153948-0001"]
    // Thirty seconds at once, more than one round reads.
    let pieces = try names.map { try Corpus.samples("\($0).wav") }
    let request = TranscriptionRequest(audio: .samples(pieces.asSequence))
    var last: SpeechRecognitionResult?
    for try await result in await client.startTask(request) { last = result }
    let words = try #require(last).bestTranscription.words
    // 90 words are spoken; some may be recognized as one, or as two.
    #expect((85...95).contains(words.count))
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.end <= $1.start })
    let text = words.map { $0.text.lowercased() }
    #expect(text.first == "and")
    #expect(text.contains("antecedents.") || text.contains("antecedents,"))
    #expect(text.last == "advantage.")
    #expect(try #require(words.last).end > .seconds(32))
  }
}

extension [TranscriptionEvent] {
  fileprivate var words: [Word] {
    flatMap(\.segments).flatMap(\.words)
  }
}
