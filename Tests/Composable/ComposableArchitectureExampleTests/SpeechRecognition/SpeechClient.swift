import ComposableArchitecture

/// The recognition of speech.
@DependencyClient
struct SpeechClient: Sendable {
  /// The user's permission for recording so far.
  var authorizationStatus: @Sendable () -> AuthorizationStatus = { .denied }

  /// Stops listening. Received audio is still recognized.
  var finishTask: @Sendable () async -> Void

  /// Asks the user.
  var requestAuthorization: @Sendable () async -> AuthorizationStatus = { .denied }

  /// Yields improving transcriptions while listening.
  var startTask:
    @Sendable (_ request: SpeechRequest) async -> AsyncThrowingStream<
      SpeechRecognitionResult, any Error
    > = { _ in .finished() }

  enum AuthorizationStatus {
    case authorized
    case denied
    case notDetermined
    case restricted
  }

  enum Failure: Equatable, Error {
    case couldntConfigureAudioSession
    case couldntStartAudioEngine
    case taskError
  }
}

/// The text to recognize, and how.
struct SpeechRequest: Equatable, Sendable {
  var requiresOnDeviceRecognition = false
  var shouldReportPartialResults = true
}

/// The text recognized so far.
struct SpeechRecognitionResult: Equatable, Sendable {
  var bestTranscription: Transcription
  var isFinal: Bool
}

struct Transcription: Equatable, Sendable {
  var formattedString: String
  var segments: [Segment] = []

  struct Segment: Equatable, Sendable {
    var confidence: Double
    var duration: TimeInterval
    var substring: String
    var timestamp: TimeInterval
  }
}

extension SpeechClient: TestDependencyKey {
  static let testValue = Self()

  /// Speaks a text word by word until stopped. The time of a word depends on its length, with a
  /// random part.
  static var previewValue: Self { .reading("The quick brown fox jumps over the lazy dog") }

  static func reading(_ text: String) -> Self {
    let isRecording = LockIsolated(false)
    return Self(
      authorizationStatus: { .authorized },
      finishTask: { isRecording.setValue(false) },
      requestAuthorization: { .authorized },
      startTask: { _ in
        @Dependency(\.continuousClock) var clock
        @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
        isRecording.setValue(true)
        return AsyncThrowingStream { continuation in
          let task = Task { [clock, withRandomNumberGenerator] in
            var transcription = Transcription(formattedString: "")
            var time: TimeInterval = 0
            for word in text.split(separator: " ") {
              guard isRecording.value
              else { break }
              let jitter = withRandomNumberGenerator { Int.random(in: 0...200, using: &$0) }
              let pause = Double(word.count * 50 + jitter) / 1_000
              try await clock.sleep(for: .seconds(pause))
              transcription.segments.append(
                Transcription.Segment(
                  confidence: 1, duration: pause, substring: String(word), timestamp: time))
              time += pause
              transcription.formattedString =
                transcription.segments.map(\.substring).joined(separator: " ")
              continuation.yield(
                SpeechRecognitionResult(bestTranscription: transcription, isFinal: false))
            }
            continuation.yield(
              SpeechRecognitionResult(bestTranscription: transcription, isFinal: true))
            continuation.finish()
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      }
    )
  }

  /// Listens for a while, and then fails.
  static func fail(after duration: Duration) -> Self {
    Self(
      authorizationStatus: { .authorized },
      finishTask: {},
      requestAuthorization: { .authorized },
      startTask: { _ in
        @Dependency(\.continuousClock) var clock
        return AsyncThrowingStream { continuation in
          let task = Task { [clock] in
            continuation.yield(
              SpeechRecognitionResult(
                bestTranscription: Transcription(formattedString: "This is going to fail"),
                isFinal: false))
            try await clock.sleep(for: duration)
            continuation.finish(throwing: Failure.taskError)
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      }
    )
  }
}

extension DependencyValues {
  var speechClient: SpeechClient {
    get { self[SpeechClient.self] }
    set { self[SpeechClient.self] = newValue }
  }
}
