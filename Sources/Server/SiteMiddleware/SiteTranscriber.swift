import AudioFileClient
import DatabaseClient
import Dependencies
import SharedModels
import SpeechClient
import TranscriptionCore

public struct SiteTranscriber: Sendable {
  private let library: SiteConfig.Library
  private let width: Int?

  @Dependency(\.continuousClock) private var clock

  static let interval: Duration = .seconds(60)
  static let pause: Duration = .seconds(5)

  public init(_ library: SiteConfig.Library, width: Int? = nil) {
    self.library = library
    self.width = width
  }

  /// Runs until canceled, then puts unfinished jobs back and throws `CancellationError`. `problem`
  /// gets each failure to use the library, but only one while it is read-only.
  public func run(problem: @Sendable (String) -> Void) async throws {
    try await withDependencies {
      $0.database = library.database
      $0.libraryFolder = library.folder
      $0.speechClient = $0.speechClient.counted(by: [library.usage])
    } operation: {
      let (news, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      continuation.yield()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for await _ in library.database.changes() { continuation.yield() }
        }
        group.addTask {
          while true {
            // The death of another process notifies no one.
            try await clock.sleep(for: Self.interval)
            continuation.yield()
          }
        }
        defer { group.cancelAll() }
        var isReadOnly = false
        for await _ in news {
          do {
            try await TranscriptionQueue().run(width: width) { _ in }
            isReadOnly = false
          } catch DatabaseError.readOnly(let path) {
            // Memos can still be read. The disk may become writable again.
            if !isReadOnly {
              problem("\(path) is read-only: memos can be read, but not changed or transcribed")
            }
            isReadOnly = true
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
