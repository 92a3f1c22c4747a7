import ComposableArchitecture
import Testing

@MainActor
@Suite("Navigation, written as in an app")
struct MemoLibraryTests {
  private func store(_ path: StackState<MemoLibrary.Path.State> = []) -> TestStoreOf<MemoLibrary> {
    TestStore(initialState: MemoLibrary.State(path: path)) { MemoLibrary() }
  }

  @Test(
    "NAV-03 RED-08 RED-09 RED-11 three screens are pushed by one action, one of them plain data")
  func pushMany() async {
    let store = store()
    await store.send(.showAllButtonTapped) {
      $0.path.append(.folder(LibraryFolder.State(name: "All")))
      $0.path.append(.memo(LibraryMemo.State(title: "First")))
      $0.path.append(.text("Once", page: 1))
    }
    #expect(store.state.path.ids == [0, 1, 2])
    #expect(store.state.path[id: 2]?.text?.page == 1)
  }

  @Test("NAV-12 RED-07 RED-18 the parent reads an element's action and pushes another screen")
  func intercept() async {
    let store = store([.folder(LibraryFolder.State(name: "All"))])
    await store.send(\.path[id: 0].folder.memoTapped, "Second") {
      $0.path[id: 1] = nil
      $0.path.append(.memo(LibraryMemo.State(title: "Second")))
    }
  }

  @Test("NAV-16 NAV-22 NAV-24 ALT-07 CAS-05 a form on a screen of the stack is edited and saved")
  func edit() async {
    let store = store([.memo(LibraryMemo.State(title: "First"))])
    await store.send(\.path[id: 0].memo.editButtonTapped) {
      $0.path[id: 0]?.modify(\.memo) {
        $0.destination = .edit(LibraryForm.State(title: "First"))
      }
    }
    await store.send(\.path[id: 0].memo.destination.edit.binding.title, "Second") {
      $0.path[id: 0]?.modify(\.memo) { $0.destination?.modify(\.edit) { $0.title = "Second" } }
    }
    await store.send(\.path[id: 0].memo.doneButtonTapped) {
      $0.path[id: 0, case: \.memo]?.title = "Second"
      $0.path[id: 0, case: \.memo]?.destination = nil
    }
  }

  @Test("NAV-19 a form that is presented on a stack dismisses itself, and the screen stays")
  func formDismisses() async {
    let store = store([
      .memo(
        LibraryMemo.State(
          destination: .edit(LibraryForm.State(title: "First")), title: "First"))
    ])
    await store.send(\.path[id: 0].memo.destination.edit.saveButtonTapped)
    await store.receive(\.path[id: 0].memo.destination.dismiss) {
      $0.path[id: 0, case: \.memo]?.destination = nil
    }
  }

  @Test("ALT-01 ALT-03 RED-10 an alert goes when it is answered, and its answer is acted on")
  func alert() async {
    let store = store([.memo(LibraryMemo.State(title: "First"))])
    await store.send(\.path[id: 0].memo.deleteButtonTapped) {
      $0.path[id: 0]?.modify(\.memo) { $0.destination = .alert(.delete("First")) }
    }
    await store.send(\.path[id: 0].memo.destination.alert.confirmDeletion) {
      $0.path[id: 0]?.modify(\.memo) { $0.destination = nil }
    }
    await store.receive(\.path[id: 0].memo.delegate.deleted, "First") {
      $0.path = []
      $0.deleted = ["First"]
    }
  }

  @Test("NAV-17 NAV-30 a deep link is state that is built, down to a form on a screen")
  func deepLink() async {
    let store = store([
      .folder(LibraryFolder.State(name: "All")),
      .memo(
        LibraryMemo.State(
          destination: .edit(LibraryForm.State(title: "First")), title: "First")),
    ])
    await store.send(\.path[id: 1].memo.destination.edit.binding.isStarred, true) {
      $0.path[id: 1]?.modify(\.memo) {
        $0.destination?.modify(\.edit) {
          $0.isStarred = true
          $0.starredCount = 1
        }
      }
    }
  }
}

@MainActor
@Suite("Destinations")
struct DestinationTests {
  private func store(
    _ destination: LibraryMemo.Destination.State? = nil
  ) -> TestStoreOf<LibraryMemo> {
    TestStore(initialState: LibraryMemo.State(destination: destination, title: "First")) {
      LibraryMemo()
    }
  }

  @Test("ALT-01 RED-10 a dialog among the destinations goes when it is answered")
  func dialog() async {
    let store = store()
    await store.send(.shareButtonTapped) { $0.destination = .dialog(.share) }
    await store.send(\.destination.dialog.share) {
      $0.destination = nil
      $0.shares = 1
    }
  }

  @Test("ALT-01 an alert that is shown in answer to an alert stays")
  func answeredAgain() async {
    let store = TestStore(
      initialState: LibraryMemo.State(
        destination: .alert(.delete("First")), title: "First")
    ) {
      LibraryMemo()
    }
    // The new alert has another id, so that it is another child: it stays.
    await store.send(\.destination.alert.retry)
    #expect(store.state.destination == .alert(.delete("First")))
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test("RED-10 a form among the destinations stays when it has handled an action")
  func formStays() async {
    let store = store(.edit(LibraryForm.State(title: "First")))
    await store.send(\.destination.edit.binding.title, "Second") {
      $0.destination?.modify(\.edit) { $0.title = "Second" }
    }
  }

  @Test("NAV-21 RED-09 plain data is presented and dismissed")
  func plainData() async {
    let store = store(.help(page: 3))
    #expect(store.state.destination?.help == 3)
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test("NAV-24 case .some(.edit(form)) matches a destination")
  func match() async {
    let store = store(.edit(LibraryForm.State(title: "Second")))
    await store.send(.doneButtonTapped) {
      $0.title = "Second"
      $0.destination = nil
    }
  }

  @Test("RED-10 NAV-23 one destination takes the place of another")
  func replaced() async {
    let store = Store(
      initialState: LibraryMemo.State(
        destination: .edit(LibraryForm.State(title: "")), title: "First")
    ) {
      LibraryMemo()
    }
    store.send(.destination(.presented(.edit(.binding(.set(\.title, "x"))))))
    store.send(.deleteButtonTapped)
    #expect(store.state.destination?.is(\.alert) == true)
  }

  @Test("RED-13 X-14 the body of an enum of features can be written out")
  func writtenOut() async {
    let store = Store(
      initialState: LibraryMemo.State(
        destination: .edit(LibraryForm.State(title: "")), title: "First")
    ) {
      EmptyReducer<LibraryMemo.State, LibraryMemo.Action>()
        .ifLet(\.$destination, action: \.destination) { LibraryMemo.Destination.body }
    }
    store.send(.destination(.presented(.edit(.binding(.set(\.title, "x"))))))
    #expect(store.state.destination?.edit?.title == "x")
  }
}
