package import SharedModels
import Tagged

extension Transcription {
  /// A copy with a new id, for a library in which its own is taken.
  package var withNewID: Self {
    Self(
      id: ID(), createdAt: createdAt, editedAt: editedAt, engine: engine, language: language,
      model: model, repairs: repairs, segments: segments, settings: settings, speakers: speakers)
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
