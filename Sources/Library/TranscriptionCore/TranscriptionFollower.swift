import DatabaseClient
import Dependencies
public import SharedModels
public import Tagged

public struct TranscriptionFollower: Sendable {
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.database) private var database

  private static let pause: Duration = .seconds(1)

  public init() {}

  /// Polls until no memo outside the trash waits. `resume` gets those whose jobs may be free again.
  public func follow(
    _ ids: Set<Recording.ID>, report: @escaping @Sendable (TranscriptionQueue.Event) async -> Void,
    resume: @Sendable (Set<Recording.ID>) async throws -> Void = { _ in }
  ) async throws {
    var waiting = ids
    var begun: Set<Recording.ID> = []
    while true {
      try Task.checkCancellation()
      let memos = try await waitingMemos(among: waiting, report: report)
        .filter { !$0.isTrashed }
      for memo in memos {
        guard case .running(let progress) = memo.transcription
        else { continue }
        if begun.insert(memo.id).inserted { await report(.began(memo.id)) }
        await report(.progressed(memo.id, progress))
      }
      guard !memos.isEmpty
      else { return }
      waiting = Set(memos.map(\.id))
      try await clock.sleep(for: Self.pause)
      try await resume(waiting)
    }
  }

  /// The memos that wait for their transcript. Reports those that no longer do.
  public func waitingMemos(
    among ids: Set<Recording.ID>, report: @Sendable (TranscriptionQueue.Event) async -> Void
  ) async throws -> [Recording] {
    let memos = try await database.recordings(
      matching: RecordingQuery(ids: Array(ids), place: nil))
    for memo in memos {
      switch memo.transcription {
      case .done:
        // The memo keeps its transcript if another transcription fails.
        if let job = try await database.jobs.job(of: memo.id), job.state == .failed {
          await report(.failed(memo.id, reason: job.reason ?? ""))
          break
        }
        let transcription = try await database.transcription(of: memo.id)
        await report(.finished(memo.id, wordCount: transcription?.wordCount ?? 0))
      case .failed(let reason): await report(.failed(memo.id, reason: reason))
      case .cancelled, .none, .queued, .running, .unknown: break
      }
    }
    return memos.filter(\.transcription.isPending)
  }
}
