/// An action with a separate case for view actions.
///
/// ```swift
/// enum Action: ViewAction {
///   case loaded(Result<[Item], any Error>)
///   case view(View)
///
///   enum View {
///     case refreshButtonTapped
///   }
/// }
/// ```
///
/// See ``ViewAction(for:)`` for how a view sends these.
public protocol ViewAction<ViewAction> {
  /// The actions that the user can take in the view.
  associatedtype ViewAction

  /// The action that holds an action of the view.
  static func view(_ action: ViewAction) -> Self
}

/// A view, or a replacement of one, that sends view actions to a store.
/// ``ViewAction(for:)`` writes the conformance.
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The state of the feature.
  associatedtype StoreState

  /// The actions of the feature.
  associatedtype StoreAction: ViewAction

  /// The store of the feature.
  @MainActor var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends a view action to the store.
  ///
  /// - Parameter action: The user's action.
  /// - Returns: The task of its effects, to await or cancel.
  @discardableResult
  @MainActor
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }

  /// Sends a view action to the store without an animation, since there is no user interface.
  ///
  /// - Parameters:
  ///   - action: The user's action.
  ///   - animation: Ignored.
  @discardableResult
  @MainActor
  public func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
    send(action)
  }
}

/// Gives a view a `send` method for the actions that are the view's own.
///
/// ```swift
/// @ViewAction(for: Feature.self)
/// struct FeatureScreen {
///   let store: StoreOf<Feature>
///
///   func run() {
///     send(.refreshButtonTapped)  // for store.send(.view(.refreshButtonTapped))
///   }
/// }
/// ```
///
/// The feature's action conforms to the ``ViewAction`` protocol. The macro warns about sending to
/// the store directly.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for: R.Type) =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ViewActionMacro")
where R.Action: ViewAction
