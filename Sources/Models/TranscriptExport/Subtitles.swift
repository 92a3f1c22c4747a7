public import SharedModels

/// SubRip, with the speaker before each turn. The format has no escapes.
public func srtExport(
  _ recording: Recording,
  _ transcription: Transcription,
  options: SubtitleOptions = SubtitleOptions()
) -> String {
  transcription.cues(duration: recording.duration, options: options, isLabeled: true).enumerated()
    .map { index, cue in
      """
      \(index + 1)
      \(timestamp(cue.start, separator: ",")) --> \(timestamp(cue.end, separator: ","))
      \(cue.lines.joined(separator: "\n"))

      """
    }
    .joined(separator: "\n")
}

public func vttExport(
  _ recording: Recording,
  _ transcription: Transcription,
  options: SubtitleOptions = SubtitleOptions()
) -> String {
  "WEBVTT\n"
    + transcription.cues(duration: recording.duration, options: options)
    .map { cue in
      let voice = transcription.label(of: cue.speaker).map { "<v \($0.escapedForVTT)>" } ?? ""
      return """

        \(timestamp(cue.start, separator: ".")) --> \(timestamp(cue.end, separator: "."))
        \(voice)\(cue.lines.map(\.escapedForVTT).joined(separator: "\n"))

        """
    }
    .joined()
}

extension String {
  fileprivate var escapedForVTT: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
  }
}
