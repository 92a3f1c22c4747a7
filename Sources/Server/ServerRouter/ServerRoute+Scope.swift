public import DatabaseClient

extension ServerRoute {
  /// What a token must allow for this; `nil` where none is needed.
  public var scope: AccessScope? {
    switch self {
    case .health, .openAPI, .page, .ready, .shared: nil
    case .events, .mcp, .search, .server, .session, .settings(.get), .statistics: .read
    case .editSpeakers, .editTranscript: .write
    case .jobs(.cancel): .transcribe
    case .jobs(.finished), .jobs(.list), .jobs(.segments): .read
    case .check, .metrics, .settings(.change), .tokens, .voices: .admin
    case .live, .openAI: .transcribe
    case .queue: .queue
    case .uploads: .write
    case .memos(.checksum), .memos(.files), .memos(.ids), .memos(.list): .read
    case .memos(.delete), .memos(.restore), .memos(.trash): .write
    case .memos(.memo(_, let route)):
      switch route {
      case .audio, .get, .job, .links, .peaks, .transcript, .transcription: .read
      case .addLink, .change, .changeText, .removeLink, .restore, .trash: .write
      case .cancelTranscription, .transcribe: .transcribe
      }
    }
  }

  /// Whether what is set for a library matters to it, though it may be only a question.
  public var usesSettings: Bool {
    switch self {
    case .live, .openAI, .server, .settings: true
    default: false
    }
  }

  /// Whether what handles it reads the body as it comes, because it may be large.
  public var isStreamed: Bool {
    switch self {
    case .openAI(.transcriptions), .openAI(.translations), .uploads(.append), .uploads(.create):
      true
    case .check, .editSpeakers, .editTranscript, .events, .health, .jobs, .live, .mcp, .memos,
      .metrics, .openAPI, .openAI, .page, .queue, .ready, .search, .server, .session, .settings,
      .shared,
      .statistics, .tokens, .uploads, .voices:
      false
    }
  }
}
