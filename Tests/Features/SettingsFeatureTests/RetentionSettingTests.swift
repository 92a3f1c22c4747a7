import ComposableArchitecture
import ComposableTerminal
import DependenciesTestSupport
import RetentionCore
import SettingsFeature
import SharedModels
import SharedSettings
import TerminalUI
import Testing

@MainActor
struct RetentionSettingTests {
  private struct Refused: Error, CustomStringConvertible {
    let description = "the library is busy"
  }

  private let applied = LockIsolated<[RetentionPlan]>([])
  private let plan = RetentionPlan(toTrash: [.mock])

  private func makeStore(
    _ retention: Settings.Retention = Settings.Retention(), choosing setting: Setting = .memoDays,
    update: (inout RetentionKeeper) -> Void = { _ in }
  ) -> TestStoreOf<SettingsFeature> {
    var state = SettingsFeature.State(settings: Shared(value: Settings(retention: retention)))
    state.list.selection = state.rows.firstIndex(of: .setting(setting))
    return TestStore(initialState: state) {
      SettingsFeature()
    } withDependencies: {
      $0.retentionKeeper = RetentionKeeper(
        apply: { [applied] plan in
          applied.withLock { $0.append(plan) }
          return RetentionOutcome(trashed: plan.toTrash.map(\.id))
        },
        deletePermanently: { _ in RetentionOutcome() },
        plan: { [plan] _ in plan },
        restore: { _ in })
      update(&$0.retentionKeeper)
    }
  }

  private func type(_ text: String, _ store: TestStoreOf<SettingsFeature>) async {
    guard case .setting(let setting) = store.state.selection
    else { return }
    let settings = store.state.settings
    await store.send(.editButtonTapped) {
      $0.destination = .edit(TextPrompt<Setting>.State(setting, of: settings))
    }
    await store.send(\.destination.edit.textChanged, TextFieldState(text)) {
      $0.destination.modify(\.edit) { $0.text = TextFieldState(text) }
    }
    await store.send(\.destination.edit.saveButtonTapped)
    await store.receive(\.destination.presented.edit.delegate.saved) { $0.destination = nil }
  }

  @Test("Fewer days show the affected memos; confirming removes them")
  func confirmed() async {
    let store = makeStore()
    await type("30", store)
    let retention = Settings.Retention(memoDays: 30)
    await store.receive(\.planResponse) { [plan] in
      $0.destination = .retention(RetentionReview.State(retention, plan))
    }
    #expect(store.state.settings.retention == Settings.Retention())
    #expect(applied.value == [])
    await store.send(\.destination.retention.confirmButtonTapped)
    await store.receive(\.destination.presented.retention.delegate.confirmed) {
      $0.destination = nil
    }
    await store.receive(\.applyResponse) {
      $0.notice = "1 memo moved to the trash."
      $0.$settings.withLock { $0.retention = retention }
    }
    await store.receive(\.saveResponse)
    #expect(applied.value == [plan])
    await store.receive(\.delegate, .cleanedUp([.mock], former: Settings.Retention()))
  }

