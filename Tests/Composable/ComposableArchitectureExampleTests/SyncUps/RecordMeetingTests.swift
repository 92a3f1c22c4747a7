import ComposableArchitecture
import Foundation
import Testing

@MainActor
struct RecordMeetingTests {
  private let clock = TestClock()
  private let now = Date(timeIntervalSince1970: 1_234_567_890)

  private func makeStore(
    syncUp: SyncUp = .mock,
    speech: @escaping @Sendable () async -> AsyncThrowingStream<RecognizedSpeech, any Error> = {
      .never
    },
    authorization: SpeechRecognizer.Authorization = .denied
  ) -> TestStoreOf<RecordMeeting> {
    TestStore(initialState: RecordMeeting.State(syncUp: Shared(value: syncUp))) {
      RecordMeeting()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = now
      $0.speechRecognizer.authorizationStatus = { authorization }
      $0.speechRecognizer.startTask = speech
      $0.uuid = .incrementing
    }
  }

  @Test("SU-07 SU-08 SU-09 The timer moves on from speaker to speaker, then saves and dismisses")
  func timer() async {
    let store = makeStore()
    await store.send(.onTask)

    for second in 1...5 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.timerTick) {
        $0.secondsElapsed = second
        if second == 3 { $0.speakerIndex = 1 }
      }
    }
    #expect(store.state.durationRemaining == .seconds(1))

    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTick) {
      $0.secondsElapsed = 6
      $0.$syncUp.withLock {
        _ = $0.meetings.insert(
          Meeting(id: Meeting.ID(UUID(0)), date: now, transcript: ""), at: 0)
      }
    }
    #expect(store.isDismissed)
  }

  @Test("SU-15 A preview shows a store over its own shared value")
  func preview() {
    let store = Store(initialState: RecordMeeting.State(syncUp: Shared(value: .mock))) {
      RecordMeeting()
    } withDependencies: {
      $0.context = .preview
    }
    #expect(store.syncUp == .mock)
    store.send(.endMeetingButtonTapped)
    #expect(store.alert != nil)
  }

  @Test("SU-10 Recognized text becomes the transcript, and is stored with the meeting")
  func transcript() async {
    let store = makeStore(
      speech: {
        AsyncThrowingStream { continuation in
          continuation.yield(RecognizedSpeech(text: "I completed"))
          continuation.yield(RecognizedSpeech(text: "I completed the project", isFinal: true))
        }
      },
      authorization: .authorized)
    await store.send(.onTask)

    await store.receive(\.speechResult) { $0.transcript = "I completed" }
    await store.receive(\.speechResult) { $0.transcript = "I completed the project" }
    await store.send(.endMeetingButtonTapped) {
      $0.alert = .endMeeting(isDiscardable: true)
    }
    await store.send(\.alert.confirmSave) {
      $0.alert = nil
      $0.$syncUp.withLock {
        _ = $0.meetings.insert(
          Meeting(
            id: Meeting.ID(UUID(0)), date: now, transcript: "I completed the project"), at: 0)
      }
    }
    #expect(store.isDismissed)
  }

  @Test("SU-07 While an alert is up, the time stands still")
  func alertPausesTimer() async {
    let store = makeStore()
    let task = await store.send(.onTask)

    await store.send(.endMeetingButtonTapped) {
      $0.alert = .endMeeting(isDiscardable: true)
    }
    await clock.advance(by: .seconds(3))
    for _ in 1...3 { await store.receive(\.timerTick) }

    await store.send(\.alert.dismiss) { $0.alert = nil }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTick) { $0.secondsElapsed = 1 }
    await task.cancel()
  }

  @Test("SU-07 A meeting is discarded: nothing is kept")
  func discard() async {
    let store = makeStore()
    await store.send(.onTask)

    await store.send(.endMeetingButtonTapped) {
      $0.alert = .endMeeting(isDiscardable: true)
    }
    await store.send(\.alert.confirmDiscard) { $0.alert = nil }
    #expect(store.isDismissed)
    #expect(store.state.syncUp.meetings.count == 1)
  }

  @Test("SU-07 SU-08 The next speaker begins at their time, and after the last one may only save")
  func next() async {
    let store = makeStore()

    await store.send(.nextButtonTapped) {
      $0.speakerIndex = 1
      $0.secondsElapsed = 3
    }
    await store.send(.nextButtonTapped) {
      $0.alert = .endMeeting(isDiscardable: false)
    }
    await store.send(\.alert.confirmSave) {
      $0.alert = nil
      $0.$syncUp.withLock {
        _ = $0.meetings.insert(
          Meeting(id: Meeting.ID(UUID(0)), date: now, transcript: ""), at: 0)
      }
    }
    #expect(store.isDismissed)
  }

  @Test("SU-07 When the recognizer fails, the meeting continues")
  func speechFailure() async {
    struct Lost: Error {}
    let store = makeStore(
      speech: {
        AsyncThrowingStream { continuation in
          continuation.yield(RecognizedSpeech(text: "I completed"))
          continuation.finish(throwing: Lost())
        }
      },
      authorization: .authorized)
    let task = await store.send(.onTask)

    await store.receive(\.speechResult) { $0.transcript = "I completed" }
    await store.receive(\.speechFailure) {
      $0.alert = .speechRecognizerFailed
      $0.transcript = "I completed (The recognizer failed.)"
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTick) { $0.secondsElapsed = 1 }
    await task.cancel()
  }
}
