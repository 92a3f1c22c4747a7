public import SharedModels

public struct ArchivedMemo: Equatable, Sendable {
  public enum Adoption: Equatable, Sendable {
    case added
    /// A memo with the same id, or one outside the trash with the same audio, exists.
    case alreadyExists(Recording.ID)
    /// Such a memo exists, but had no transcript and now has this memo's.
    case transcribed(Recording.ID)
  }

  public var recording: Recording
  public var transcriptions: [Transcription]
  public var currentTranscription: Transcription.ID?
  public var job: TranscriptionJob?
  public var keptSegments: [Segment]
  /// The versions of all transcripts, oldest first.
  public var versions: [ArchivedVersion]
  public var summary: Summary?

  public init(
    recording: Recording, transcriptions: [Transcription] = [],
    currentTranscription: Transcription.ID? = nil, job: TranscriptionJob? = nil,
    keptSegments: [Segment] = [], versions: [ArchivedVersion] = [], summary: Summary? = nil
  ) {
    self.recording = recording
    self.transcriptions = transcriptions
    self.currentTranscription = currentTranscription
    self.job = job
    self.keptSegments = keptSegments
    self.versions = versions
    self.summary = summary
  }

  public var transcription: Transcription? {
    transcriptions.first { $0.id == currentTranscription }
  }

  /// A copy whose running job is queued again, since no process of another library works on it.
  public var requeued: ArchivedMemo {
    var memo = self
    if job?.state == .running { memo.job?.state = .queued }
    if recording.transcription.isPending {
      memo.recording.transcription =
        switch job?.state {
        case .queued, .running: .queued
        default: transcription == nil ? .none : .done
        }
    }
    return memo
  }

  /// Returns `true` if deleting `other` loses no details, transcripts, versions, or summary.
  public func holds(_ other: ArchivedMemo) -> Bool {
    func comparable(_ memo: ArchivedMemo) -> Recording {
      var recording = memo.recording
      recording.audio.fileName = ""
      recording.transcription = .none
      return recording
    }
    return comparable(self) == comparable(other)
      && other.transcriptions.allSatisfy { transcriptions.contains($0) }
      && other.versions.allSatisfy { versions.contains($0) }
      && (other.summary == nil || other.summary == summary)
  }
}
