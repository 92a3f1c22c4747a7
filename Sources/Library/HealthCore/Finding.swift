public struct Finding: Encodable, Equatable, Sendable {
  public enum Subject: CaseIterable, Sendable {
    case library
    case engine
    case ffmpeg
    case microphone
    case loudspeaker
    /// Settings and custom keys, reported only if they can't be read.
    case settings
    case crashes
    case folders

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
    case good
    /// Something works less well than it could.
    case remark
    /// The main job can't be done, or a memo is damaged.
    case wrong
  }

  public var what: String
  public var verdict: Verdict
  public var detail: String
  /// An instruction; `nil` if nothing needs fixing.
  public var fix: String?

  public init(what: String, verdict: Verdict, detail: String, fix: String? = nil) {
    self.what = what
    self.verdict = verdict
    self.detail = detail
    self.fix = fix
  }

  static func good(_ what: String, _ detail: String) -> Self {
    Self(what: what, verdict: .good, detail: detail)
  }

  static func remark(_ what: String, _ detail: String, fix: String?) -> Self {
    Self(what: what, verdict: .remark, detail: detail, fix: fix)
  }

  static func wrong(_ what: String, _ detail: String, fix: String? = nil) -> Self {
    Self(what: what, verdict: .wrong, detail: detail, fix: fix)
  }
}
