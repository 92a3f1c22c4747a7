import ComposableArchitecture
import DatabaseClient
import Foundation
import PreviewHarness
import SharedModels
import Testing
import UndoCore

@testable import AppFeature
@testable import AppPreview

extension UndoTests {
  @Test("A cancellation in the queue is the newest step, and its job waits again as it was")
  func cancellation() async throws {
    let job = TranscriptionJob(
      id: TranscriptionJob.ID(UUID(7)), recordingID: one.id, createdAt: one.date)
    let database = library
    let store = makeStore(.loaded(two, one)) {
      $0.continuousClock = clock
      $0.database = database
      $0.uuid = .incrementing
    }
    store.state.record(deletionOf: two)
    await store.send(.transcription(.delegate(.canceled(job)))) {
      $0.$undoSteps.withLock { $0.append(UndoStep(.canceled(job), of: [one])) }
    }
    #expect(store.state.undoSteps.last?.name == "cancellation of 'One'")
    await store.send(.undoButtonTapped) { $0.beginUndo() }
    await store.receive(\.undoResponse) {
      $0.isUndoing = false
      $0.notice = "Undone: cancellation of 'One'."
    }
    #expect(try await database.jobs.list(page: .all).map(\.recordingID) == [one.id])
    #expect(store.state.undoSteps.map(\.name) == ["deletion of 'Two'"])
    await endNotice(in: store)
  }

  @Test("A cancellation is undone in the queue, and elsewhere", arguments: ["", "1"])
  func cancellationPages(page: String) async throws {
    let frame = try await AppPreview.preview.lastFrame(
      of: "usual", "3 p 1 T 3 c \(page) u 3", size: "80x16")
    #expect(frame.contains("Undone: cancellation of "), "\(frame)")
    #expect(frame.contains("paused, 1 waiting"), "\(frame)")
  }

  @Test("A cancellation is not undone if the memo waits again already")
  func cancellationOfRequeued() async throws {
    let frame = try await AppPreview.preview.lastFrame(
      of: "usual", "3 p 1 T 3 c 1 T u", size: "80x24")
    #expect(frame.contains("cannot be undone: it has changed"), "\(frame)")
  }
}
