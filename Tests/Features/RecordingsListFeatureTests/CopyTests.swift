import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import Foundation
@testable import RecordingsListFeature
import SharedModels
import TerminalClient
import TerminalUI
import Testing

/// Copies from the list.
@MainActor
struct CopyTests {
  private let memos = (1...2).map { number in
    Recording.preview(
      id: Recording.ID(UUID(number)), title: "Memo \(number)",
      date: Date(timeIntervalSince1970: Double(-number)))
  }

  private func store(
    writing write: @escaping @Sendable ([UInt8]) async throws -> Void
  ) -> TestStoreOf<RecordingsListFeature> {
    TestStore(
      initialState: RecordingsListFeature.State(
        recordings: Shared(value: IdentifiedArray(uniqueElements: memos)), selectsFirst: true)
    ) {
      RecordingsListFeature()
    } withDependencies: {
      $0.database.transcription = { [memos] id in id == memos[0].id ? .mock : nil }
      $0.terminal.write = write
    }
  }

  private func load(_ store: TestStoreOf<RecordingsListFeature>) async {
    await store.send(.loadResponse(.success(()))) { $0.list.selection = 0 }
    await store.receive(\.delegate.loaded)
  }

  private func choose(
    _ what: RecordingsListFeature.MemoCopy, in store: TestStoreOf<RecordingsListFeature>
  ) async {
    await store.send(.copyButtonTapped) {
      $0.destination = .copy(.copy(memoCount: max(1, $0.marked.count)))
    }
    await store.send(\.destination.copy.delegate.chosen, what) { $0.destination = nil }
  }

  @Test(
    "A memo's text or link is copied, and those of all marked memos")
  func copy() async throws {
    let copied = LockIsolated<[String]>([])
    let store = store { bytes in
      let encoded = String(decoding: bytes, as: UTF8.self).dropFirst(7).dropLast()
      copied.withValue {
        $0.append(String(decoding: Data(base64Encoded: String(encoded)) ?? Data(), as: UTF8.self))
      }
    }
    await load(store)
    await choose(.texts, in: store)
    await store.receive(\.delegate.notice, "The text was sent to the terminal's clipboard.")
    await choose(.links, in: store)
    await store.receive(\.delegate.notice, "The link was sent to the terminal's clipboard.")
    await store.send(.markAllButtonTapped) { $0.marked = Set(memos.map(\.id)) }
    await choose(.texts, in: store)
    await store.receive(\.delegate.notice)
    await choose(.links, in: store)
    await store.receive(\.delegate.notice, "2 links were sent to the terminal's clipboard.")
    let links = memos.map {
      "speechmemo://recordings/\($0.id.rawValue.uuidString.lowercased())"
    }
    #expect(
      copied.value == [
        Transcription.mock.text, links[0], "Memo 1\n\n\(Transcription.mock.text)",
        links.joined(separator: "\n"),
      ])
  }

  @Test("A memo without text, or a terminal without a clipboard, shows the reason")
  func failures() async {
    let store = store { _ in throw TerminalClient.TerminalGone() }
    await load(store)
    await choose(.links, in: store)
    await store.receive(\.delegate.notice, "Nothing was copied: the terminal was closed")
    await store.send(.set(\.list, ListState(selection: 1))) { $0.list.selection = 1 }
    await choose(.texts, in: store)
    await store.receive(\.delegate.notice, "There is no text to copy.")
  }
}
