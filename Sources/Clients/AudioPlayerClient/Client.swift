public import DependenciesMacros
public import Foundation

/// Plays recordings. There is one at a time: another ends the one before it.
@DependencyClient
public struct AudioPlayerClient: Sendable {
  /// The place in the recording that is being heard, in seconds, by the clock of the device that
  /// plays it: what is on its way there does not count. `nil` when nothing is played.
  public var currentTime: @Sendable () async -> TimeInterval? = { nil }

  /// Loudspeakers and headphones. Throws ``Failure``.
  public var devices: @Sendable () async throws -> [AudioOutputDevice]

  /// Holds the sound until ``resume``. When this returns nothing is heard, and ``currentTime``
  /// stands. Does nothing when nothing is played.
  public var pause: @Sendable () async -> Void

  /// Plays a file from its start until it ends, ``stop`` is called, another is played, or the
  /// task is cancelled.
  ///
  /// - Returns: Whether it was heard to its end.
  /// - Throws: ``Failure``, or what the decoding throws.
  public var play: @Sendable (_ url: URL) async throws -> Bool

  /// Plays a file from a time on, in seconds; otherwise as ``play``.
  public var playFrom: @Sendable (_ url: URL, _ time: TimeInterval) async throws -> Bool

  /// Goes on after ``pause``.
  public var resume: @Sendable () async -> Void

  /// Goes on at another time of the recording, in seconds; a pause stays one.
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

  /// The speeds there are.
  public static let speedRange = 0.5...3.0
}
