public import DatabaseClient

extension ServerRoute {
  /// What a token must allow for this; `nil` where none is needed.
  public var scope: AccessScope? {
    switch self {
    case .health, .openAPI, .ready: nil
    case .events, .jobs, .mcp, .search: .read
    case .metrics: .admin
    case .openAI: .transcribe
    case .uploads: .write
    case .memos(.list): .read
    case .memos(.memo(_, let route)):
      switch route {
      case .audio, .get, .transcript: .read
      case .change, .restore, .trash: .write
      case .cancelTranscription, .transcribe: .transcribe
      }
    }
  }

  /// Whether what handles it reads the body as it comes, because it may be large.
  public var isStreamed: Bool {
    switch self {
    case .openAI(.transcriptions), .openAI(.translations), .uploads(.append), .uploads(.create):
      true
    case .events, .health, .jobs, .mcp, .memos, .metrics, .openAPI, .openAI, .ready, .search,
      .uploads:
      false
    }
  }
}
