let logProbabilities = "item.input_audio_transcription.logprobs"

/// `session` of `session.update`.
struct NewSessionUpdate: SessionUpdate {
  let update: RealtimeUpdate

  private enum CodingKeys: CodingKey {
    case audio, include, type
  }

  private enum AudioKeys: CodingKey {
    case input
  }

  private enum InputKeys: String, CodingKey {
    case format, transcription
    case turnDetection = "turn_detection"
  }

  private struct Format: Decodable {
    let rate: Int?
    let type: String
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let type = try container.decodeIfPresent(String.self, forKey: .type) ?? "transcription"
    guard type == "transcription"
    else {
      throw RealtimeProblem.badValue(
        "session.type", "'session.type' must be 'transcription': this server only transcribes")
    }
    var update = RealtimeUpdate()
    update.hasLogProbabilities =
      try container.decodeIfPresent([String].self, forKey: .include)?.contains(logProbabilities)
    if try container.has(.audio) {
      let audio = try container.nestedContainer(keyedBy: AudioKeys.self, forKey: .audio)
      if try audio.has(.input) {
        let input = try audio.nestedContainer(keyedBy: InputKeys.self, forKey: .input)
        update.transcription = try input.change(.transcription)
        update.turns = try input.change(.turnDetection)
        update.format = try input.decodeIfPresent(Format.self, forKey: .format).map(Self.format)
      }
    }
    self.update = update
  }

  private static func format(_ asked: Format) throws -> RealtimeFormat {
    guard let format = RealtimeFormat(rawValue: asked.type)
    else {
      let all = RealtimeFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw RealtimeProblem.badValue(
        "session.audio.input.format.type", "the audio format must be one of \(all)")
    }
    guard asked.rate.map({ $0 == format.rate }) ?? true
    else {
      throw RealtimeProblem.badValue(
        "session.audio.input.format.rate",
        "the rate of \(format.rawValue) must be \(format.rate)")
    }
    return format
  }
}

/// `session` of `transcription_session.update`.
struct OldSessionUpdate: SessionUpdate {
  let update: RealtimeUpdate

  private enum CodingKeys: String, CodingKey {
    case include
    case format = "input_audio_format"
    case transcription = "input_audio_transcription"
    case turnDetection = "turn_detection"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var update = RealtimeUpdate()
    update.isOld = true
    update.hasLogProbabilities =
      try container.decodeIfPresent([String].self, forKey: .include)?.contains(logProbabilities)
    update.transcription = try container.change(.transcription)
    update.turns = try container.change(.turnDetection)
    if let name = try container.decodeIfPresent(String.self, forKey: .format) {
      guard let format = RealtimeFormat.allCases.first(where: { $0.oldName == name })
      else {
        let all = RealtimeFormat.allCases.map(\.oldName).joined(separator: ", ")
        throw RealtimeProblem.badValue(
          "session.input_audio_format", "the audio format must be one of \(all)")
      }
      update.format = format
    }
    self.update = update
  }
}

extension KeyedDecodingContainer {
  fileprivate func has(_ key: Key) throws -> Bool {
    try contains(key) && !decodeNil(forKey: key)
  }
}
