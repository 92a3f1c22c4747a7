public import Dependencies
public import DependenciesMacros
public import Foundation

/// Plays recordings, one at a time: starting another ends the one before it.
@DependencyClient
public struct AudioPlayerClient: Sendable {
  /// The place in the recording that is being heard, in seconds, by the clock of the device that
  /// plays it: what is on its way there does not count. `nil` when nothing is played.
  public var currentTime: @Sendable () async -> TimeInterval? = { nil }

  /// Loudspeakers and headphones. Throws ``Failure``.
  public var devices: @Sendable () async throws -> [AudioOutputDevice]

  /// Pauses playback until ``resume``. When this returns nothing is heard, and ``currentTime``
  /// stops. Does nothing when nothing is played.
  public var pause: @Sendable () async -> Void

  /// Plays a file from its start until it ends, ``stop`` is called, another is played, or the
  /// task is cancelled.
  ///
  /// - Returns: Whether it was heard to its end.
  /// - Throws: ``Failure``, or what the decoding throws.
  public var play: @Sendable (_ url: URL) async throws -> Bool

  /// Plays a file from a time on, in seconds; otherwise as ``play``.
  public var playFrom: @Sendable (_ url: URL, _ time: TimeInterval) async throws -> Bool

  /// Continues after ``pause``.
  public var resume: @Sendable () async -> Void

  /// Moves to another time in the recording, in seconds. If playback is paused, it stays paused.
  public var seek: @Sendable (_ to: TimeInterval) async -> Void

  /// Chooses where the next recordings are heard: a device's ``AudioOutputDevice/id``, or `nil`
  /// for the sound server's default.
  public var selectDevice: @Sendable (_ id: String?) async -> Void

  /// Whether stretches of silence are left out, now and in what is played later.
  public var setSkipsSilence: @Sendable (_ skips: Bool) async -> Void

  /// How fast to play, now and later: 1 as recorded, from ``speedRange``. The pitch is kept.
  public var setSpeed: @Sendable (_ speed: Double) async -> Void

  /// Whether the chosen device can be played to, and if not, why.
  public var status: @Sendable () async -> AudioOutputStatus = { .noServer(reason: "") }

  /// Ends what is played. Does nothing when nothing is.
  public var stop: @Sendable () async -> Void

  /// The speeds to offer, from the slowest to the fastest.
  public static let speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]

  /// All speeds that sound can be played at, those between ``speeds`` included.
  public static let speedRange = speeds[0]...speeds[speeds.count - 1]

  /// The speed that is a number of steps further in ``speeds``: faster or, where it is negative,
  /// slower. It stops at the slowest and the fastest.
  ///
  /// - Parameters:
  ///   - speed: The speed now. If it is between two in the list, the next of them is one step away.
  ///   - steps: How many steps.
  public static func speed(_ speed: Double, movedBy steps: Int) -> Double {
    let place =
      steps < 0
      ? speeds.firstIndex { $0 >= speed } ?? speeds.count
      : speeds.lastIndex { $0 <= speed } ?? -1
    return speeds[min(max(0, place + steps), speeds.count - 1)]
  }
}

extension DependencyValues {
  /// Plays recordings.
  public var audioPlayer: AudioPlayerClient {
    get { self[AudioPlayerClient.self] }
    set { self[AudioPlayerClient.self] = newValue }
  }
}
