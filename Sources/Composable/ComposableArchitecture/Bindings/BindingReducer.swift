public import CasePaths

/// Carries out binding actions: sets the property that the action names.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
///
/// Reducers below it in a body see the new value.
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer
where State == ViewAction.State {
  private let binding: (Action) -> BindingAction<State>?

  /// Carries out the action's own binding actions.
  public init() where Action == ViewAction {
    binding = bindingExtractor(of: Action.self)
  }

  /// Carries out the binding actions of one of the action's cases, such as `\.view`.
  ///
  /// - Parameter toViewAction: The case.
  public init(action toViewAction: CaseKeyPath<Action, ViewAction>) {
    let view = AnyCasePath(toViewAction)
    let binding = bindingExtractor(of: ViewAction.self)
    self.binding = { view.extract(from: $0).flatMap(binding) }
  }

  /// Carries out the binding actions that a function finds in an action.
  ///
  /// - Parameter toViewAction: Takes a bindable action out of the action.
  public init(action toViewAction: @escaping (_ action: Action) -> ViewAction?) {
    let binding = bindingExtractor(of: ViewAction.self)
    self.binding = { toViewAction($0).flatMap(binding) }
  }

  /// Sets the property that a binding action names, and has no effect. Other actions change
  /// nothing.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    binding(action)?.set(&state)
    return .none
  }
}
