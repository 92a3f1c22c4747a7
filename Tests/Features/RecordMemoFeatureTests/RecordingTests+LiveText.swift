import ComposableArchitecture
import RecordMemoFeature
import SharedModels
import SpeechClient
import Testing

extension RecordingTests {
  private func result(_ words: String..., settled: Int, isFinal: Bool = false)
    -> SpeechRecognitionResult
  {
    let words = words.map { Word(text: $0, start: .zero, end: .zero) }
    return SpeechRecognitionResult(
      bestTranscription: Transcription(segments: [Segment(words: words)]), isFinal: isFinal,
      settledWordCount: settled)
  }

  @Test("SP-06 Speech is shown as live text, with words that may still change marked")
  func liveText() async {
    let speech = AsyncThrowingStream<SpeechRecognitionResult, any Error>.makeStream()
    let store = store {
      $0.speechClient.requestAuthorization = { .authorized }
      $0.speechClient.startTask = { _ in speech.stream }
    }
    await store.send(.recordButtonTapped)
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    await store.receive(\.recordPermissionResponse, true)
    await store.receive(\.newFileResponse.success) { $0.recordingMemo = state }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse, .authorized)
    speech.continuation.yield(result("Hello", settled: 0))
    await store.receive(\.speech.success) {
      $0.recordingMemo?.text = LiveTranscript(partial: "Hello")
    }
    speech.continuation.yield(result("Hello", "my", "word", settled: 2))
    await store.receive(\.speech.success) {
      $0.recordingMemo?.text = LiveTranscript(final: "Hello my", partial: "word")
    }
    speech.continuation.yield(result("Hello", "my", "world", settled: 3, isFinal: true))
    await store.receive(\.speech.success) {
      $0.recordingMemo?.text = LiveTranscript(final: "Hello my world")
    }
    await store.send(.stopButtonTapped) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.audioRecorderDidFinish.success)
    await store.receive(\.saveResponse.success) { $0.recordingMemo = nil }
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false, interruption: nil))
  }

  @Test("SP-08 SP-09 Recognition that fails, or is restricted, never ends the recording")
  func speechFails() async {
    let store = store {
      $0.speechClient.requestAuthorization = { .authorized }
      $0.speechClient.startTask = { _ in .finished(throwing: SpeechClient.Failure.taskError) }
    }
    await store.send(.recordButtonTapped)
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    await store.receive(\.recordPermissionResponse, true)
    await store.receive(\.newFileResponse.success) { $0.recordingMemo = state }
    await store.receive(\.speechRecognizerAuthorizationStatusResponse, .authorized)
    await store.receive(\.speech.failure) {
      $0.speechRemark = "Live text is unavailable: transcription stopped unexpectedly"
    }
    await store.send(.speechRecognizerAuthorizationStatusResponse(.restricted)) {
      $0.speechRemark =
        "Live text is unavailable: the speech engine cannot be used. Run 'speechmemo doctor' to "
        + "find out why."
    }
    await store.send(.stopButtonTapped) { $0.recordingMemo?.mode = .encoding }
    await store.receive(\.audioRecorderDidFinish.success)
    await store.receive(\.saveResponse.success) { $0.recordingMemo = nil }
    await store.receive(\.delegate, .didFinish(memo, hasMoreDrafts: false, interruption: nil))
  }

  @Test("Text of an engine without word times is shown as changeable")
  func textAlone() {
    let result = SpeechRecognitionResult(
      bestTranscription: Transcription(formattedString: "all of it"), isFinal: false)
    #expect(LiveTranscript(result) == LiveTranscript(partial: "all of it"))
  }

  @Test("A pause starts a new line, wherever the settled words end")
  func paragraphs() {
    let words = [("One", 0), ("two.", 1), ("Three", 4), ("four.", 5), ("Five", 8)].map {
      Word(text: $0, start: .seconds($1), end: .milliseconds($1 * 1000 + 900))
    }
    for (count, final, partial) in [
      (0, "", "One two.\nThree four.\nFive"), (1, "One", "two.\nThree four.\nFive"),
      (2, "One two.\n", "Three four.\nFive"), (3, "One two.\nThree", "four.\nFive"),
      (5, "One two.\nThree four.\nFive", ""),
    ] {
      let result = SpeechRecognitionResult(
        bestTranscription: Transcription(segments: [Segment(words: words)]), isFinal: false,
        settledWordCount: count)
      #expect(LiveTranscript(result) == LiveTranscript(final: final, partial: partial))
    }
  }
}
