public import ComposableArchitecture
public import DatabaseClient
public import Tagged
public import SharedModels

public struct Queue: Equatable, Sendable {
  public struct Item: Equatable, Identifiable, Sendable {
    public var job: TranscriptionJob
    public var recording: Recording

    public var id: Recording.ID { recording.id }

    public init(job: TranscriptionJob, recording: Recording) {
      self.job = job
      self.recording = recording
    }

    /// From 0 to 1.
    public var progress: Double {
      recording.duration > .zero ? min(1, max(0, job.transcribedUntil / recording.duration)) : 0
    }
  }

  /// Running and waiting jobs in queue order, then failed and finished jobs, newest first.
  public var items: IdentifiedArrayOf<Item> = []
  /// Jobs finished today, also of memos in the trash: they are not news when a memo is restored.
  var finished: [TranscriptionJob.ID: TranscriptionJob] = [:]

  public init() {}

  /// `open` is oldest first, `finished` newest first. Omits jobs of memos not in `recordings`.
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

  public func count(_ state: TranscriptionJob.State) -> Int {
    items.count { $0.job.state == state }
  }
}

public struct PartialText: Equatable, Sendable {
  public private(set) var segmentCount = 0
  public private(set) var text = ""

  private static let limit = 4_000

  public init() {}

  public mutating func append(_ segments: [Segment]) {
    segmentCount += segments.count
    text = ([text] + segments.map(\.text)).joinedAsText()
    // Trimmed at twice the limit, so that not every segment copies the text.
    if text.count > Self.limit * 2 { text = String(text.suffix(Self.limit)) }
  }
}

extension TranscriptionFeature {
  public struct Snapshot: Equatable, Sendable {
    public var queue: Queue
    public var texts: [TranscriptionJob.ID: [Segment]] = [:]

    public init(queue: Queue = Queue()) {
      self.queue = queue
    }
  }

  public struct EnqueueRequest: Equatable, Sendable {
    public enum Source: Equatable, Sendable {
      case lastJob
      /// The settings of the memo's last job, with this model; `nil` for the engine's default.
      case model(String?)
      case settings
    }

    /// The time at which the texts were checked for edits. Newer edits are kept.
    public var checkedAt: Date
    public var ids: [Recording.ID]
    public var source: Source

    public init(_ ids: [Recording.ID], from source: Source, checkedAt: Date) {
      self.checkedAt = checkedAt
      self.ids = ids
      self.source = source
    }
  }
}
