public import Dependencies
public import DependenciesMacros
public import Foundation

@DependencyClient
public struct AudioPlayerClient: Sendable {
  /// The position that the device plays, in seconds; `nil` when nothing plays.
  public var currentTime: @Sendable () async -> TimeInterval? = { nil }

  public var devices: @Sendable () async throws -> [AudioOutputDevice]

  /// Returns once playback is silent.
  public var pause: @Sendable () async -> Void

  /// Returns `true` at the file's end, `false` if stopped. Throws ``Failure`` and decoding errors.
  public var play: @Sendable (_ url: URL) async throws -> Bool

  public var playFrom: @Sendable (_ url: URL, _ time: TimeInterval) async throws -> Bool

  public var resume: @Sendable () async -> Void

  public var seek: @Sendable (_ to: TimeInterval) async -> Void

  public var selectDevice: @Sendable (_ id: String?) async -> Void

  public var setSkipsSilence: @Sendable (_ skips: Bool) async -> Void

  /// Sets the speed, within ``speedRange``. The pitch is kept.
  public var setSpeed: @Sendable (_ speed: Double) async -> Void

  public var status: @Sendable () async -> AudioOutputStatus = { .noServer(reason: "") }

  public var stop: @Sendable () async -> Void

  public static let speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]

  public static let speedRange = speeds[0]...speeds[speeds.count - 1]

  /// Moves along ``speeds``, up to either end. From between two speeds, the next is one step away.
  public static func speed(_ speed: Double, movedBy steps: Int) -> Double {
    let place =
      steps < 0
      ? speeds.firstIndex { $0 >= speed } ?? speeds.count
      : speeds.lastIndex { $0 <= speed } ?? -1
    return speeds[min(max(0, place + steps), speeds.count - 1)]
  }
}

extension DependencyValues {
  public var audioPlayer: AudioPlayerClient {
    get { self[AudioPlayerClient.self] }
    set { self[AudioPlayerClient.self] = newValue }
  }
}
