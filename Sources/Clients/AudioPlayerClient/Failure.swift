public import Foundation

extension AudioPlayerClient {
  public enum Failure: Error, Equatable, Sendable {
    case deviceLost
    case serverLost
    case unavailable(AudioOutputStatus)
    case unplayable(reason: String)
  }
}

extension AudioPlayerClient.Failure: CustomStringConvertible {
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
  public var errorDescription: String? { description }
}
