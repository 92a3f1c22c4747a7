import AudioFileClient
import AudioPlayerClient
import ConcurrencyExtras
import Dependencies
import Foundation
import POSIX
import PulseAudio

final class Player: Sendable {
  private let address: String?
  private let state = LockIsolated(State())

  private struct State: Sendable {
    var control: PlaybackControl?
    var device: String?
    var skipsSilence = false
    var speed = 1.0
  }

  init(server address: String?) {
    self.address = address
  }

  private var control: PlaybackControl? { state.withValue(\.control) }

  var currentTime: TimeInterval? { control?.time }

  func select(_ device: String?) { state.withValue { $0.device = device } }
  func pause() async { await control?.pause() }
  func resume() { control?.update { $0.isPaused = false } }
  func stop() { control?.update { $0.isStopped = true } }

  func seek(to time: TimeInterval) {
    guard time.isFinite
    else { return }
    control?.update { $0.seek = Self.place(time) }
  }

  private static func place(_ time: TimeInterval) -> TimeInterval { min(max(0, time), 1e9) }

  func setSpeed(_ speed: Double) {
    guard speed.isFinite
    else { return }
    let range = AudioPlayerClient.speedRange
    let speed = min(max(speed, range.lowerBound), range.upperBound)
    state.withValue { $0.speed = speed }
    control?.update { $0.speed = speed }
  }

  func setSkipsSilence(_ skips: Bool) {
    state.withValue { $0.skipsSilence = skips }
    control?.setSkipsSilence(skips)
  }

  func play(_ url: URL, from time: TimeInterval) async throws -> Bool {
    @Dependency(\.audioFile) var audioFile
    let measureSilence = { @Sendable [audioFile] in
      (try? await audioFile.peaks(of: url, count: 1_000)).map { SilenceSkipper.limit(for: $0) }
    }
    let start = time.isFinite ? Self.place(time) : 0
    let (control, device) = state.withValue { state in
      state.control?.update { $0.isStopped = true }
      let control = PlaybackControl(
        startingAt: start, speed: state.speed, measureSilence: measureSilence)
      control.setSkipsSilence(state.skipsSilence)
      state.control = control
      return (control, state.device)
    }
    defer {
      state.withValue { if $0.control === control { $0.control = nil } }
    }
    return try await withTaskCancellationHandler {
      var next: TimeInterval? = start
      // Decoding runs in tasks and playback on a thread. Each seek starts another decoder.
      let output = OutputThread(address: address, control: control, device: device)
      defer { control.finish() }
      while let place = next {
        let sound = try await audioFile.listen(url: url, startingAt: .seconds(place))
        guard !control.request.isStopped
        else { return false }
        switch try await output.play(sound, startingAt: place) {
        case .ended: return true
        case .stopped: return false
        case .seek(let time): next = time
        }
      }
      return false
    } onCancel: {
      control.update { $0.isStopped = true }
    }
  }

  func devices() async throws -> [AudioOutputDevice] {
    let address = address
    return try await onOwnThread("devices") {
      try mappingErrors(nil) {
        try PulseServer(name: "SpeechMemo", address: address).sinks().map { sink in
          AudioOutputDevice(
            id: sink.name, isDefault: sink.isDefault, isMuted: sink.isMuted,
            name: sink.description)
        }
      }
    }
  }

  func status() async -> AudioOutputStatus {
    let id = state.withValue(\.device)
    do {
      let devices = try await devices()
      guard let device = devices.first(where: { id == nil ? $0.isDefault : $0.id == id })
      else { return id.map { .deviceMissing(id: $0) } ?? .noDevice }
      return device.isMuted ? .muted(device) : .ready(device)
    } catch AudioPlayerClient.Failure.unavailable(let status) {
      return status
    } catch {
      return .noServer(reason: String(describing: error))
    }
  }
}

func mappingErrors<Value>(_ device: String?, _ work: () throws -> Value) throws -> Value {
  do {
    return try work()
  } catch let error as PulseError {
    switch error {
    case .accessDenied:
      throw AudioPlayerClient.Failure.unavailable(.denied)
    case .noSuchDevice:
      throw AudioPlayerClient.Failure.unavailable(
        device.map { .deviceMissing(id: $0) } ?? .noDevice)
    case .noServer(let reason):
      throw AudioPlayerClient.Failure.unavailable(.noServer(reason: reason))
    case .deviceLost: throw AudioPlayerClient.Failure.deviceLost
    case .serverLost: throw AudioPlayerClient.Failure.serverLost
    case .refused(let reason): throw AudioPlayerClient.Failure.unplayable(reason: reason)
    }
  }
}
