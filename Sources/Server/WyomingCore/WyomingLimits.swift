public import WyomingProtocol

public struct WyomingLimits: Hashable, Sendable {
  public var seconds = 60 * 60
  public var byteCount = 256 * 1_024 * 1_024
  public var event = WyomingParser.Limits()
  /// Time to complete or accept an event, unless a transcript is being made.
  public var idleTimeout: Duration = .seconds(300)
  public var waitingByteCount = 64 * 1_024

  public init() {}
}

public enum WyomingProblem: Error, Equatable, CustomStringConvertible {
  case changedFormat
  case noAudio
  case timedOut
  case audioTooLong
  case unknownModel(String)

  public var description: String {
    switch self {
    case .changedFormat: "the audio format changed before 'audio-stop'"
    case .noAudio: "'audio-stop' came before any audio"
    case .timedOut: "the client sent nothing for too long"
    case .audioTooLong: "the audio is too long for one transcript"
    case .unknownModel(let name):
      "unknown model '\(name)': 'describe' lists the models"
    }
  }
}
