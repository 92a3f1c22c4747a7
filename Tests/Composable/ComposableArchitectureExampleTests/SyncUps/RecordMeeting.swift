import ComposableArchitecture
import Foundation

@Reducer
struct RecordMeeting {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var secondsElapsed = 0
    var speakerIndex = 0
    @Shared var syncUp: SyncUp
    var transcript = ""

    var durationRemaining: Duration {
      syncUp.duration - .seconds(secondsElapsed)
    }
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case endMeetingButtonTapped
    case nextButtonTapped
    case onTask
    case speechFailure
    case speechResult(RecognizedSpeech)
    case timerTick

    @CasePathable
    enum Alert {
      case confirmDiscard
      case confirmSave
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.speechRecognizer) var speechRecognizer
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDiscard)):
        return .run { _ in await dismiss() }

      case .alert(.presented(.confirmSave)):
        insertMeeting(into: &state)
        return .run { _ in await dismiss() }

      case .alert:
        return .none

      case .endMeetingButtonTapped:
        state.alert = .endMeeting(isDiscardable: true)
        return .none

      case .nextButtonTapped:
        guard state.speakerIndex < state.syncUp.attendees.count - 1
        else {
          state.alert = .endMeeting(isDiscardable: false)
          return .none
        }
        state.speakerIndex += 1
        state.secondsElapsed =
          state.speakerIndex * Int(state.syncUp.durationPerAttendee.components.seconds)
        return .none

      case .onTask:
        return .run { send in
          let authorization =
            speechRecognizer.authorizationStatus() == .notDetermined
            ? await speechRecognizer.requestAuthorization()
            : speechRecognizer.authorizationStatus()
          await withTaskGroup(of: Void.self) { group in
            if authorization == .authorized {
              group.addTask { await recognizeSpeech(send: send) }
            }
            group.addTask { await tick(send: send) }
          }
        }

      case .speechFailure:
        if !state.transcript.isEmpty {
          state.transcript += " (The recognizer failed.)"
        }
        state.alert = .speechRecognizerFailed
        return .none

      case let .speechResult(result):
        state.transcript = result.text
        return .none

      case .timerTick:
        guard state.alert == nil
        else { return .none }
        state.secondsElapsed += 1
        let secondsPerAttendee = Int(state.syncUp.durationPerAttendee.components.seconds)
        guard state.secondsElapsed.isMultiple(of: secondsPerAttendee)
        else { return .none }
        if state.secondsElapsed >= state.syncUp.duration.components.seconds {
          insertMeeting(into: &state)
          return .run { _ in await dismiss() }
        }
        state.speakerIndex += 1
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func insertMeeting(into state: inout State) {
    let transcript = state.transcript
    state.$syncUp.withLock {
      _ = $0.meetings.insert(
        Meeting(id: Meeting.ID(uuid()), date: now, transcript: transcript), at: 0)
    }
  }

  private func recognizeSpeech(send: Send<Action>) async {
    do {
      for try await result in await speechRecognizer.startTask() {
        await send(.speechResult(result))
      }
    } catch {
      await send(.speechFailure)
    }
  }

  private func tick(send: Send<Action>) async {
    for await _ in clock.timer(interval: .seconds(1)) {
      await send(.timerTick)
    }
  }
}

extension AlertState where Action == RecordMeeting.Action.Alert {
  static func endMeeting(isDiscardable: Bool) -> Self {
    Self {
      TextState("End meeting?")
    } actions: {
      ButtonState(action: .confirmSave) {
        TextState("Save and end")
      }
      if isDiscardable {
        ButtonState(role: .destructive, action: .confirmDiscard) {
          TextState("Discard")
        }
      }
      ButtonState(role: .cancel) {
        TextState("Resume")
      }
    } message: {
      TextState("The meeting ends early. What shall happen to it?")
    }
  }

  static let speechRecognizerFailed = Self {
    TextState("Speech recognition failure")
  } actions: {
    ButtonState(role: .cancel) {
      TextState("Continue meeting")
    }
    ButtonState(role: .destructive, action: .confirmDiscard) {
      TextState("Discard meeting")
    }
  } message: {
    TextState("The recognizer gave up. What was said from here on is not written down.")
  }
}
