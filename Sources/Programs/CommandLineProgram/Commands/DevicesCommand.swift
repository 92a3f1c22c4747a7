import ArgumentParsing
import AudioPlayerClient
import AudioRecorderClient
import Dependencies
import Styleguide
import TerminalClient

struct DevicesCommand {
  var json = false

  @Dependency(\.audioPlayer) private var audioPlayer
  @Dependency(\.audioRecorder) private var audioRecorder
  @Dependency(\.terminal) private var terminal

  func run() async throws {
    let inputs = try await audioRecorder.devices().map(Device.init)
    let outputs = try await audioPlayer.devices().map(Device.init)
    if json {
      for device in inputs + outputs { try terminal.json(device) }
      return
    }
    let ink = Ink(terminal)
    for (title, devices) in [("Record from", inputs), ("Play to", outputs)] {
      try terminal.line(ink.bold(title))
      for device in devices { try terminal.line(line(device, ink)) }
      if devices.isEmpty { try terminal.line(ink.dim("  none")) }
    }
  }

  private func line(_ device: Device, _ ink: Ink) -> String {
    let remarks = [
      device.default ? "default" : nil, device.muted ? "muted" : nil,
      device.monitor ? "system audio" : nil,
    ].compactMap(\.self)
    let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    return "  \(device.id.printable)  \(ink.dim(device.name.printable + remark))"
  }

  private struct Device: Encodable {
    let kind: String
    let id: String
    let name: String
    let `default`: Bool
    let muted: Bool
    let monitor: Bool

    init(_ device: AudioInputDevice) {
      kind = "input"
      id = device.id
      name = device.name
      `default` = device.isDefault
      muted = device.isMuted
      monitor = device.isMonitor
    }

    init(_ device: AudioOutputDevice) {
      kind = "output"
      id = device.id
      name = device.name
      `default` = device.isDefault
      muted = device.isMuted
      monitor = false
    }
  }
}

extension CommandTable {
  static let devices = Command(
    "devices", summary: "List the devices for recording and playback", traits: [.ignoresLibrary]
  ) { arguments in
    try await DevicesCommand(json: arguments[json]).run()
  }
}
