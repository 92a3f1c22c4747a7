import ComposableArchitecture
import Testing

@Suite("SpeechRecognition")
@MainActor
struct SpeechRecognitionTests {
  @Test("SP-01 SP-04 SP-05 SP-06 Live speech is shown until the user stops")
  func allowAndSpeak() async {
    let recognition = AsyncThrowingStream<SpeechRecognitionResult, any Error>.makeStream()
    let store = TestStore(initialState: SpeechRecognition.State()) {
      SpeechRecognition()
    } withDependencies: {
      $0.speechClient.finishTask = {
        recognition.continuation.yield(.said("Hello, world", isFinal: true))
        recognition.continuation.finish()
      }
      $0.speechClient.requestAuthorization = { .authorized }
      $0.speechClient.startTask = { @Sendable _ in recognition.stream }
    }

    await store.send(.recordButtonTapped) { $0.isRecording = true }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse, .authorized)
    recognition.continuation.yield(.said("Hello"))
    await store.receive(\.speech.success, .said("Hello")) { $0.transcribedText = "Hello" }
    await store.send(.recordButtonTapped) { $0.isRecording = false }
    await store.receive(\.speech.success) { $0.transcribedText = "Hello, world" }
  }

  @Test("SP-06 The final result ends the recording by itself")
  func finalResult() async {
    let store = TestStore(initialState: SpeechRecognition.State()) {
      SpeechRecognition()
    } withDependencies: {
      $0.speechClient.requestAuthorization = { .authorized }
      $0.speechClient.startTask = { @Sendable request in
        #expect(request.shouldReportPartialResults)
        return AsyncThrowingStream { continuation in
          continuation.yield(.said("Hello"))
          continuation.yield(.said("Hello, world", isFinal: true))
          continuation.finish()
        }
      }
    }
    await store.send(.recordButtonTapped) { $0.isRecording = true }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse)
    await store.receive(\.speech.success) { $0.transcribedText = "Hello" }
    await store.receive(\.speech.success) {
      $0.isRecording = false
      $0.transcribedText = "Hello, world"
    }
  }

  @Test(
    "SP-02 SP-08 Without permission an alert shows the reason",
    arguments: [
      (SpeechClient.AuthorizationStatus.denied, AlertState.denied),
      (.restricted, .restricted),
      (.notDetermined, .tryAgain),
    ])
  func refused(
    status: SpeechClient.AuthorizationStatus,
    alert: AlertState<SpeechRecognition.Action.Alert>
  ) async {
    let store = TestStore(initialState: SpeechRecognition.State()) {
      SpeechRecognition()
    } withDependencies: {
      $0.speechClient.requestAuthorization = { status }
    }
    await store.send(.recordButtonTapped) { $0.isRecording = true }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse, status) {
      $0.alert = alert
      $0.isRecording = false
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test(
    "SP-09 A failure of the microphone or of the recognition shows an alert",
    arguments: [
      (SpeechClient.Failure.couldntConfigureAudioSession, AlertState.audioDeviceFailed),
      (.couldntStartAudioEngine, .audioDeviceFailed),
      (.taskError, .recognitionFailed),
    ])
  func failures(
    failure: SpeechClient.Failure, alert: AlertState<SpeechRecognition.Action.Alert>
  ) async {
    let store = TestStore(initialState: SpeechRecognition.State()) {
      SpeechRecognition()
    } withDependencies: {
      $0.speechClient.requestAuthorization = { .authorized }
      $0.speechClient.startTask = { @Sendable _ in .finished(throwing: failure) }
    }
    await store.send(.recordButtonTapped) { $0.isRecording = true }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse)
    await store.receive(\.speech.failure) {
      $0.alert = alert
      $0.isRecording = false
    }
  }

  @Test("SP-10 The failing preview fails at its time")
  func failingPreview() async {
    let clock = TestClock()
    let store = TestStore(initialState: SpeechRecognition.State()) {
      SpeechRecognition()
    } withDependencies: {
      $0.continuousClock = clock
      $0.speechClient = .fail(after: .seconds(2))
    }
    await store.send(.recordButtonTapped) { $0.isRecording = true }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse)
    await store.receive(\.speech.success) { $0.transcribedText = "This is going to fail" }
    await clock.advance(by: .seconds(2))
    await store.receive(\.speech.failure) {
      $0.alert = .recognitionFailed
      $0.isRecording = false
    }
  }

  @Test("SP-07 The preview speaks word by word, a word the longer the longer it is")
  func preview() async {
    let clock = TestClock()
    let store = TestStore(initialState: SpeechRecognition.State()) {
      SpeechRecognition()
    } withDependencies: {
      $0.continuousClock = clock
      $0.speechClient = .reading("a brown fox")
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(NoChance())
    }
    await store.send(.recordButtonTapped) { $0.isRecording = true }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse)
    await clock.advance(by: .milliseconds(50))
    await store.receive(\.speech.success) { $0.transcribedText = "a" }
    await clock.advance(by: .milliseconds(250))
    await store.receive(\.speech.success) { $0.transcribedText = "a brown" }
    await store.send(.recordButtonTapped) { $0.isRecording = false }
    await clock.advance(by: .milliseconds(150))
    let segments = [("a", 0, 0.05), ("brown", 0.05, 0.25), ("fox", 0.3, 0.15)]
      .map {
        Transcription.Segment(confidence: 1, duration: $0.2, substring: $0.0, timestamp: $0.1)
      }
    let transcription = Transcription(formattedString: "a brown fox", segments: segments)
    await store.receive(
      \.speech.success,
      SpeechRecognitionResult(bestTranscription: transcription, isFinal: false)
    ) {
      $0.transcribedText = "a brown fox"
    }
    await store.receive(
      \.speech.success, SpeechRecognitionResult(bestTranscription: transcription, isFinal: true))
  }

  @Test("SP-01 SP-03 The client's endpoints are unimplemented until a test overrides them")
  func endpoints() async {
    @Dependency(\.speechClient) var client
    let status = LockIsolated(SpeechClient.AuthorizationStatus.authorized)
    withExpectedIssue { status.setValue(client.authorizationStatus()) }
    #expect(status.value == .denied)
    await withExpectedIssue { await client.finishTask() }
    await withExpectedIssue { _ = await client.requestAuthorization() }
    await withExpectedIssue { _ = await client.startTask(request: SpeechRequest()) }
  }
}

/// No chance at all: the lowest number of each range. (`random(in:using:)` would ask for ever for
/// another number than 0, which it takes for an unfair one.)
private struct NoChance: RandomNumberGenerator {
  mutating func next() -> UInt64 { 1 }
}

extension SpeechRecognitionResult {
  fileprivate static func said(_ text: String, isFinal: Bool = false) -> Self {
    Self(bestTranscription: Transcription(formattedString: text), isFinal: isFinal)
  }
}
