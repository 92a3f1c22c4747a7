public import SharedModels

/// NIST's Rich Transcription Time Marked: a line for each turn of a speaker, with when it begins and
/// how long it is, in seconds. Empty where speakers were not told apart.
///
/// A line has ten fields between spaces, so that names have none: `_` stands in their place.
public func rttmExport(_ recording: Recording, _ transcription: Transcription) -> String {
  let file = recording.id.rawValue.uuidString.lowercased()
  return transcription.turns.compactMap { turn -> String? in
    guard let name = transcription.label(of: turn.speaker)
    else { return nil }
    let start = seconds(turn.start)
    let length = seconds(turn.end - turn.start)
    let field = name.replacing(" ", with: "_")
    return "SPEAKER \(file) 1 \(start) \(length) <NA> <NA> \(field) <NA> <NA>\n"
  }
  .joined()
}

/// With three decimals, as the format's own tools write them. Stored times can be negative, which
/// the format doesn't allow.
private func seconds(_ duration: Duration) -> String {
  let milliseconds = max(0, duration.wholeMilliseconds)
  let rest = String(milliseconds % 1_000)
  return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
}
