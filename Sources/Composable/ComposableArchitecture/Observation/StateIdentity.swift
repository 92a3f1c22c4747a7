/// Compares what identity a state has before and after its reducer ran, whatever kind of state it is.
enum StateIdentity {
  static func begin<State>(_ state: inout State) -> ObservableStateID? {
    (state as? any ObservableState)?._$id
  }

  static func isReplaced<State>(_ state: inout State, since before: ObservableStateID?) -> Bool {
    guard let before, let state = state as? any ObservableState
    else { return true }
    return state._$id != before
  }
}

/// Notices that the state of a store is read and replaced as a whole.
@MainActor
final class StoreObservation {
  private let extent = ObservationExtent()

  func access() {
    extent.access(0)
  }

  func notify() {
    extent.notify(0)
  }
}
