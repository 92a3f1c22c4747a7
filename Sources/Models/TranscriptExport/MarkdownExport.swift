public import SharedModels

public func markdownExport(
  _ recording: Recording, _ transcription: Transcription, _ summary: Summary? = nil
) -> String {
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

  let summary = summary.flatMap { $0.isEmpty ? nil : $0 }
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
    + [facts.map { "- \($0)" }.joined(separator: "\n")]
    + (summary.map { $0.blocks(hasTimes: hasTimes) + ["## Transcript"] } ?? []) + paragraphs)
    .map { $0 + "\n" }.joined(separator: "\n")
}

extension Summary {
  fileprivate func blocks(hasTimes: Bool) -> [String] {
    func quote(_ quote: Quote) -> String {
      "> \(hasTimes ? "**[\(clock(quote.start))]** " : "")“\(quote.text.escaped)”"
    }
    func section(_ heading: String, _ points: [(text: String, quote: Quote)]) -> [String] {
      guard !points.isEmpty
      else { return [] }
      let items = points.map { "- \($0.text.escaped.escapedAtStart)\n  \(quote($0.quote))" }
      return ["### \(heading)", items.joined(separator: "\n")]
    }
    return ["## Summary"]
      + (sentence.map { [$0.text.escaped.escapedAtStart, quote($0.quote)] } ?? [])
      + section("Key points", keyPoints.map { ($0.text, $0.quote) })
      + section("Decisions", decisions.map { ($0.text, $0.quote) })
      + section("Action items", actionItems.map { ($0.text, $0.point.quote) })
  }
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
