package import SharedModels
import Tagged

extension Transcription {
  package var withNewID: Self {
    Self(
      id: ID(), createdAt: createdAt, details: details, editedAt: editedAt, engine: engine,
      language: language, model: model, repairs: repairs, segments: segments, settings: settings,
      speakers: speakers)
  }
}

extension TranscriptionJob {
  package var withNewID: Self {
    Self(
      id: ID(), recordingID: recordingID, attempts: attempts, checkpoint: checkpoint,
      createdAt: createdAt, endedAt: endedAt, model: model, reason: reason, settings: settings,
      state: state, transcribedUntil: transcribedUntil)
  }
}
