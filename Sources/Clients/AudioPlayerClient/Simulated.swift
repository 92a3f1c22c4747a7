import ConcurrencyExtras
import Dependencies
import Foundation

extension AudioPlayerClient {
  public static func simulated(duration: Duration = .seconds(12)) -> Self {
    let player = SimulatedPlayer(length: duration / .seconds(1))
    return Self(
      currentTime: { player.currentTime },
      devices: { SimulatedPlayer.devices },
      pause: { player.update { $0.isPaused = true } },
      play: { _ in try await player.play(from: 0) },
      playFrom: { _, time in try await player.play(from: time) },
      resume: { player.update { $0.isPaused = false } },
      seek: { player.seek(to: $0) },
      selectDevice: { id in player.update { $0.deviceID = id } },
      setSkipsSilence: { _ in },
      setSpeed: { speed in player.update { $0.speed = speed.clamped(to: speedRange) } },
      status: { player.status },
      stop: { player.update { $0.playing = nil } })
  }
}

private final class SimulatedPlayer: Sendable {
  static let devices = [
    AudioOutputDevice(id: "speaker", isDefault: true, name: "Built-in Loudspeaker"),
    AudioOutputDevice(id: "headset", name: "Headset"),
  ]
  private static let tick = Duration.milliseconds(50)

  private let length: TimeInterval
  private let state = LockIsolated(State())

  struct State: Sendable {
    var deviceID: String?
    var isPaused = false
    var playing: UUID?
    var speed = 1.0
    var time: TimeInterval = 0
  }

  init(length: TimeInterval) {
    self.length = length
  }

  var currentTime: TimeInterval? {
    state.withValue { $0.playing == nil ? nil : $0.time }
  }

  var status: AudioOutputStatus {
    let id = state.withValue(\.deviceID)
    guard let device = Self.devices.first(where: { id == nil ? $0.isDefault : $0.id == id })
    else { return .deviceMissing(id: id ?? "") }
    return .ready(device)
  }

  func update(_ change: @Sendable (inout State) -> Void) {
    state.withValue { change(&$0) }
  }

  func seek(to time: TimeInterval) {
    state.withValue { $0.time = time.clamped(to: 0...length) }
  }

  func play(from start: TimeInterval) async throws -> Bool {
    @Dependency(\.continuousClock) var clock
    guard case .ready = status
    else { throw AudioPlayerClient.Failure.unavailable(status) }
    let id = UUID()
    state.withValue { state in
      state.playing = id
      state.isPaused = false
      state.time = start.clamped(to: 0...length)
    }
    while true {
      do {
        try await clock.sleep(for: Self.tick)
      } catch {
        state.withValue { if $0.playing == id { $0.playing = nil } }
        return false
      }
      let ended: Bool? = state.withValue { state in
        guard state.playing == id
        else { return false }
        if !state.isPaused { state.time += Self.tick / .seconds(1) * state.speed }
        guard state.time >= length - 1e-9
        else { return nil }
        state.playing = nil
        return true
      }
      if let ended { return ended }
    }
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