  @Test("Without a yes nothing goes and nothing is set")
  func cancelled() async {
    let store = makeStore(choosing: .trashDays)
    await type("7", store)
    await store.receive(\.planResponse) { [plan] in
      $0.destination = .retention(
        RetentionReview.State(Settings.Retention(trashDays: 7), plan))
    }
    await store.send(\.destination.retention.binding.list, ListState(selection: 0)) {
      $0.destination.modify(\.retention) { $0.list.selection = 0 }
    }
    await store.send(\.destination.retention.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    #expect(applied.value == [])
    #expect(store.state.settings == Settings())
  }

  @Test(
    "More days, and forever, are set without a question", .dependencies,
    arguments: ["60", "forever", ""])
  func longer(text: String) async {
    let store = makeStore(Settings.Retention(memoDays: 30, trashDays: 7))
    guard case .setting(let setting) = store.state.selection
    else { return }
    let settings = store.state.settings
    await store.send(.editButtonTapped) {
      $0.destination = .edit(TextPrompt<Setting>.State(setting, of: settings))
    }
    await store.send(\.destination.edit.textChanged, TextFieldState(text)) {
      $0.destination.modify(\.edit) { $0.text = TextFieldState(text) }
    }
    await store.send(\.destination.edit.saveButtonTapped)
    await store.receive(\.destination.presented.edit.delegate.saved) {
      $0.destination = nil
      $0.$settings.withLock { $0.retention.memoDays = Int(text) }
    }
    await store.receive(\.saveResponse)
    #expect(store.state.settings.retention.trashDays == 7)
    #expect(applied.value == [])
  }

  @Test("Permanent deletion is reported")
  func forGood() async {
    let store = makeStore(choosing: .trashDays) {
      $0.apply = { _ in
        RetentionOutcome(
          failures: ["/a.wav cannot be removed: no"], deletedCount: 2, freedByteCount: 2048)
      }
    }
    await type("7", store)
    let retention = Settings.Retention(trashDays: 7)
    await store.receive(\.planResponse) { [plan] in
      $0.destination = .retention(RetentionReview.State(retention, plan))
    }
    await store.send(\.destination.retention.confirmButtonTapped)
    await store.receive(\.destination.presented.retention.delegate.confirmed) {
      $0.destination = nil
    }
    await store.receive(\.applyResponse) {
      $0.notice = "2 memos permanently deleted, 2.0 KB freed. /a.wav cannot be removed: no"
      $0.$settings.withLock { $0.retention = retention }
    }
    await store.receive(\.saveResponse)
  }

  private func alert(_ title: String) -> SettingsFeature.Destination.State {
    .alert(
      AlertState {
        TextState(title)
      } actions: {
        ButtonState(role: .cancel) { TextState("OK") }
      } message: {
        TextState("the library is busy")
      })
  }

  @Test("Retention is not changed if its effect is unknown")
  func planFails() async {
    let store = makeStore { $0.plan = { _ in throw Refused() } }
    await type("30", store)
    await store.receive(\.planResponse) {
      $0.destination = alert("Could not determine which memos would be deleted.")
    }
    #expect(store.state.settings == Settings())
  }

  @Test("Retention is not changed if the memos cannot be removed")
  func applyFails() async {
    let store = makeStore { $0.apply = { _ in throw Refused() } }
    await type("30", store)
    await store.receive(\.planResponse) { [plan] in
      $0.destination = .retention(
        RetentionReview.State(Settings.Retention(memoDays: 30), plan))
    }
    await store.send(\.destination.retention.confirmButtonTapped)
    await store.receive(\.destination.presented.retention.delegate.confirmed) {
      $0.destination = nil
    }
    await store.receive(\.applyResponse) {
      $0.destination = alert("The setting was not changed.")
    }
    #expect(store.state.settings == Settings())
  }

  @Test("If the number of days changes during a review, the new number applies")
  func laxerMeanwhile() async {
    let store = makeStore { $0.plan = { _ in try await Task.never() } }
    await type("30", store)
    await type("forever", store)
    await store.receive(\.saveResponse)
    #expect(store.state.settings == Settings())
    await store.finish()
  }

  @Test("The retention preview does not cover a sheet opened since")
  func openedMeanwhile() async {
    let store = makeStore { $0.plan = { _ in try await Task.never() } }
    await type("30", store)
    let settings = store.state.settings
    await store.send(.editButtonTapped) {
      $0.destination = .edit(TextPrompt<Setting>.State(.memoDays, of: settings))
    }
    await store.finish()
    let retention = Settings.Retention(memoDays: 30)
    await store.send(.planResponse(.success(plan), retention))
    await store.send(.planResponse(.failure(Refused()), retention))
  }
}
