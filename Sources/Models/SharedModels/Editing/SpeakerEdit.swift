public enum SpeakerEdit: Equatable, Sendable {
  /// `nil` assigns a new speaker.
  case assign(Range<Int>, to: Speaker.ID?)
  case merge(Speaker.ID, into: Speaker.ID)
  case name(Speaker.ID, String?)
  /// Without turns, the former ones are removed.
  case replace([Speaker], words: [Speaker.ID?], turns: [VoiceTurn] = [])
}

extension Transcription {
  /// Also removes speakers without words. Returns `false` and changes nothing if it doesn't fit.
  public mutating func apply(_ edit: SpeakerEdit) -> Bool {
    switch edit {
    case .assign(let range, let id):
      guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= words.count,
        id == nil || speaker(id) != nil
      else { return false }
      let assigned: Speaker.ID
      if let id {
        assigned = id
      } else {
        let last = speakers.map(\.id).filter(Speaker.allowedIDs.contains).max()
        assigned = Speaker.ID(last?.number ?? 0)
        guard Speaker.allowedIDs.contains(assigned)
        else { return false }
        speakers.append(Speaker(id: assigned))
      }
      assignTurns(of: range, to: assigned)
      setSpeakers { index, old in range.contains(index) ? assigned : old }
    case .merge(let id, let other):
      guard id != other, speaker(id) != nil, speaker(other) != nil
      else { return false }
      details.turns.merge(id, into: other)
      setSpeakers { _, old in old == id ? other : old }
    case .name(let id, let name):
      guard let index = speakers.firstIndex(where: { $0.id == id })
      else { return false }
      let name = name?.trimmed
      speakers[index].name = name?.isEmpty == true ? nil : name
      speakers[index].likelyName = nil
    case .replace(let found, let ids, let turns):
      let known = Set(found.map(\.id))
      guard known.count == found.count, known.allSatisfy(Speaker.allowedIDs.contains),
        ids.count == words.count, ids.allSatisfy({ $0.map(known.contains) ?? true }),
        turns.allSatisfy({ known.contains($0.speaker) && $0.isValid })
      else { return false }
      details.turns = turns
      speakers = found
      setSpeakers { index, _ in ids[index] }
    }
    return true
  }

  private mutating func setSpeakers(_ speaker: (Int, Speaker.ID?) -> Speaker.ID?) {
    var changed = segments
    var index = 0
    var used: Set<Speaker.ID> = []
    for segment in changed.indices {
      for word in changed[segment].words.indices {
        let id = speaker(index, changed[segment].words[word].speaker)
        changed[segment].words[word].speaker = id
        if let id { used.insert(id) }
        index += 1
      }
    }
    segments = changed
    speakers.removeAll { !used.contains($0.id) }
    details.turns.removeAll { !used.contains($0.speaker) }
  }

  private mutating func assignTurns(of range: Range<Int>, to speaker: Speaker.ID) {
    let former = Set(words[range].compactMap(\.speaker)).subtracting([speaker])
    details.turns.assign(timeWithPauses(of: range), of: former, to: speaker)
  }
}

extension SpeakerEdit: Codable {
  private enum CodingKeys: String, CodingKey {
    case first, into, name, op, speaker, speakers, turns, upTo, words
  }

  private enum Operation: String, Codable {
    case assign, merge, name, replace
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    switch try fields.decode(Operation.self, forKey: .op) {
    case .assign:
      let first = try fields.decode(Int.self, forKey: .first)
      let end = try fields.decode(Int.self, forKey: .upTo)
      guard first >= 0, first <= end
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .upTo, in: fields, debugDescription: "'first' and 'upTo' are not a valid range")
      }
      self = .assign(
        first..<end, to: try fields.decodeIfPresent(Speaker.ID.self, forKey: .speaker))
    case .merge:
      self = .merge(
        try fields.decode(Speaker.ID.self, forKey: .speaker),
        into: try fields.decode(Speaker.ID.self, forKey: .into))
    case .name:
      self = .name(
        try fields.decode(Speaker.ID.self, forKey: .speaker),
        try fields.decodeIfPresent(String.self, forKey: .name))
    case .replace:
      let speakers = try fields.decode([Speaker].self, forKey: .speakers)
      guard speakers.allSatisfy({ Speaker.allowedIDs.contains($0.id) })
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .speakers, in: fields,
          debugDescription: "an 'id' is outside \(Speaker.allowedIDs)")
      }
      self = .replace(
        speakers, words: try fields.decode([Speaker.ID?].self, forKey: .words),
        turns: try fields.decode(.turns, default: []))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .assign(let range, let id):
      try fields.encode(Operation.assign, forKey: .op)
      try fields.encode(range.lowerBound, forKey: .first)
      try fields.encode(range.upperBound, forKey: .upTo)
      try fields.encodeIfPresent(id, forKey: .speaker)
    case .merge(let id, let other):
      try fields.encode(Operation.merge, forKey: .op)
      try fields.encode(id, forKey: .speaker)
      try fields.encode(other, forKey: .into)
    case .name(let id, let name):
      try fields.encode(Operation.name, forKey: .op)
      try fields.encode(id, forKey: .speaker)
      try fields.encodeIfPresent(name, forKey: .name)
    case .replace(let speakers, let words, let turns):
      try fields.encode(Operation.replace, forKey: .op)
      try fields.encode(speakers, forKey: .speakers)
      try fields.encode(words, forKey: .words)
      if !turns.isEmpty { try fields.encode(turns, forKey: .turns) }
    }
  }
}
