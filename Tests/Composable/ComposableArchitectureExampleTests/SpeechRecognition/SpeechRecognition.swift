import ComposableArchitecture

/// Shows spoken words as text.
@Reducer
struct SpeechRecognition {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var isRecording = false
    var transcribedText = ""
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case recordButtonTapped
    case speech(Result<SpeechRecognitionResult, any Error>)
    case speechRecognizerAuthorizationStatusResponse(SpeechClient.AuthorizationStatus)

    enum Alert: Equatable {}
  }

  @Dependency(\.speechClient) var speechClient

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .recordButtonTapped:
        state.isRecording.toggle()
        guard state.isRecording
        else { return .run { _ in await self.speechClient.finishTask() } }
        return .run { send in
          let status = await self.speechClient.requestAuthorization()
          await send(.speechRecognizerAuthorizationStatusResponse(status))
          guard status == .authorized
          else { return }
          let request = SpeechRequest()
          for try await result in await self.speechClient.startTask(request: request) {
            await send(.speech(.success(result)))
          }
        } catch: { error, send in
          await send(.speech(.failure(error)))
        }

      case .speech(.failure(SpeechClient.Failure.couldntConfigureAudioSession)),
        .speech(.failure(SpeechClient.Failure.couldntStartAudioEngine)):
        state.alert = .audioDeviceFailed
        state.isRecording = false
        return .none

      case .speech(.failure):
        state.alert = .recognitionFailed
        state.isRecording = false
        return .none

      case .speech(.success(let result)):
        state.transcribedText = result.bestTranscription.formattedString
        if result.isFinal { state.isRecording = false }
        return .none

      case .speechRecognizerAuthorizationStatusResponse(let status):
        state.isRecording = status == .authorized
        switch status {
        case .authorized:
          break
        case .denied:
          state.alert = .denied
        case .notDetermined:
          state.alert = .tryAgain
        case .restricted:
          state.alert = .restricted
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState where Action == SpeechRecognition.Action.Alert {
  static var audioDeviceFailed: Self {
    AlertState { TextState("The microphone could not be opened. Please try again.") }
  }

  static var denied: Self {
    AlertState {
      TextState("You denied access to speech recognition. It is needed to write down what you say.")
    }
  }

  static var recognitionFailed: Self {
    AlertState { TextState("Transcribing failed. Please try again.") }
  }

  static var restricted: Self {
    AlertState { TextState("This device does not allow speech recognition.") }
  }

  static var tryAgain: Self {
    AlertState { TextState("Try again.") }
  }
}
