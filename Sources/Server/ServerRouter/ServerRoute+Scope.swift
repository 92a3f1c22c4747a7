public import DatabaseClient

extension ServerRoute {
  /// The scope that a token needs; `nil` if the route needs no token.
  public var scope: AccessScope? {
    switch self {
    case .health, .openAPI, .page, .ready, .shared: nil
    case .session(.addCode): .admin
    case .events, .lastEdit, .mcp, .search, .server, .session, .settings(.get), .statistics, .tags:
      .read
    case .jobs(.cancel): .transcribe
    case .jobs(.finished), .jobs(.list), .jobs(.segments): .read
    case .check, .metrics, .settings(.change), .tokens, .voices, .webhook: .admin
    case .live, .openAI: .transcribe
    case .queue: .queue
    case .uploads: .write
    case .memos(.checksum), .memos(.files), .memos(.ids), .memos(.list): .read
    case .memos(.add), .memos(.delete), .memos(.restore), .memos(.trash): .write
    case .memos(.memo(_, let route)):
      switch route {
      case .audio, .get, .links, .peaks, .summary, .transcript, .transcription, .versions(.get),
        .versions(.list):
        .read
      case .addLink, .change, .editSpeakers, .editTranscript, .removeLink, .restore, .trash,
        .versions(.restore):
        .write
      case .cancelTranscription, .summarize, .transcribe: .transcribe
      }
    }
  }

  /// `true` reloads the library's settings even for a GET request.
  public var usesSettings: Bool {
    switch self {
    case .live, .openAI, .server, .settings: true
    default: false
    }
  }
}
