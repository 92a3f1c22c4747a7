/// State of something that is gone once it has been answered, such as an alert.
///
/// When a child in such state has handled an action, `ifLet` sets the state to `nil`. A child whose
/// state is an enum counts while it is in a case that holds such state.
public protocol _EphemeralState<Action> {
  /// What the answers are.
  associatedtype Action
}
