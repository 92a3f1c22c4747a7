/// The result of checking something that the program needs.
public struct Finding: Encodable, Equatable, Sendable {
  /// Something that the program needs.
  public enum Subject: CaseIterable, Sendable {
    /// The database, and its memos' audio files.
    case library
    /// The speech engine, and the model in the settings.
    case engine
    case ffmpeg
    case microphone
    case loudspeaker
    /// Those and a person's own keys, reported only if they cannot be read.
    case settings
    /// Reports of the program's own crashes, if there are any.
    case crashes
    /// Where everything is, and why there.
    case folders

    /// What it is called.
    public var title: String {
      switch self {
      case .crashes: "Crash reports"
      case .engine: "Speech engine"
      case .ffmpeg: "Ffmpeg"
      case .folders: "Folders"
      case .library: "Library"
      case .loudspeaker: "Loudspeaker"
      case .microphone: "Microphone"
      case .settings: "Settings"
      }
    }
  }

  public enum Verdict: String, Encodable, Sendable {
    /// As it should be.
    case good
    /// Something works less well than it could.
    case remark
    /// The main job cannot be done, or a memo is not whole.
    case wrong
  }

  /// What was checked, for a person to read.
  public var what: String
  public var verdict: Verdict
  /// What was found, in one line.
  public var detail: String
  /// How to fix it, in one line, as an instruction; `nil` if nothing is to be done.
  public var fix: String?

  public init(what: String, verdict: Verdict, detail: String, fix: String? = nil) {
    self.what = what
    self.verdict = verdict
    self.detail = detail
    self.fix = fix
  }
}
