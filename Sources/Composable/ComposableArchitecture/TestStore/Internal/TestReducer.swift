import Dependencies

/// The feature under test, with the dependencies that the test store has at each moment.
struct TestReducer<State, Action>: Reducer {
  private let feature: ResolvedReducer<State, Action>
  private let log: TestLog<State, Action>

  init(_ feature: some Reducer<State, Action>, log: TestLog<State, Action>) {
    self.feature = ResolvedReducer(feature)
    self.log = log
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    withDependencies {
      $0 = log.dependencies
      let dismiss = $0.givenDismiss
      $0.dismiss = DismissEffect { [weak log] in
        await dismiss?()
        log?.dismiss()
      }
    } operation: {
      feature.reduce(into: &state, action: action)
    }
  }
}
