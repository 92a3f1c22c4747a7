import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import DependenciesTestSupport
import Foundation
@testable import RecordingsListFeature
import SharedModels
import SharedRecordings
import TerminalUI
import Testing
import UnsavedTexts

/// What is typed in the list's sheets is not lost.
@Suite("List: what is typed", .dependencies)
@MainActor
struct TypingTests {
  private let memos = (1...3).map { number in
    Recording.preview(
      id: Recording.ID(UUID(uuid: (UInt8(number), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
      title: "Memo \(number)", date: Date(timeIntervalSince1970: Double(-number)))
  }

  /// A list that has been read.
  private func store(
    typed: [UnsavedText] = [], modifying: (@Sendable () throws -> Void)? = nil
  ) async -> TestStoreOf<RecordingsListFeature> {
    let library = DatabaseClient.inMemory(
      memos.map { TranscribedMemo(recording: $0, transcription: .mock) })
    var database = library
    database.modify = { id, change in
      try modifying?()
      return try await library.modify(id: id, change: change)
    }
    let store = withDependencies {
      $0.database = database
      $0.date = .constant(Date(timeIntervalSince1970: 100_000))
    } operation: {
      TestStore(initialState: RecordingsListFeature.State(selectsFirst: true)) {
        RecordingsListFeature()
      }
    }
    store.exhaustivity = .off
    store.state.$unsavedTexts.withLock { $0 = typed }
    await store.send(.reloadButtonTapped)
    await store.receive(\.loadResponse)
    return store
  }

  private func type(_ text: String, in store: TestStoreOf<RecordingsListFeature>) async {
    await store.send(
      .destination(.presented(.edit(.textChanged(TextFieldState(text))))))
  }

  private func text(_ kind: UnsavedText.Kind, _ original: String, _ text: String) -> UnsavedText {
    UnsavedText(kind, of: memos[0].id, original: original, text: text)
  }

  @Test("What is typed is kept from the first letter on, until it is stored")
  func kept() async {
    let store = await store()
    await store.send(.editButtonTapped(.title))
    await type("Money", in: store)
    #expect(store.state.unsavedTexts == [text(.title, "Memo 1", "Money")])
    await type("Memo 1", in: store)
    #expect(store.state.unsavedTexts == [])
    await type("Money!", in: store)
    await store.send(.destination(.presented(.edit(.delegate(.saved("Money!"))))))
    await store.receive(\.saveResponse.success)
    #expect(store.state.unsavedTexts == [])
    #expect(store.state.recordings.first?.title == "Money!")
  }

  @Test("What could not be stored is kept until it is, after the person has tried again")
  func notStored() async {
    let fails = LockIsolated(true)
    let store = await store {
      if fails.value { throw DatabaseError.diskFull(path: "/library") }
    }
    await store.send(.editButtonTapped(.tags))
    await type("work", in: store)
    await store.send(.destination(.presented(.edit(.delegate(.saved("work"))))))
    await store.receive(\.saveResponse.failure)
    #expect(store.state.unsavedTexts == [text(.tags, "", "work")])
    fails.setValue(false)
    await store.send(.destination(.presented(.alert(.tryAgainButtonTapped))))
    await store.receive(\.saveResponse.success)
    #expect(store.state.unsavedTexts == [])
  }

  @Test("A sheet that was left with a text comes back by u, after what was deleted since")
  func left() async {
    let store = await store()
    await store.send(.editButtonTapped(.title))
    await type("Money", in: store)
    await store.send(.destination(.presented(.edit(.cancelButtonTapped))))
    await store.receive(\.destination.dismiss)
    #expect(store.state.unsavedTexts == [])
    await store.send(.deleteButtonTapped)
    await store.send(.undoButtonTapped)
    #expect(store.state.recordings.count == 3)
    #expect(store.state.destination == nil)
    await store.send(.undoButtonTapped)
    #expect(store.state.destination?.edit?.text.text == "Money")
    #expect(store.state.unsavedTexts == [text(.title, "Memo 1", "Money")])
    // One that was left as it was is nothing to bring back.
    await type("Memo 1", in: store)
    await store.send(.destination(.presented(.edit(.cancelButtonTapped))))
    await store.receive(\.destination.dismiss)
    await store.send(.undoButtonTapped)
    #expect(store.state.destination == nil)
  }

  @Test("Tags for several memos are being typed again when the list is read")
  func several() async {
    let gone = Recording.ID(UUID(9))
    let typed = UnsavedText(
      .tagChanges, of: memos[0].id, original: "", text: "work, -ho",
      otherRecordingIDs: [gone, memos[2].id])
    let store = await store(typed: [typed])
    #expect(store.state.destination?.edit?.text.text == "work, -ho")
    #expect(store.state.marked == [memos[0].id, memos[2].id])
    #expect(store.state.unsavedTexts.map(\.recordingIDs) == [[memos[0].id, memos[2].id]])
    await type("work, -Home", in: store)
    #expect(store.state.unsavedTexts.map(\.text) == ["work, -Home"])
    await store.send(.destination(.presented(.edit(.delegate(.saved("work, -Home"))))))
    await store.receive(\.saveResponse.success)
    #expect(store.state.unsavedTexts == [])
    #expect(store.state.recordings.map(\.tags) == [["work"], [], ["work"]])
  }
}
