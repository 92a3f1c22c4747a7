import AudioRecorderClient
import ComposableArchitecture
import ComposableTerminal
import DependenciesTestSupport
import RecordMemoFeature
import TerminalUI
import Testing

extension RecordingTests {
  @Test(
    "VM-06 VM-07 Without permission, an alert explains why on each attempt",
    .dependencies,
    arguments: [
      (.noDevice, "No microphone found.", "Plug one in, or switch it on in the sound settings."),
      (
        .noServer(reason: "Connection refused"), "Cannot connect to a sound server.",
        "Connection refused. Start PipeWire (with pipewire-pulse) or PulseAudio: pulseaudio --start."
      ),
      (
        .noServer(reason: ""), "Cannot connect to a sound server.",
        "Start PipeWire (with pipewire-pulse) or PulseAudio: pulseaudio --start."
      ),
      (
        .denied, "The sound server refused the connection.",
        "Run speechmemo as the user whose session runs the sound server."
      ),
      (
        .deviceMissing(id: "desk"), "The selected device is not available.",
        "'desk' was not found. Plug it in, or press v to choose another."
      ),
    ] as [(AudioInputStatus, String, String)])
  func denied(status: AudioInputStatus, title: String, reason: String) async {
    let isPermitted = LockIsolated(false)
    let store = store {
      $0.audioRecorder.requestRecordPermission = { isPermitted.value }
      $0.audioRecorder.status = { isPermitted.value ? .ready(FakeRecorder.devices[0]) : status }
      $0.recordingFiles.newFile = { throw CancellationError() }
    }
    for number in 1...2 {
      await store.send(.recordButtonTapped)
      await store.receive(\.inputResponse, assert: number == 1 ? { $0.input = status } : nil)
      await store.receive(\.recordPermissionResponse, false) {
        $0.alert = alert(title, reason)
      }
      await store.send(.alert(.dismiss)) { $0.alert = nil }
    }
    isPermitted.setValue(true)
    await store.send(.recordButtonTapped)
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    await store.receive(\.recordPermissionResponse, true)
    await store.receive(\.newFileResponse.failure) {
      $0.alert = alert("Recording failed.", "CancellationError()")
    }
  }

  @Test("A page that is opened to choose the device shows the devices at once")
  func startsWithDevices() async {
    let store = store(start: .device) { $0.recordingFiles.unsavedRecordings = { [] } }
    await withMainSerialExecutor {
      await store.send(.task)
      await store.receive(\.draftsResponse.success)
      await store.receive(\.devicesResponse.success) { $0.devicePrompt = devices }
      await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
      await store.finish()
    }
  }

  private var devices: ChoicePrompt<String?>.State {
    ChoicePrompt.State(
      "Record from",
      choices: [
        .init("System default", remark: "Microphone", value: nil),
        .init("Microphone", value: "mic"), .init("Headset", remark: "muted", value: "headset"),
      ],
      selection: nil)
  }

  @Test("The device can be chosen before recording, and is remembered")
  func device() async {
    let store = store()
    await store.send(.deviceButtonTapped)
    await store.receive(\.devicesResponse.success) {
      $0.devicePrompt = devices
    }
    await store.send(\.devicePrompt.binding.list, ListState(selection: 2)) {
      $0.devicePrompt?.list.selection = 2
    }
    await store.send(\.devicePrompt.chooseButtonTapped)
    await store.receive(\.devicePrompt.presented.delegate.chosen) {
      $0.devicePrompt = nil
      $0.$device.withLock { $0 = "headset" }
    }
    await store.receive(\.inputResponse) { $0.input = .ready(FakeRecorder.devices[0]) }
    #expect(recorder.asked.value == ["select headset"])
    #expect(RecordMemoFeature.State().device == "headset", "it is kept for the next time")
  }

  @Test("An error is shown if devices cannot be listed")
  func devicesFail() async {
    let store = store {
      $0.audioRecorder.devices = { throw AudioRecorderClient.Failure.unavailable(.noDevice) }
    }
    await store.send(.deviceButtonTapped)
    await store.receive(\.devicesResponse.failure) {
      $0.alert = alert(
        "No microphone found.", "Plug one in, or switch it on in the sound settings.")
    }
  }
}
