/// Makes a type a reducer.
///
/// # On a struct
///
/// ```swift
/// @Reducer
/// struct Counter {
///   @ObservableState
///   struct State: Equatable {
///     var count = 0
///   }
///   enum Action {
///     case incrementButtonTapped
///   }
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in … }
///   }
/// }
/// ```
///
/// The struct conforms to ``Reducer``. `Action`, and `State` if it is an enum, become
/// `@CasePathable`, so that key paths can name their cases, unless they declare that conformance. A
/// missing `State` or `Action` is added without members, and a feature without logic gets an empty
/// body. Write either a `body` or ``Reducer/reduce(into:action:)``.
///
/// # On an enum
///
/// An enum lists features of which one at a time is presented, for a destination or a stack:
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case alert(AlertState<Alert>)
///   case edit(EditForm)
///   case meeting(Meeting, syncUp: SyncUp)
///   @ReducerCaseIgnored case tip(Tip)
///
///   enum Alert { case confirmDeletion }
/// }
/// extension Destination.State: Equatable {}
/// ```
///
/// The enum conforms to ``CaseReducer`` and gets `State`, `Action`, `body`, and `CaseScope`, to
/// switch over `store.case`. Cases can have:
///
/// - A single type name without a label: a feature, which is a struct or another such enum. Its
///   state and action become cases of `State` and `Action`. It is created by its initializer
///   without arguments, or is the default value of the case: `case edit(EditForm = EditForm(…))`.
/// - `AlertState` or `ConfirmationDialogState`: state that is dismissed by an answer. Mark other
///   types with ``ReducerCaseEphemeral()``.
/// - Other values: data without actions. Mark a single value with ``ReducerCaseIgnored()``.
///
/// An enum may declare its own `Action`, with a case for each feature. A value that is marked with
/// ``ReducerCaseIgnored()`` gets the actions of the case with its name, and `CaseScope` holds a
/// store of it.
///
/// Conformances of `State` and `Action` are declared in extensions.
@attached(extension, conformances: CaseReducer, Reducer)
@attached(memberAttribute)
@attached(
  member,
  names: named(Action), named(Body), named(CaseScope), named(State), named(body), named(scope)
)
public macro Reducer() = #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerMacro")

/// Makes an enum of features a reducer, with conformances for its `State` and `Action`. Declare
/// these in an extension instead, and write ``Reducer()``.
@available(*, deprecated, message: "Declare the conformances in an extension instead")
@attached(extension, conformances: CaseReducer, Reducer)
@attached(memberAttribute)
@attached(
  member,
  names: named(Action), named(Body), named(CaseScope), named(State), named(body), named(scope)
)
public macro Reducer(
  state: _SynthesizedConformance..., action: _SynthesizedConformance...
) = #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerMacro")

/// A protocol that the deprecated arguments of ``Reducer(state:action:)`` name.
public struct _SynthesizedConformance: Sendable {
  /// `Codable`.
  public static let codable = Self()
  /// `Decodable`.
  public static let decodable = Self()
  /// `Encodable`.
  public static let encodable = Self()
  /// `Equatable`.
  public static let equatable = Self()
  /// `Hashable`.
  public static let hashable = Self()
  /// `Sendable`.
  public static let sendable = Self()
}

/// Marks a case of a `@Reducer` enum that holds data, where its payload looks like a feature.
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "MarkerMacro")

/// Marks a case of a `@Reducer` enum that holds state without a reducer, with actions that end it.
/// `AlertState` and `ConfirmationDialogState` need no mark.
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "MarkerMacro")

/// Makes each property of a state observable: an observer that has read one property of a store is
/// notified only when that property changes.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   @Presents var alert: AlertState<Alert>?
///   var count = 0
///   @ObservationStateIgnored var cache: [Int] = []
///   @Shared var settings: Settings
/// }
/// ```
///
/// Every variable that is stored is observed, except those with ``ObservationStateIgnored()`` and
/// those that observe themselves: `@Shared`, `@SharedReader`, `@Fetch`, `@FetchAll`, `@FetchOne`.
/// Other property wrappers need ``ObservationStateIgnored()``; other macros don't. Properties are
/// stored under their name with an underscore.
///
/// An enum's identity is that of its case's payload, which is observable itself.
@attached(extension, conformances: ObservableState)
@attached(memberAttribute)
@attached(
  member,
  names: named(_$PresentedNumbers), named(_$id), named(_$observationRegistrar),
  named(_$properties), named(_$willModify)
)
public macro ObservableState() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ObservableStateMacro")

/// Observes a property. ``ObservableState()`` adds this to properties, with the property's number
/// in the registrar.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked(_ number: Int) =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ObservationStateTrackedMacro")

/// Keeps ``ObservableState()`` from observing a property.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "MarkerMacro")

/// Keeps the state of a child that is presented in a ``PresentationState``.
///
/// ```swift
/// @Presents var destination: Destination.State?
/// ```
///
/// The property is an optional. The presentation is `$destination`: `ifLet(\.$destination, …)` runs
/// the child, cancels its effects when it is dismissed, and lets it dismiss itself.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_), prefixed(`$`))
public macro Presents() = #externalMacro(module: "ComposableMacrosPlugin", type: "PresentsMacro")
