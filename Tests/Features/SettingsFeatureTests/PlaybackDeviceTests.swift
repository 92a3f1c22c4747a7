import AudioPlayerClient
import ComposableArchitecture
import ComposableTerminal
import DependenciesTestSupport
import PreviewHarness
import SettingsFeature
import SharedSettings
import TerminalUI
import Testing

@testable import SettingsPreview

/// The device that plays memos is chosen in the settings.
@Suite("Settings: playback device", .dependencies)
@MainActor
struct PlaybackDeviceTests {
  private let speaker = AudioOutputDevice(id: "speaker", isDefault: true, name: "Loudspeaker")
  private let headset = AudioOutputDevice(id: "headset", name: "Headset")
  private let selected = LockIsolated<[String?]>([])

  private func makeStore() -> TestStoreOf<SettingsFeature> {
    TestStore(initialState: SettingsFeature.State(settings: Shared(value: Settings()))) {
      SettingsFeature()
    } withDependencies: {
      $0.audioPlayer.selectDevice = { [selected] id in selected.withLock { $0.append(id) } }
    }
  }

  @Test("It can be chosen if there are several, or if one was chosen before")
  func rows() async {
    let store = makeStore()
    #expect(!store.state.rows.contains(.playbackDevice))
    await store.send(.devicesResponse([speaker])) { $0.playbackDevices = [speaker] }
    #expect(!store.state.rows.contains(.playbackDevice))
    await store.send(.devicesResponse([speaker, headset])) {
      $0.playbackDevices = [speaker, headset]
    }
    #expect(store.state.rows.last == .playbackDevice)
    store.state.$playbackDevice.withLock { $0 = "unplugged" }
    await store.send(.devicesResponse([speaker])) { $0.playbackDevices = [speaker] }
    #expect(store.state.rows.last == .playbackDevice)
  }

  @Test("The chosen device plays the next memo, and is kept", arguments: ["headset", nil])
  func chosen(device: String?) async {
    let store = makeStore()
    await store.send(.devicesResponse([speaker, headset])) {
      $0.playbackDevices = [speaker, headset]
    }
    let place = ListState(selection: store.state.rows.count - 1)
    await store.send(.set(\.list, place)) { $0.list = place }
    await store.send(.editButtonTapped) {
      $0.destination = .devices(
        ChoicePrompt<String?>.State(
          "Play through",
          choices: [
            .init("System default", remark: "Loudspeaker", value: nil),
            .init("Loudspeaker", value: "speaker"), .init("Headset", value: "headset"),
          ],
          selection: nil))
    }
    await store.send(.destination(.presented(.devices(.delegate(.chosen(device)))))) {
      $0.destination = nil
      $0.$playbackDevice.withLock { $0 = device }
    }
    await store.finish()
    #expect(selected.value == [device])
    @Shared(.appStorage("playbackDevice")) var kept: String?
    #expect(kept == device)
  }

  @Test("Its row shows the name, and a device that is missing is marked")
  func frames() async throws {
    let preview = SettingsPreview.preview
    let chosen = try await preview.lastFrame(
      of: "devices", "end enter down down enter", size: "72x16")
    #expect(chosen.contains("\nPlayback       Headset"), "\(chosen)")
    let sheet = try await preview.lastFrame(of: "devices", "end enter", size: "72x16")
    #expect(sheet.contains("Play through") && sheet.contains("Built-in Loudspeaker"), "\(sheet)")
  }

  @Test("A device that is not connected is reported")
  func missing() {
    var state = SettingsFeature.State(settings: Shared(value: Settings()))
    state.$playbackDevice.withLock { $0 = "headset" }
    state.playbackDevices = [speaker]
    let store = Store(initialState: state) { SettingsFeature() }
    store.send(.set(\.list, ListState(selection: state.rows.count - 1)))
    let text = Frame(SettingsScreen(store: store).view, size: Size(width: 72, height: 16)).text
    #expect(text.contains("Playback       headset") && text.contains("It is not connected"))
  }
}
