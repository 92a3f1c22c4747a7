import ComposableArchitecture

struct RecognizedSpeech: Equatable, Sendable {
  var text: String
  var isFinal = false
}

@DependencyClient
struct SpeechRecognizer: Sendable {
  enum Authorization: Sendable {
    case authorized, denied, notDetermined, restricted
  }

  var authorizationStatus: @Sendable () -> Authorization = { .denied }
  var requestAuthorization: @Sendable () async -> Authorization = { .denied }
  var startTask: @Sendable () async -> AsyncThrowingStream<RecognizedSpeech, any Error> = {
    .finished()
  }
}

extension SpeechRecognizer: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var speechRecognizer: SpeechRecognizer {
    get { self[SpeechRecognizer.self] }
    set { self[SpeechRecognizer.self] = newValue }
  }
}
