import AudioRecorderClient
import PulseAudio

extension CaptureSystem {
  static func pulse(server address: String?) -> Self {
    Self(
      devices: {
        try mappingErrors(nil) {
          try PulseServer(name: "SpeechMemo", address: address).sources().map { source in
            AudioInputDevice(
              id: source.name, isDefault: source.isDefault, isMonitor: source.isMonitor,
              isMuted: source.isMuted, name: source.description)
          }
        }
      },
      open: { device in
        try mappingErrors(device) { try PulseSource(address: address, device: device) }
      })
  }
}

private func mappingErrors<Value>(_ device: String?, _ work: () throws -> Value) throws -> Value {
  do {
    return try work()
  } catch let error as PulseError {
    let status: AudioInputStatus =
      switch error {
      case .accessDenied: .denied
      case .deviceLost, .noSuchDevice: device.map { .deviceMissing(id: $0) } ?? .noDevice
      case .noServer(let reason), .refused(let reason): .noServer(reason: reason)
      case .serverLost: .noServer(reason: "the connection was lost")
      }
    throw AudioRecorderClient.Failure.unavailable(status)
  }
}

private final class PulseSource: CaptureSource {
  private let server: PulseServer
  private let stream: PulseRecording

  init(address: String?, device: String?) throws {
    server = try PulseServer(name: "SpeechMemo", address: address)
    stream = try PulseRecording(
      server, from: device, name: "Memo",
      format: SampleFormat(.int16, rate: Draft.sampleRate, channelCount: 1), milliseconds: 50)
  }

  var capturedFrameCount: Int? {
    stream.capturedTime.map { Int($0 / .seconds(1) * Double(Draft.sampleRate)) }
  }

  func read(milliseconds: Int, _ take: (UnsafeBufferPointer<Int16>) throws -> Void) throws {
    do {
      var hasRead = false
      while try stream.read({ try take($0.bindMemory(to: Int16.self)) }) { hasRead = true }
      if !hasRead { try server.wait(milliseconds: milliseconds) }
    } catch let error as PulseError {
      let end: RecordingEnd =
        switch error {
        case .deviceLost, .noSuchDevice: .deviceLost
        case .noServer, .serverLost: .serverLost
        case .accessDenied: .failed(reason: "the sound server denied access")
        case .refused(let reason): .failed(reason: reason)
        }
      throw CaptureInterrupted(end)
    }
  }
}
