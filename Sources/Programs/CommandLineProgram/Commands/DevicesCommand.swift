import ArgumentParsing
import AudioPlayerClient
import AudioRecorderClient
import Dependencies
import Styleguide
import TerminalClient

private struct Device {
  let kind: String
  let id: String
  let name: String
  let isDefault: Bool
  let isMuted: Bool
  var isMonitor = false

  func show(_ ink: Ink, on terminal: TerminalClient) throws {
    let remarks = [
      isDefault ? "default" : nil, isMuted ? "muted" : nil, isMonitor ? "system audio" : nil,
    ].compactMap(\.self)
    let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    try terminal.line(
      "  \(id.printable)  \(ink.dim(name.printable + remark))",
      json: [
        "kind": kind, "id": id, "name": name, "default": isDefault, "muted": isMuted,
        "monitor": isMonitor,
      ])
  }
}

extension CommandTable {
  static let devices = Command(
    "devices", summary: "List the devices for recording and playback", traits: [.ignoresLibrary]
  ) { _ in
    @Dependency(\.audioPlayer) var audioPlayer
    @Dependency(\.audioRecorder) var audioRecorder
    @Dependency(\.terminal) var terminal
    let inputs = try await audioRecorder.devices().map {
      Device(
        kind: "input", id: $0.id, name: $0.name, isDefault: $0.isDefault, isMuted: $0.isMuted,
        isMonitor: $0.isMonitor)
    }
    let outputs = try await audioPlayer.devices().map {
      Device(
        kind: "output", id: $0.id, name: $0.name, isDefault: $0.isDefault, isMuted: $0.isMuted)
    }
    let ink = Ink(terminal)
    for (title, devices) in [("Record from", inputs), ("Play to", outputs)] {
      if !terminal.isJSON { try terminal.line(ink.bold(title)) }
      for device in devices { try device.show(ink, on: terminal) }
      if devices.isEmpty, !terminal.isJSON { try terminal.line(ink.dim("  none")) }
    }
  }
}
