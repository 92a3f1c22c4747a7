import AudioFileClient
import DatabaseClient
import Dependencies
import SharedModels
public import SiteMiddleware
public import TranscriptionCore

/// Makes the transcripts that are asked for in a served library, whoever asks for them.
public struct SiteTranscriber: Sendable {
  private let library: SiteConfig.Library
  private let width: Int?

  @Dependency(\.continuousClock) private var clock

  /// How often to look where no change is told.
  static let interval: Duration = .seconds(60)
  /// How long to wait after the library could not be read or written.
  static let pause: Duration = .seconds(5)

  public init(_ library: SiteConfig.Library, width: Int? = nil) {
    self.library = library
    self.width = width
  }

  /// Works until the task is cancelled.
  ///
  /// - Parameters:
  ///   - report: Told of each event.
  ///   - problem: Told why the library cannot be read or written for now, a line each time.
  /// - Throws: `CancellationError`; what was begun goes back to the queue.
  public func run(
    report: @escaping @Sendable (TranscriptionQueue.Event) async -> Void = { _ in },
    problem: @Sendable (String) -> Void
  ) async throws {
    try await withDependencies {
      $0.database = library.database
      $0.libraryFolder = library.folder
    } operation: {
      let (news, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      // What an earlier server has left undone.
      continuation.yield()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          // Many changes are one reason to look.
          for await _ in library.database.changes() { continuation.yield() }
        }
        group.addTask {
          while true {
            // A job whose process has died is told by nobody.
            try await clock.sleep(for: Self.interval)
            continuation.yield()
          }
        }
        defer { group.cancelAll() }
        for await _ in news {
          do {
            try await TranscriptionQueue().run(width: width, report: report)
          } catch let error where error is DatabaseError || error is AudioFileError {
            problem(String(describing: error))
            try await clock.sleep(for: Self.pause)
            continuation.yield()
          }
        }
        try Task.checkCancellation()
      }
    }
  }
}
