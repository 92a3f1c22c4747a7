import ConcurrencyExtras
import Dependencies
import SharedModels

extension SpeechClient {
  public static func lorem(
    _ text: String = loremText, clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    let isRunning = LockIsolated(false)
    let models = LockIsolated([
      SpeechModel(
        name: Script.model, byteCount: 78_000_000, folder: "/preview/script", languages: ["en"],
        license: "MIT"),
      SpeechModel(
        name: "folio", byteCount: 145_000_000, languages: ["de", "en", "fr"], license: "MIT"),
    ])
    @Sendable func put(_ name: String, at folder: String?) {
      models.withValue { models in
        if let index = models.firstIndex(where: { $0.name == name }) {
          models[index].folder = folder
        } else if folder != nil {
          models.append(SpeechModel(name: name, folder: folder))
        }
      }
    }
    return Self(
      addModel: { name in put(String(name.split(separator: "/").last ?? ""), at: name) },
      authorizationStatus: { .authorized },
      engineStatus: {
        SpeechEngineStatus(
          authorization: .authorized, engine: Script.engine, location: "preview",
          model: Script.model, models: models.value)
      },
      finishTask: { isRunning.setValue(false) },
      folders: { [SpeechEngineFolder(name: "engine folder", path: "preview", origin: "made up")] },
      keepWarm: { _ in },
      prepareModel: { put($0, at: "/preview/\($0)") },
      removeModel: { put($0, at: nil) },
      requestAuthorization: { .authorized },
      speakers: { .alternating($0) },
      startTask: { request in
        isRunning.setValue(true)
        return stream { continuation in
          var spoken: [Word] = []
          var time = Duration.zero
          let words = text.split(separator: " ").map(String.init)
          while isRunning.value, !words.isEmpty {
            for word in words where isRunning.value {
              let length = delay(for: word)
              try await sleep(length, clock)
              guard isRunning.value
              else { break }
              spoken.append(Word(text: word, start: time, end: time + length))
              time += length
              continuation.yield(result(spoken, isFinal: false))
            }
          }
          continuation.yield(result(spoken, isFinal: true))
        }
      },
      transcribe: { request in
        stream { continuation in
          for event in Script.events(saying: text, request) {
            for segment in event.segments {
              try await sleep((segment.end - segment.start) / 10, clock)
            }
            continuation.yield(event)
          }
        }
      })
  }

  public static let loremText = """
    The tide turns at noon. Bring the long rope, two lanterns and the blue notebook, and ask \
    Marta whether the ferry still stops at the old pier.
    """

  public static func fail(
    after duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    var client = Self.lorem(clock: clock)
    let lorem = client.startTask
    client.startTask = { request in
      let results = await lorem(request)
      return stream { continuation in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for try await result in results { continuation.yield(result) }
          }
          group.addTask {
            try await sleep(duration, clock)
            throw Failure.taskError
          }
          defer { group.cancelAll() }
          try await group.next()
        }
      }
    }
    client.transcribe = { _ in
      stream { _ in
        try await sleep(duration, clock)
        throw Failure.taskError
      }
    }
    return client
  }

  public static func scripted(
    _ events: [TranscriptionEvent], thenFailing failure: Failure? = nil
  ) -> Self {
    var client = Self.lorem()
    client.transcribe = { _ in
      stream { continuation in
        for event in events { continuation.yield(event) }
        if let failure { throw failure }
      }
    }
    return client
  }

  /// Throws ``Failure/taskError`` before the sentence that exceeds `count` words.
  public static func scripted(saying text: String, failingAfterWords count: Int? = nil) -> Self {
    var client = Self.lorem()
    client.transcribe = { request in
      stream { continuation in
        var words = 0
        for event in Script.events(saying: text, request) {
          words += event.segments.reduce(0) { $0 + $1.words.count }
          if let count, words > count { throw Failure.taskError }
          continuation.yield(event)
        }
      }
    }
    return client
  }
}

private func result(_ words: [Word], isFinal: Bool) -> SpeechRecognitionResult {
  SpeechRecognitionResult(
    bestTranscription: Transcription(segments: words.isEmpty ? [] : [Segment(words: words)]),
    isFinal: isFinal, settledWordCount: words.count)
}

private func delay(for word: String) -> Duration {
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  let chance = withRandomNumberGenerator { Int.random(in: 0...200, using: &$0) }
  return .milliseconds(word.count * 50 + chance)
}

private func sleep(_ duration: Duration, _ clock: any Clock<Duration>) async throws {
  try await clock.sleep(for: duration)
}
