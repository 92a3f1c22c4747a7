import AudioPlayerClient
import ComposableTerminal
import Styleguide

extension SettingsFeature.Row {
  var title: String {
    switch self {
    case .playbackDevice: "Playback"
    case .setting(let setting): setting.title
    }
  }

  func value(in state: SettingsFeature.State) -> String {
    switch self {
    case .playbackDevice:
      guard let id = state.playbackDevice
      else { return "system default" }
      return state.playbackDevices.first { $0.id == id }?.name ?? id
    case .setting(let setting):
      return setting.value(in: state.settings, status: state.engineStatus)
    }
  }

  func explanation(in state: SettingsFeature.State) -> String {
    switch self {
    case .playbackDevice: "The device that plays memos, from the next memo on."
    case .setting(let setting): setting.explanation(in: state.settings)
    }
  }

  func remark(in state: SettingsFeature.State) -> (text: String, role: Color.Role)? {
    switch self {
    case .playbackDevice:
      guard let id = state.playbackDevice, !state.playbackDevices.isEmpty,
        !state.playbackDevices.contains(where: { $0.id == id })
      else { return nil }
      return ("It is not connected: choose another, or connect it.", .warning)
    case .setting(let setting):
      return setting.remark(
        on: state.settings, status: state.engineStatus, fetching: state.fetching)
    }
  }
}

extension ChoicePrompt<String?>.State {
  init(devices: [AudioOutputDevice], selection: String?) {
    self.init(
      "Play through",
      choices: [
        .init(
          "System default", remark: devices.first(where: \.isDefault)?.name ?? "", value: nil)
      ] + devices.map { .init($0.name, remark: $0.isMuted ? "muted" : "", value: $0.id) },
      selection: selection)
  }
}
