public import WyomingProtocol

public struct WyomingLimits: Hashable, Sendable {
  public var seconds = 60 * 60
  public var byteCount = 256 * 1_024 * 1_024
  public var event = WyomingParser.Limits()
  /// Time to complete or accept an event, unless a transcript is being made.
  public var silence: Duration = .seconds(300)
  public var waitingByteCount = 64 * 1_024

  public init() {}
}

public enum WyomingProblem: Error, Equatable, CustomStringConvertible {
  case changedFormat
  case noSound
  case silence
  case tooMuchSound
  case unknownModel(String)

  public var description: String {
    switch self {
    case .changedFormat: "the audio format changed before 'audio-stop'"
    case .noSound: "'audio-stop' came before any audio"
    case .silence: "the client sent nothing for too long"
    case .tooMuchSound: "the audio is too long for one transcript"
    case .unknownModel(let name):
      "unknown model '\(name)': 'describe' lists the models"
    }
  }
}
