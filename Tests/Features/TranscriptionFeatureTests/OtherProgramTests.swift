import ComposableArchitecture
import DatabaseClient
import DatabaseClientLive
import DependenciesTestSupport
import Foundation
import SharedModels
import Testing

@testable import TranscriptionFeature

/// A library on the disk that another program changes, too.
@Suite("Transcriptions: other programs")
@MainActor
final class OtherProgramTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(component: "transcriptions-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A separate connection, as another program has.
  private var connection: DatabaseClient {
    .live(at: folder.appending(component: "library.sqlite"))
  }

  @Test("Jobs of other programs are transcribed, and their results shown and announced")
  func others() async throws {
    let other = connection
    let store = makeStore(connection, speech: .scripted(saying: "New words."))
    store.exhaustivity = .off
    store.timeout = 30_000_000_000
    await store.send(.task)
    await store.receive(\.loadResponse.success)
    #expect(store.state.queue.items.isEmpty)

    try await other.insert(recording: memo(1), job: job(1))
    await store.receive(\.delegate.transcriptFinished, id(1))
    #expect(try await other.transcription(of: id(1))?.text == "New words.")

    await store.send(.pauseButtonTapped)
    try await other.insert(recording: memo(2), job: job(2))
    let claimed = try #require(try await other.jobs.claim(among: nil))
    await store.send(.pauseButtonTapped)
    let segments = Transcription.preview("Said elsewhere.").segments
    try await other.jobs.append(
      segments: segments, to: claimed.id, checkpoint: nil, progress: 0.5)
    for _ in 1...5 where store.state.texts[claimed.id]?.text != "Said elsewhere." {
      await store.receive(\.loadResponse.success)
    }
    #expect(store.state.texts[claimed.id]?.text == "Said elsewhere.")
    #expect(store.state.queue.items[id: id(2)]?.job.state == .running)
    #expect(store.state.running.isEmpty, "it is the other's")
    try await other.jobs.end(
      id: claimed.id,
      outcome: .done(TranscriptionSummary(model: "m"), at: now))
    await store.receive(\.delegate.transcriptFinished, id(2))

    // A restart finds both.
    await store.send(.stopRequested)
    await store.finish()
    let next = makeStore(connection)
    let queue = try await other.queue()
    await next.send(.libraryChanged) { $0.reading = .once }
    await next.receive(\.loadResponse.success) {
      $0.isLoaded = true
      $0.queue = queue
    }
    await next.receive(\.readingEnded) { $0.reading = .none }
    #expect(
      next.state.queue.items.map(\.id).sorted { $0.rawValue.uuidString < $1.rawValue.uuidString }
        == [id(1), id(2)])
    #expect(next.state.queue.count(.done) == 2)
  }
}
