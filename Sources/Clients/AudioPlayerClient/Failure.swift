public import Foundation

extension AudioPlayerClient {
  /// Why nothing is heard, or not the whole recording. `description` is one line that says what
  /// is wrong and what to do.
  public enum Failure: Error, Equatable, Sendable {
    /// The device was unplugged or switched off.
    case deviceLost
    /// The sound server ended.
    case serverLost
    /// There is nothing to play to.
    case unavailable(AudioOutputStatus)
    /// The device does not take the sound; `reason` is what the server says.
    case unplayable(reason: String)
  }
}

extension AudioPlayerClient.Failure: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .deviceLost: "the playback device was disconnected; choose another one"
    case .serverLost: "the sound server stopped; start it and play again"
    case .unavailable(let status):
      status.hint.map { "\(status.message); \($0)" } ?? status.message
    case .unplayable(let reason): "the audio cannot be played: \(reason); try another device"
    }
  }
}

extension AudioPlayerClient.Failure: LocalizedError {
  /// The same line as `description`.
  public var errorDescription: String? { description }
}
