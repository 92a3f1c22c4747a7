import ComposableArchitecture
import Testing

@Suite("VoiceMemos: the recorder in previews")
@MainActor
struct AudioRecorderClientTests {
  @Test("VM-02 VM-04 It counts the seconds of the clock until it is stopped")
  func preview() async throws {
    let clock = TestClock()
    try await withDependencies {
      $0.context = .preview
      $0.continuousClock = clock
    } operation: {
      let recorder = Dependency(\.audioRecorder).wrappedValue
      #expect(await recorder.requestRecordPermission())
      #expect(await recorder.currentTime() == nil)
      async let isGood = recorder.startRecording(url: URL(filePath: "/tmp/memo.wav"))
      await Task.megaYield()
      #expect(await recorder.currentTime() == 0)
      await clock.advance(by: .seconds(3))
      #expect(await recorder.currentTime() == 3)
      await recorder.stopRecording()
      #expect(await recorder.currentTime() == nil)
      await clock.advance(by: .seconds(1))
      let hasEndedWell = try await isGood
      #expect(hasEndedWell)
    }
  }
}
