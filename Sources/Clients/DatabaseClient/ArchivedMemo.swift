public import SharedModels

/// A memo with all that a library's database knows of it, to be taken into another library.
public struct ArchivedMemo: Equatable, Sendable {
  /// What became of a memo that a library was asked to take in. One whose id is there already, or
  /// whose bytes another memo outside the trash has, is not added.
  public enum Adoption: Equatable, Sendable {
    case added
    /// A memo with this id, or with the same bytes, was there and stays as it was.
    case alreadyThere(Recording.ID)
    /// So it was, but it had no transcript, and has this memo's now.
    case transcribed(Recording.ID)
  }

  public var recording: Recording
  /// The transcripts, the oldest first, without the one that is being made.
  public var transcriptions: [Transcription]
  /// The one of them that is shown.
  public var currentTranscription: Transcription.ID?
  /// The newest transcription that is still to be made, or that failed.
  public var job: TranscriptionJob?
  /// What is kept of it so far.
  public var keptSegments: [Segment]

  public init(
    recording: Recording, transcriptions: [Transcription] = [],
    currentTranscription: Transcription.ID? = nil, job: TranscriptionJob? = nil,
    keptSegments: [Segment] = []
  ) {
    self.recording = recording
    self.transcriptions = transcriptions
    self.currentTranscription = currentTranscription
    self.job = job
    self.keptSegments = keptSegments
  }

  /// The transcript that is shown.
  public var transcription: Transcription? {
    transcriptions.first { $0.id == currentTranscription }
  }

  /// As another library takes it in: nobody there is doing its job.
  public var settled: ArchivedMemo {
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

  /// Whether nothing that a person has said or changed of `other` would be lost with it: its title,
  /// tags and mark are the same here, and its transcripts are here, too.
  public func holds(_ other: ArchivedMemo) -> Bool {
    func told(_ memo: ArchivedMemo) -> Recording {
      var recording = memo.recording
      recording.audio.fileName = ""
      recording.transcription = .none
      return recording
    }
    return told(self) == told(other)
      && other.transcriptions.allSatisfy { transcriptions.contains($0) }
  }
}
