public import SharedModels

/// The engine's turns, or those of the words. Names have `_` for spaces, which separate fields.
public func rttmExport(_ recording: Recording, _ transcription: Transcription) -> String {
  let file = recording.id.text
  return transcription.voiceTurns.compactMap { turn -> String? in
    guard let name = transcription.label(of: turn.speaker)
    else { return nil }
    let start = seconds(turn.start)
    let length = seconds(turn.end - turn.start)
    let field = name.replacing(" ", with: "_")
    return "SPEAKER \(file) 1 \(start) \(length) <NA> <NA> \(field) <NA> <NA>\n"
  }
  .joined()
}

/// Stored times can be negative, which RTTM forbids.
private func seconds(_ duration: Duration) -> String {
  let milliseconds = max(0, duration.wholeMilliseconds)
  let rest = String(milliseconds % 1_000)
  return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
}
