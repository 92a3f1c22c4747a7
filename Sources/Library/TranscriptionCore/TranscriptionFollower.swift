import DatabaseClient
import Dependencies
public import SharedModels
public import Tagged

/// Watches transcripts being made by somebody else, such as a server, until they are there.
public struct TranscriptionFollower: Sendable {
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.database) private var database

  /// How often it is asked how far they are.
  private static let pause: Duration = .seconds(1)

  public init() {}

  /// Returns when none of the memos waits for its transcript any more.
  ///
  /// - Parameter report: Told of each event as by ``TranscriptionQueue/run(among:width:report:)``.
  /// - Throws: What the database throws, and `CancellationError`: the transcripts are made all the
  ///   same.
  public func follow(
    _ ids: Set<Recording.ID>, report: @escaping @Sendable (TranscriptionQueue.Event) async -> Void
  ) async throws {
    var waiting = ids
    var begun: Set<Recording.ID> = []
    while true {
      try Task.checkCancellation()
      let memos = try await database.recordings(
        matching: RecordingQuery(ids: Array(waiting), place: nil))
      waiting.formIntersection(memos.map(\.id))
      for memo in memos {
        switch memo.transcription {
        case .queued, .running:
          if case .running(let progress) = memo.transcription {
            if begun.insert(memo.id).inserted { await report(.began(memo.id)) }
            await report(.progressed(memo.id, progress))
          }
          continue
        case .done:
          let transcription = try await database.transcription(of: memo.id)
          await report(.finished(memo.id, wordCount: transcription?.wordCount ?? 0))
        case .failed(let reason): await report(.failed(memo.id, reason: reason))
        case .cancelled, .none, .unknown: break
        }
        waiting.remove(memo.id)
      }
      guard !waiting.isEmpty
      else { return }
      try await clock.sleep(for: Self.pause)
    }
  }
}
