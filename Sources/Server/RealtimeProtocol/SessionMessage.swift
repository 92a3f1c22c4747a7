import SharedModels

struct SessionMessage: Encodable {
  private let session: RealtimeSession
  private let id: String
  private let isOld: Bool

  init(_ session: RealtimeSession, id: String, isOld: Bool) {
    self.id = id
    self.isOld = isOld
    self.session = session
  }

  func encode(to encoder: any Encoder) throws {
    if isOld {
      try Old(session, id: id).encode(to: encoder)
    } else {
      try New(session, id: id).encode(to: encoder)
    }
  }

  private struct New: Encodable {
    let audio: Audio
    let id: String
    let include: [String]
    let object = "realtime.transcription_session"
    let type = "transcription"

    init(_ session: RealtimeSession, id: String) {
      audio = Audio(input: Input(session))
      self.id = id
      include = session.included
    }
  }

  private struct Audio: Encodable {
    let input: Input
  }

  private struct Input: Encodable {
    let format: Format
    /// Always `null`: there is no noise reduction.
    let noiseReduction = Nullable<String>(nil)
    let transcription: Nullable<TranscriptionMessage>
    let turnDetection: Nullable<TurnsMessage>

    init(_ session: RealtimeSession) {
      format = Format(session.format)
      transcription = Nullable(session.transcription.map(TranscriptionMessage.init))
      turnDetection = Nullable(session.turns.map(TurnsMessage.init))
    }
  }

  private struct Format: Encodable {
    let rate: Int?
    let type: String

    init(_ format: RealtimeFormat) {
      rate = format == .pcm ? format.rate : nil
      type = format.rawValue
    }
  }

  private struct Old: Encodable {
    let id: String
    let include: [String]
    let inputAudioFormat: String
    let inputAudioNoiseReduction = Nullable<String>(nil)
    let inputAudioTranscription: Nullable<TranscriptionMessage>
    let object = "realtime.transcription_session"
    let turnDetection: Nullable<TurnsMessage>

    init(_ session: RealtimeSession, id: String) {
      self.id = id
      include = session.included
      inputAudioFormat = session.format.oldName
      inputAudioTranscription = Nullable(session.transcription.map(TranscriptionMessage.init))
      turnDetection = Nullable(session.turns.map(TurnsMessage.init))
    }
  }
}

private struct TranscriptionMessage: Encodable {
  let keywords: [String]?
  let language: String?
  let model: String?
  let prompt: String?

  init(_ transcription: RealtimeTranscription) {
    keywords = transcription.keywords.isEmpty ? nil : transcription.keywords
    language = transcription.language
    model = transcription.model
    prompt = transcription.prompt
  }
}

private struct TurnsMessage: Encodable {
  let prefixPaddingMs: Int
  let silenceDurationMs: Int
  let threshold: Double
  let type = "server_vad"

  init(_ turns: RealtimeTurns) {
    prefixPaddingMs = turns.prefix
    silenceDurationMs = turns.silence
    threshold = turns.threshold
  }
}

extension RealtimeSession {
  fileprivate var included: [String] { hasLogProbabilities ? [logProbabilities] : [] }
}
