public import ComposableArchitecture
public import DatabaseClient
public import Tagged
public import SharedModels

/// The library's open transcription jobs, and those that were done today.
public struct Queue: Equatable, Sendable {
  /// A memo and the newest job for it.
  public struct Item: Equatable, Identifiable, Sendable {
    public var job: TranscriptionJob
    public var recording: Recording

    public var id: Recording.ID { recording.id }

    public init(job: TranscriptionJob, recording: Recording) {
      self.job = job
      self.recording = recording
    }

    /// How much of the memo is in the kept segments, from 0 to 1.
    public var progress: Double {
      recording.duration > .zero ? min(1, max(0, job.transcribedUntil / recording.duration)) : 0
    }
  }

  /// Running jobs first, then those that wait, in their order, then those that failed and those
  /// that are done, the last first.
  public var items: IdentifiedArrayOf<Item> = []
  /// The jobs made today, also those for memos in the trash: a memo that comes back from there
  /// has no new transcript.
  var finished: [TranscriptionJob.ID: TranscriptionJob] = [:]

  public init() {}

  /// - Parameters:
  ///   - open: Jobs that wait, are being done, or failed, oldest first.
  ///   - finished: Jobs that are done, the last one first.
  ///   - recordings: The memos of the library. A job for a memo that is not among them, because it
  ///     is in the trash, is left out.
  public init(
    open: [TranscriptionJob], finished: [TranscriptionJob], recordings: [Recording]
  ) {
    self.finished = Dictionary(
      finished.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let byID = Dictionary(recordings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    func jobs(_ state: TranscriptionJob.State) -> [TranscriptionJob] {
      open.filter { $0.state == state }
    }
    let failed = jobs(.failed).sorted {
      ($0.endedAt ?? .distantPast) > ($1.endedAt ?? .distantPast)
    }
    for job in jobs(.running) + jobs(.queued) + failed + finished {
      guard let recording = byID[job.recordingID]
      else { continue }
      items.append(Item(job: job, recording: recording))
    }
  }

  /// How many items are in that state.
  public func count(_ state: TranscriptionJob.State) -> Int {
    items.count { $0.job.state == state }
  }
}

/// The text of a job that is being done, as far as it is known.
public struct PartialText: Equatable, Sendable {
  /// How many segments it is made of.
  public private(set) var segmentCount = 0
  /// The end of it: enough to fill a screen.
  public private(set) var text = ""

  private static let limit = 4_000

  public init() {}

  /// Adds what was said next.
  public mutating func append(_ segments: [Segment]) {
    segmentCount += segments.count
    text = ([text] + segments.map(\.text)).joinedAsText()
    // Twice as much, so that not every segment has the text copied.
    if text.count > Self.limit * 2 { text = String(text.suffix(Self.limit)) }
  }
}

extension TranscriptionFeature {
  /// What was read of the library.
  public struct Snapshot: Equatable, Sendable {
    public var queue: Queue
    /// What was said since the last time, of jobs that are being done.
    public var texts: [TranscriptionJob.ID: [Segment]]

    public init(queue: Queue = Queue(), texts: [TranscriptionJob.ID: [Segment]] = [:]) {
      self.queue = queue
      self.texts = texts
    }
  }

  /// Which transcripts a person wants to be made.
  public struct EnqueueRequest: Equatable, Sendable {
    /// Where the model and the settings of a job come from.
    public enum Source: Equatable, Sendable {
      /// From another job.
      case job(TranscriptionJob)
      /// From the memo's last job.
      case lastJob
      /// From the memo's last job, but with this model; `nil` for the engine's own.
      case model(String?)
      /// From the library's settings.
      case settings
    }

    /// When it was checked whether text that a person edited would be replaced. Newer edits stay.
    public var checkedAt: Date
    public var ids: [Recording.ID]
    public var source: Source

    /// - Parameters:
    ///   - ids: The memos.
    ///   - source: Where the model and the settings come from.
    ///   - checkedAt: When the memos' texts were checked for edits.
    public init(_ ids: [Recording.ID], from source: Source, checkedAt: Date) {
      self.checkedAt = checkedAt
      self.ids = ids
      self.source = source
    }
  }
}
