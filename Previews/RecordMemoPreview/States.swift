import AudioRecorderClient
import ComposableArchitecture
import DatabaseClient
import PreviewHarness
import RecordMemoFeature
import RecordingCore
import SharedModels
import SpeechClient

extension RecordMemoPreview {
  static var states: [Preview<RecordMemoFeature>.StartingState] {
    [
      .init("empty", RecordMemoFeature.State()) { $0.speechClient = .spoken },
      .init("denied", RecordMemoFeature.State()) {
        $0.audioRecorder = .simulated(isPermitted: false)
      },
      .init("noserver", RecordMemoFeature.State()) {
        let status = AudioInputStatus.noServer(reason: "Connection refused")
        $0.audioRecorder = .simulated(isPermitted: false)
        $0.audioRecorder.devices = { throw AudioRecorderClient.Failure.unavailable(status) }
        $0.audioRecorder.status = { status }
      },
      .init("failed", RecordMemoFeature.State()) {
        $0.speechClient = .spoken
        $0.audioRecorder.startRecording = { url in
          throw AudioRecorderClient.Failure.diskFull(path: url.path)
        }
      },
      .init("nolivetext", RecordMemoFeature.State()) {
        $0.speechClient.requestAuthorization = { .denied }
      },
      .init("undiscarded", draft) {
        $0.recordingFiles.discard = { _ in throw DatabaseError.busy(path: "library.sqlite") }
      },
      .init("draft", draft) { $0.speechClient = .spoken },
      .init("long", long),
    ]
  }

  private static let file = URL(filePath: "/nonexistent/speechmemo/drafts/earlier.flac")
  private static let date = Date(timeIntervalSince1970: 1_767_000_000)

  private static var draft: RecordMemoFeature.State {
    RecordMemoFeature.State(
      drafts: [RecoveredRecording(date: date, duration: .seconds(75), url: file)])
  }

  private static var long: RecordMemoFeature.State {
    var state = RecordMemoFeature.State()
    let levels = (0..<200).map { AudioLevel(peak: 0.5, rms: Float($0 % 20) / 40) }
    let sentences = (1...400).map { "This is sentence number \($0)." }
    state.recordingMemo = RecordingMemo(
      date: date, duration: 3723, levels: levels,
      text: LiveTranscript(final: sentences.joined(separator: " "), partial: "And one more"),
      url: file)
    return state
  }
}

extension SpeechClient {
  /// Recognizes a word per second of the preview's clock.
  fileprivate static var spoken: Self {
    var client = Self.previewValue
    client.requestAuthorization = { .authorized }
    client.startTask = { _ in
      @Dependency(\.continuousClock) var clock
      return AsyncThrowingStream { [clock] continuation in
        let task = Task {
          var words: [Word] = []
          for (second, text) in SpeechClient.loremText.split(separator: " ").enumerated() {
            try await clock.sleep(for: .seconds(1))
            words.append(
              Word(text: String(text), start: .seconds(second), end: .seconds(second + 1)))
            continuation.yield(
              SpeechRecognitionResult(
                bestTranscription: Transcription(segments: [Segment(words: words)]),
                isFinal: false, settledWordCount: max(0, words.count - 2)))
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
    return client
  }
}
