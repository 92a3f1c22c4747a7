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

  func findDevices() -> Effect<Action> {
    .run { send in
      await send(.devicesResponse(Result { try await audioRecorder.devices() }))
    }
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
