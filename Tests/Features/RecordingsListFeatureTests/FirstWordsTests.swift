import ComposableArchitecture
import DatabaseClient
import Foundation
import IdentifiedCollections
import SharedModels
import TerminalUI
import Testing

@testable import RecordingsListFeature

/// The first words of memos, beside their titles.
@MainActor
struct FirstWordsTests {
  private let memos = (1...9).map { Recording.memo($0, "Memo \($0)") }
  private let asked = LockIsolated<[[String]]>([])

  private func store(_ memos: [Recording]? = nil) -> TestStoreOf<RecordingsListFeature> {
    let memos = memos ?? self.memos
    return TestStore(
      initialState: RecordingsListFeature.State(
        recordings: Shared(value: IdentifiedArray(uniqueElements: memos)))
    ) {
      RecordingsListFeature()
    } withDependencies: {
      $0.database.firstWords = { [asked] ids in
        asked.withLock { $0.append(ids.compactMap { id in memos.first { $0.id == id }?.title }) }
        return Dictionary(uniqueKeysWithValues: ids.map { ($0, "said") })
      }
    }
  }

  private func words(
    _ text: String, of memos: some Sequence<Recording>
  ) -> [Recording.ID: String] {
    Dictionary(uniqueKeysWithValues: memos.map { ($0.id, text) })
  }

  @Test("They are read of the memos on the screen, each once")
  func visible() async {
    let store = store()
    await store.send(.set(\.list, ListState(selection: 0))) { $0.list.selection = 0 }
    #expect(asked.value.isEmpty, "there is no room for them")
    await store.send(.set(\.visibleRowCount, 3)) {
      $0.firstWords = words("", of: memos.prefix(3))
      $0.visibleRowCount = 3
    }
    await store.receive(\.firstWordsResponse) {
      $0.firstWords = words("said", of: memos.prefix(3))
    }
    await store.send(.set(\.list, ListState(selection: 4))) {
      $0.firstWords.merge(words("", of: memos[3...4])) { $1 }
      $0.list.selection = 4
    }
    await store.receive(\.firstWordsResponse) {
      $0.firstWords = words("said", of: memos.prefix(5))
    }
    await store.send(.set(\.list, ListState(selection: 3, offset: 2))) {
      $0.list = ListState(selection: 3, offset: 2)
    }
    #expect(asked.value == [["Memo 1", "Memo 2", "Memo 3"], ["Memo 4", "Memo 5"]])
  }

  @Test("First words are loaded for memos with transcripts, and again for new ones")
  func transcribed() async {
    var memos = Array(memos.prefix(2))
    memos[1].transcription = .running(progress: 0.5)
    let store = store(memos)
    await store.send(.set(\.visibleRowCount, 5)) {
      $0.firstWords = [memos[0].id: ""]
      $0.visibleRowCount = 5
    }
    await store.receive(\.firstWordsResponse) { $0.firstWords = [memos[0].id: "said"] }
    #expect(asked.value == [["Memo 1"]])
    memos[1].transcription = .done
    #expect(
      !Arrangement.hasSameRows(
        store.state.recordings, IdentifiedArray(uniqueElements: memos)))
    store.state.$recordings.withLock { $0 = IdentifiedArray(uniqueElements: memos) }
    await store.send(.recordingsChanged) { $0.firstWords[memos[1].id] = "" }
    await store.receive(\.firstWordsResponse) { $0.firstWords[memos[1].id] = "said" }
    #expect(asked.value == [["Memo 1"], ["Memo 2"]])
    await store.send(.textChanged(memos[0].id)) { $0.firstWords[memos[0].id] = "" }
    await store.receive(\.firstWordsResponse) { $0.firstWords[memos[0].id] = "said" }
    #expect(asked.value.last == ["Memo 1"])
  }

  @Test("A library without first words is asked once, and the list still works")
  func failed() async {
    let store = store()
    store.dependencies.database.firstWords = { _ in throw DatabaseError.busy(path: "x") }
    await store.send(.set(\.visibleRowCount, 2)) {
      $0.firstWords = words("", of: memos.prefix(2))
      $0.visibleRowCount = 2
    }
    await store.receive(\.firstWordsResponse)
    await store.send(.set(\.list, ListState(selection: 1))) { $0.list.selection = 1 }
    await store.finish()
    #expect(store.state.destination == nil && store.state.firstWords.values.allSatisfy(\.isEmpty))
  }

  @Test("As the window narrows the columns go one by one, and the title never does")
  func columns() {
    let wide = ListColumns(width: 100)
    #expect(wide.date == 16 && wide.words > 30 && wide.title > 30)
    #expect(ListColumns(width: 80).date == 10 && ListColumns(width: 80).title > 30)
    let middle = ListColumns(width: 60)
    #expect(middle.date == 10 && middle.words > 15 && middle.title > 20)
    let narrow = ListColumns(width: 40)
    #expect(!narrow.hasWords && narrow.date == 0 && narrow.hasState && narrow.title == 30)
    #expect(!ListColumns(width: 20).hasState && ListColumns(width: 20).title == 18)
    for width in 1...300 {
      let columns = ListColumns(width: width)
      let right = [columns.words, columns.date, columns.length].filter { $0 > 0 }
      #expect(2 + columns.title + right.reduce(0) { $0 + $1 + 1 } == max(2, width), "\(width)")
    }
  }
}
