public import SharedModels

public func markdownExport(_ recording: Recording, _ transcription: Transcription) -> String {
  var facts = [
    "Date: \(recording.date.iso8601)",
    "Duration: \(clock(recording.duration))",
  ]
  if let language = transcription.language { facts.append("Language: \(language.escaped)") }
  if !recording.tags.isEmpty {
    facts.append("Tags: \(recording.tags.map(\.escaped).joined(separator: ", "))")
  }
  let engine = [transcription.engine.name, transcription.engine.version, transcription.model]
    .filter { !$0.isEmpty }.joined(separator: " ")
  if !engine.isEmpty { facts.append("Engine: \(engine.escaped)") }

  let title = recording.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  let hasTimes = transcription.hasTimes
  let paragraphs = transcription.paragraphs(duration: recording.duration).map { paragraph in
    let speaker = transcription.label(of: paragraph.speaker).map { " \($0.escaped):" } ?? ""
    return hasTimes
      ? "**[\(clock(paragraph.start))]\(speaker)** \(paragraph.text.escaped)"
      : paragraph.text.escaped.escapedAtStart
  }
  return
    (["# \(title.isEmpty ? "Untitled" : title.escaped)"]
    + [facts.map { "- \($0)" }.joined(separator: "\n")] + paragraphs)
    .map { $0 + "\n" }.joined(separator: "\n")
}

extension String {
  fileprivate var escaped: String {
    withoutControls.reduce(into: "") { text, character in
      if "\\`*_[]<>&".contains(character) { text.append("\\") }
      text.append(character)
    }
  }

  fileprivate var escapedAtStart: String {
    guard let first, !"#-+=~|".contains(first)
    else { return "\\" + self }
    let digits = prefix(while: \.isNumber)
    guard let mark = dropFirst(digits.count).first, !digits.isEmpty, ".)".contains(mark)
    else { return self }
    return digits + "\\" + dropFirst(digits.count)
  }
}
