import Foundation
import SharedModels
import SpeechClient
import SpeechClientLive
import TestPrograms
import Testing

/// A multilingual model, downloaded from its usual source. The speech is made by espeak-ng, which
/// is easier to transcribe than a person's.
@Suite(
  "Other languages", .serialized,
  .enabled(if: Corpus.hasEngine, "the speech engine is not set up: run 'make bootstrap'"),
  .enabled(if: Synthetic.isHere, "espeak-ng is not installed"),
  .enabled(
    if: ProcessInfo.processInfo.environment["SPEECHMEMO_CLIENTS_PYTHON"] != nil,
    "the Python package index may not be reached: SPEECHMEMO_CLIENTS_PYTHON is not set"))
struct LanguageTests {
  private let folder: URL
  private let client: SpeechClient

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "models-\(UUID().uuidString)")
    var environment = ProcessInfo.processInfo.environment
    environment["SPEECHMEMO_MODELS"] = folder.path(percentEncoded: false)
    client = .live(EngineSettings(environment: environment))
  }

  @Test("The base model is fetched, finds out the language, and is removed")
  func base() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(await model("base")?.isInstalled != true)
    // The next one removes a killed one's leftovers.
    let left = folder.appending(path: ".new-left")
    try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)

    try await client.addModel(model: "base")
    let model = try #require(await model("base"))
    #expect(model.isInstalled && model.license == "MIT" && model.languages.count == 99)
    #expect((140_000_000...160_000_000).contains(model.byteCount ?? 0))
    #expect(!FileManager.default.fileExists(atPath: left.path(percentEncoded: false)))

    for (voice, text, words) in [
      ("es", Synthetic.spanish, ["martes", "teatro"]),
      (
        "pl",
        "Dzie\u{144} dobry. Dzisiaj jest wtorek i jedziemy poci\u{105}giem do Krakowa. Wieczorem"
          + " idziemy razem do teatru.", ["krakowa", "teatru"]
      ),
    ] {
      let file = folder.appending(path: "\(voice).wav")
      try Synthetic.speech(text, voice: voice, to: file)
      var events: [TranscriptionEvent] = []
      for try await event in client.transcribe(
        TranscriptionRequest(audio: Corpus.recording(file), model: "base"))
      {
        events.append(event)
      }
      #expect(events.languages == [voice])
      for word in words { #expect(events.text.lowercased().contains(word)) }
    }

    try await changing()

    try await client.removeModel(name: "base")
    #expect(await self.model("base")?.isInstalled == false)
    await #expect(throws: SpeechClient.Failure.self) { try await client.removeModel(name: "base") }
  }

  /// A recording that goes from Spanish to English, and back.
  private func changing() async throws {
    let spoken = [
      ("es", Synthetic.spanish),
      (
        "en-gb",
        "Good afternoon. On Thursday we are going to the museum with our friends. The weather has been"
          + " very pleasant this week. In the evening we shall have dinner by the river."
      ),
    ]
    var samples: [Float] = []
    for (voice, text) in spoken + spoken.prefix(1) {
      let file = folder.appending(path: "\(voice).wav")
      try Synthetic.speech(text, voice: voice, to: file)
      for try await piece in Corpus.recording(file).samples(from: .zero) { samples += piece }
      samples += [Float](repeating: 0, count: SpeechAudio.sampleRate)
    }
    var events: [TranscriptionEvent] = []
    for try await event in client.transcribe(
      TranscriptionRequest(audio: Corpus.recording(samples), model: "base"))
    {
      events.append(event)
    }
    let segments = events.flatMap(\.segments)
    #expect(events.languages == ["es"])
    // Otherwise it is the recording's language.
    let runs = segments.reduce(into: [String]()) { runs, segment in
      let language = segment.language ?? "es"
      if runs.last != language { runs.append(language) }
    }
    #expect(runs == ["es", "en", "es"], "\(segments)")
    func text(_ language: String?) -> String {
      segments.filter { $0.language == language }.map(\.text).joined(separator: " ").lowercased()
    }
    #expect(text("en").contains("museum") && text("en").contains("river"))
    #expect(text(nil).contains("teatro") && !text(nil).contains("museum"))
  }

  @Test("A model folder is imported under its name, and an invalid one is refused")
  func folders() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let status = await client.engineStatus()
    let own = try #require(status.modelLocation)
    let mine = folder.appending(path: "from/mine")
    try FileManager.default.createDirectory(
      at: mine.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: URL(filePath: own), to: mine)
    try await client.addModel(model: mine.path(percentEncoded: false))
    try FileManager.default.removeItem(at: mine)
    #expect(await model("mine")?.languages == ["en"])
    try await client.prepareModel(name: "mine")
    await #expect(throws: SpeechClient.Failure.self) {
      try await client.addModel(model: folder.path(percentEncoded: false))
    }
    await #expect(throws: SpeechClient.Failure.self) {
      try await client.removeModel(name: status.model ?? "")
    }
    try await client.removeModel(name: "mine")
    #expect(await model("mine") == nil)
  }

  private func model(_ name: String) async -> SpeechModel? {
    await client.engineStatus().models.first { $0.name == name }
  }
}

extension [TranscriptionEvent] {
  fileprivate var languages: [String] {
    compactMap { if case .language(let code, _) = $0 { code } else { nil } }
  }
}

/// Speech that a program makes.
///
/// The model rounds as the processor's instructions do. These sentences are understood with AVX2 and
/// with generic code, at 130 and 140 words a minute.
private enum Synthetic {
  static let spanish =
    "Buenos d\u{ed}as. Hoy es martes y vamos en tren a Barcelona. All\u{ed} visitamos a mi hermana y a"
    + " sus hijos. Por la noche vamos juntos al teatro."

  private static let program = "/usr/bin/espeak-ng"

  static var isHere: Bool { FileManager.default.isExecutableFile(atPath: program) }

  static func speech(_ text: String, voice: String, to file: URL) throws {
    let run = try runProgram(program, ["-v", voice, "-s", "140", "-w", file.path, text])
    try #require(run.succeeded, "\(run)")
  }
}
