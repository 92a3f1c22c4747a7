/// State that is cleared once it is answered, such as an alert.
///
/// When a child in such state has handled an action, `ifLet` sets the state to `nil`. A child whose
/// state is an enum counts while it is in a case that holds such state.
public protocol _EphemeralState<Action> {
  /// The type of the answers.
  associatedtype Action
}
