/// Makes a struct a reducer.
@attached(extension, conformances: Reducer, CaseReducer)
@attached(memberAttribute)
@attached(
  member,
  names: named(Action), named(CaseScope), named(State), named(_$caseScope), named(body),
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
