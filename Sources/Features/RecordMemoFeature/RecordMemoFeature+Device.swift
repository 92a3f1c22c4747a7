import AudioRecorderClient
import ComposableArchitecture
import ComposableTerminal

extension RecordMemoFeature {
  func checkInput(of device: String?) -> Effect<Action> {
    .run { send in
      await audioRecorder.selectDevice(id: device)
      await send(.inputResponse(audioRecorder.status()))
    }
  }

  func start(_ start: Start?, _ state: State) -> Effect<Action> {
    switch start {
    case .device:
      return .respond(with: Action.devicesResponse) { try await audioRecorder.devices() }

    case .recording:
      // Checked each time, because a microphone may have been plugged in.
      return .concatenate(
        checkInput(of: state.device),
        .run { send in
          await send(.recordPermissionResponse(audioRecorder.requestRecordPermission()))
        })

    case nil:
      return .none
    }
  }

  func readDrafts() -> Effect<Action> {
    .respond(with: Action.draftsResponse) { try await recordingFiles.unsavedRecordings() }
  }
}

extension ChoicePrompt<String?>.State {
  init(devices: [AudioInputDevice], selection: String?) {
    self.init(
      "Record from",
      choices: [
        .init(
          "System default", remark: devices.first(where: \.isDefault)?.name ?? "", value: nil)
      ]
        + devices.map { device in
          .init(
            device.name,
            remark: device.isMuted ? "muted" : device.isMonitor ? "system audio" : "",
            value: device.id)
        },
      selection: selection)
  }
}
