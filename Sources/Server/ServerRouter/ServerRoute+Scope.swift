public import DatabaseClient

extension ServerRoute {
  /// What a token must allow for this; `nil` where none is needed.
  public var scope: AccessScope? {
    switch self {
    case .health, .ready: nil
    case .jobs, .mcp, .search: .read
    case .memos(.list): .read
    case .memos(.memo(_, let route)):
      switch route {
      case .audio, .get, .transcript: .read
      case .change, .restore, .trash: .write
      case .cancelTranscription, .transcribe: .transcribe
      }
    }
  }
}
