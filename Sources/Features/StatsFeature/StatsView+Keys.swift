public import ComposableArchitecture
public import TerminalUI

extension StatsView {
  /// Does what a key says.
  ///
  /// - Parameters:
  ///   - event: What was done.
  ///   - store: The feature.
  ///   - frame: What the person sees.
  /// - Returns: Whether it means anything to the statistics.
  @MainActor
  @discardableResult
  public static func handle(
    _ event: Event, _ store: StoreOf<StatsFeature>, _ frame: Frame
  ) -> Bool {
    switch event {
    case .key(.left): store.send(.measureButtonTapped(by: -1))
    case .key(.right): store.send(.measureButtonTapped(by: 1))
    case .key("R"): store.send(.reloadButtonTapped)
    default: return false
    }
    return true
  }
}
