/// Makes a struct a reducer.
@attached(extension, conformances: Reducer, CaseReducer)
@attached(memberAttribute)
@attached(
  member,
  names: named(Action), named(Body), named(CaseScope), named(State), named(body),
  named(scope)
)
public macro Reducer() = #externalMacro(module: "ComposableMacros", type: "ReducerMacro")

/// Has the changes of a state noticed property by property.
@attached(extension, conformances: ObservableState)
@attached(memberAttribute)
@attached(
  member,
  names: named(_$PresentedNumbers), named(_$id), named(_$observationRegistrar),
  named(_$properties), named(_$willModify)
)
public macro ObservableState() =
  #externalMacro(module: "ComposableMacros", type: "ObservableStateMacro")

@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked(_ number: Int) =
  #externalMacro(module: "ComposableMacros", type: "ObservationStateTrackedMacro")

@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "ComposableMacros", type: "MarkerMacro")

@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_), prefixed(`$`))
public macro Presents() =
  #externalMacro(module: "ComposableMacros", type: "PresentsMacro")

@available(*, deprecated, message: "Declare the conformances in an extension instead")
@attached(extension, conformances: Reducer, CaseReducer)
@attached(memberAttribute)
@attached(
  member,
  names: named(Action), named(Body), named(CaseScope), named(State), named(body), named(scope)
)
public macro Reducer(
  state: _SynthesizedConformance..., action: _SynthesizedConformance...
) = #externalMacro(module: "ComposableMacros", type: "ReducerMacro")

/// A protocol that the deprecated arguments of `@Reducer` name.
public struct _SynthesizedConformance: Sendable {
  public static let codable = Self()
  public static let decodable = Self()
  public static let encodable = Self()
  public static let equatable = Self()
  public static let hashable = Self()
  public static let sendable = Self()
}

@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "ComposableMacros", type: "MarkerMacro")

@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "ComposableMacros", type: "MarkerMacro")
