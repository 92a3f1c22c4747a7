import ComposableArchitecture
import Testing

@MainActor
@Suite("Observation of navigation")
struct NavigationWakeUpTests {
  private let app = Store(
    initialState: MemoLibrary.State(path: [
      .folder(LibraryFolder.State(name: "All")), .memo(LibraryMemo.State(title: "First")),
    ])
  ) {
    MemoLibrary()
  }

  @Test(
    "NAV-01 RED-21 observers of the stack are notified when it grows, not when an element changes")
  func stack() {
    let wakeUps = WakeUps { [app] in _ = app.path.ids }
    app.send(.path(.element(id: 1, action: .memo(.shareButtonTapped))))
    #expect(wakeUps.count == 0)
    app.send(.path(.push(id: 2, state: .folder(LibraryFolder.State(name: "New")))))
    #expect(wakeUps.count == 1)
    app.send(.path(.popFrom(id: 2)))
    #expect(wakeUps.count == 2)
  }

  @Test(
    "NAV-21 RED-21 observers of a destination are notified when it appears, changes its case and disappears"
  )
  func destination() {
    let memo = Store(initialState: LibraryMemo.State(title: "First")) { LibraryMemo() }
    let wakeUps = WakeUps { _ = memo.destination }
    memo.send(.editButtonTapped)
    #expect(wakeUps.count == 1)
    memo.send(.destination(.presented(.edit(.set(\.title, "Second")))))
    #expect(wakeUps.count == 1)
    memo.send(.deleteButtonTapped)
    #expect(wakeUps.count == 2)
    memo.send(.destination(.dismiss))
    #expect(wakeUps.count == 3)
  }

  @Test("NAV-22 a store of a presented child exists with the child, and reads and sends")
  func childStore() throws {
    let memo = Store(initialState: LibraryMemo.State(title: "First")) { LibraryMemo() }
    #expect(memo.scope(state: \.destination?.edit, action: \.destination.edit) == nil)
    memo.send(.editButtonTapped)
    let form = try #require(memo.scope(state: \.destination?.edit, action: \.destination.edit))
    #expect(form === memo.scope(state: \.destination?.edit, action: \.destination.edit))
    let title = WakeUps { _ = form.title }
    let star = WakeUps { _ = form.isStarred }
    form.title = "Second"
    #expect(title.count == 1)
    #expect(star.count == 0)
    #expect(memo.destination?.edit?.title == "Second")
    memo.send(.destination(.dismiss))
    #expect(memo.scope(state: \.destination?.edit, action: \.destination.edit) == nil)
  }

  @Test("RED-27 NAV-26 the stores of a stack's elements are the same each time, to switch over")
  func elementStores() throws {
    let stores = app.scope(state: \.path, action: \.path)
    #expect(stores.count == 2)
    #expect(stores.ids == [0, 1])
    #expect(stores[1] === app.scope(\.path, action: \.path)[id: 1])
    #expect(stores[id: 5] == nil)
    switch stores[1].case {
    case .memo(let memo):
      #expect(memo.title == "First")
      let wakeUps = WakeUps { _ = memo.shares }
      app.send(.path(.push(id: 2, state: .folder(LibraryFolder.State(name: "New")))))
      #expect(wakeUps.count == 0)
      memo.send(.shareButtonTapped)
      memo.send(.destination(.presented(.dialog(.share))))
      #expect(wakeUps.count == 1)
      #expect(app.path[id: 1]?.memo?.shares == 1)
    case .folder, .text:
      Issue.record("The second screen is a memo")
    }
    app.send(.path(.popFrom(id: 1)))
    #expect(app.scope(state: \.path, action: \.path).count == 1)
    #expect(app.scope(state: \.path, action: \.path)[id: 1] == nil)
  }

  @Test("RED-27 a destination is switched over by the store of its case")
  func caseStore() throws {
    let memo = Store(
      initialState: LibraryMemo.State(
        destination: .edit(LibraryForm.State(title: "First")), title: "First")
    ) {
      LibraryMemo()
    }
    let destination = try #require(
      memo.scope(state: \.destination, action: \.destination.presented))
    switch destination.case {
    case .edit(let form): #expect(form.title == "First")
    case .alert, .dialog, .help: Issue.record("The destination is a form")
    }
  }
}
