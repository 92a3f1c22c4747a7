import AudioFileClient
import AudioPlayerClient
import ConcurrencyExtras
import Dependencies
import Foundation
import POSIX
import PulseAudio

/// The playings of one client, one after the other.
final class Player: Sendable {
  private let address: String?
  private let state = LockIsolated(State())

  private struct State: Sendable {
    var device: String?
    var session: Session?
    var skipsSilence = false
    var speed = 1.0
  }

  init(server address: String?) {
    self.address = address
  }

  private var session: Session? { state.withValue(\.session) }

  var currentTime: TimeInterval? { session?.time }

  func select(_ device: String?) { state.withValue { $0.device = device } }
  func setPaused(_ isPaused: Bool) { session?.wish { $0.isPaused = isPaused } }
  func stop() { session?.wish { $0.isStopped = true } }

  func seek(to time: TimeInterval) {
    guard time.isFinite
    else { return }
    session?.wish { $0.seek = max(0, time) }
  }

  func setSpeed(_ speed: Double) {
    guard speed.isFinite
    else { return }
    let range = AudioPlayerClient.speedRange
    let speed = min(max(speed, range.lowerBound), range.upperBound)
    state.withValue { $0.speed = speed }
    session?.wish { $0.speed = speed }
  }

  func setSkipsSilence(_ skips: Bool) {
    state.withValue { $0.skipsSilence = skips }
    session?.wish { $0.skipsSilence = skips }
  }

  func play(_ url: URL, from time: TimeInterval) async throws -> Bool {
    let start = time.isFinite ? max(0, time) : 0
    let (session, device) = state.withValue { state in
      state.session?.wish { $0.isStopped = true }
      let session = Session(
        startingAt: start, speed: state.speed, skipsSilence: state.skipsSilence)
      state.session = session
      return (session, state.device)
    }
    defer {
      state.withValue { if $0.session === session { $0.session = nil } }
    }
    return try await withTaskCancellationHandler {
      var next: TimeInterval? = start
      // Sound is decoded in tasks, and played on a thread that decodes nothing: each time that
      // another place is asked for, there is another decoder.
      let output = OutputThread(address: address, device: device, session: session)
      defer { output.end() }
      while let place = next {
        @Dependency(\.audioFile) var audioFile
        let sound = try await audioFile.listen(url: url, startingAt: .seconds(place))
        guard !session.wanted.isStopped
        else { return false }
        switch try await output.play(sound, startingAt: place) {
        case .ended: return true
        case .stopped: return false
        case .seek(let time): next = time
        }
      }
      return false
    } onCancel: {
      session.wish { $0.isStopped = true }
    }
  }

  func devices() async throws -> [AudioOutputDevice] {
    let address = address
    return try await onOwnThread("devices") {
      try naming(nil) {
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

/// Says why nothing can be played.
func naming<Value>(_ device: String?, _ work: () throws -> Value) throws -> Value {
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
