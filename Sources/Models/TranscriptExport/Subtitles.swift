public import SharedModels

/// SubRip: numbered cues, times as `00:01:02,345`. Who speaks stands before each turn. Text is given as it is, because the format has
/// no way to escape. Empty if nothing was said.
public func srtExport(
  _ recording: Recording,
  _ transcription: Transcription,
  options: SubtitleOptions = SubtitleOptions()
) -> String {
  transcription.cues(duration: recording.duration, options: options, isLabelled: true).enumerated()
    .map { index, cue in
      """
      \(index + 1)
      \(timestamp(cue.start, separator: ",")) --> \(timestamp(cue.end, separator: ","))
      \(cue.lines.joined(separator: "\n"))

      """
    }
    .joined(separator: "\n")
}

/// WebVTT: times as `00:01:02.345`, `&`, `<` and `>` escaped, who speaks as the cue's voice.
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
