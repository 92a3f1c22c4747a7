public import WyomingProtocol

/// What a client may ask for at most.
public struct WyomingLimits: Hashable, Sendable {
  /// How much sound there may be for one transcript: an hour, and room on the disk for it.
  public var seconds = 60 * 60
  public var byteCount = 256 * 1_024 * 1_024
  /// How large an event may be.
  public var event = WyomingParser.Limits()
  /// For how long it may not complete an event while nothing is made for it, nor take one.
  public var silence: Duration = .seconds(300)
  /// How much of what comes while a transcript is made is kept until it is.
  public var waitingByteCount = 64 * 1_024

  public init() {}
}

/// Why a client is not answered.
public enum WyomingProblem: Error, Equatable, CustomStringConvertible {
  /// The format changes while the sound goes on.
  case changedFormat
  /// No sound was sent, not even none.
  case noSound
  /// No event has been sent for long.
  case silence
  /// There is more sound than may be.
  case tooMuchSound
  /// Weights of that name are not here.
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
