public import SharedModels

public enum ExportFormat: String, CaseIterable, Codable, Sendable {
  case txt
  case srt
  case vtt
  case json
  case md
  /// NIST's Rich Transcription Time Marked: speaker turns for evaluation tools.
  case rttm

  public var fileExtension: String { rawValue }

  public var hasSummary: Bool { self == .json || self == .md }

  public var mediaType: String {
    switch self {
    case .txt: "text/plain; charset=utf-8"
    case .srt: "application/x-subrip; charset=utf-8"
    case .vtt: "text/vtt; charset=utf-8"
    case .json: "application/json"
    case .md: "text/markdown; charset=utf-8"
    case .rttm: "text/plain; charset=utf-8"
    }
  }
}

/// Returns UTF-8 lines that end in `\n`, or an empty string. Leaves a stale summary out.
public func export(
  _ recording: Recording,
  _ transcription: Transcription,
  _ summary: Summary? = nil,
  as format: ExportFormat,
  subtitles options: SubtitleOptions = SubtitleOptions()
) throws -> String {
  let summary = summary.flatMap { $0.isStale(for: transcription) ? nil : $0 }
  return switch format {
  case .txt: textExport(recording, transcription)
  case .srt: srtExport(recording, transcription, options: options)
  case .vtt: vttExport(recording, transcription, options: options)
  case .json: try jsonExport(recording, transcription, summary)
  case .md: markdownExport(recording, transcription, summary)
  case .rttm: rttmExport(recording, transcription)
  }
}
