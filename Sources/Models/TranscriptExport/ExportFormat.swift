public import SharedModels

/// A form in which a transcript leaves the library. The raw value is the name that commands and
/// requests use.
public enum ExportFormat: String, CaseIterable, Codable, Sendable {
  /// Plain text in paragraphs.
  case txt
  /// SubRip subtitles.
  case srt
  /// WebVTT subtitles.
  case vtt
  /// Everything, for machines; see ``jsonExport(_:_:)`` for the keys.
  case json
  /// Markdown: a heading, what is known of the memo, paragraphs with their times.
  case md
  /// Who speaks when, for programs that measure it: NIST's Rich Transcription Time Marked.
  case rttm

  /// The usual extension of such a file, without a dot.
  public var fileExtension: String { rawValue }

  /// The media type of such a file.
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

/// The transcript in that form, as UTF-8 text with `\n` line ends that ends in one, or is empty.
///
/// - Throws: An encoding error, for JSON of a value that JSON cannot hold. None is known.
public func export(
  _ recording: Recording,
  _ transcription: Transcription,
  as format: ExportFormat,
  subtitles options: SubtitleOptions = SubtitleOptions()
) throws -> String {
  switch format {
  case .txt: textExport(recording, transcription)
  case .srt: srtExport(recording, transcription, options: options)
  case .vtt: vttExport(recording, transcription, options: options)
  case .json: try jsonExport(recording, transcription)
  case .md: markdownExport(recording, transcription)
  case .rttm: rttmExport(recording, transcription)
  }
}
