/// What was found where the program looked at something that it needs.
public struct Finding: Encodable, Equatable, Sendable {
  /// Something that the program needs.
  public enum Subject: CaseIterable, Sendable {
    /// The database, and the sound of its memos.
    case library
    /// The speech engine, and the model that is set.
    case engine
    case ffmpeg
    case microphone
    case loudspeaker
    /// Told of only where they cannot be read.
    case settings
  }

  public enum Verdict: String, Encodable, Sendable {
    /// As it should be.
    case good
    /// Something works less well than it could.
    case remark
    /// The main job cannot be done, or a memo is not whole.
    case wrong
  }

  /// What was looked at, for a person.
  public var what: String
  public var verdict: Verdict
  /// What is the case, in one line.
  public var detail: String
  /// What to do about it, in one line; `nil` where nothing is to be done.
  public var mend: String?

  public init(what: String, verdict: Verdict, detail: String, mend: String? = nil) {
    self.what = what
    self.verdict = verdict
    self.detail = detail
    self.mend = mend
  }
}
