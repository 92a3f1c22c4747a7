public import SwiftSyntaxMacros

/// Every macro of the package, by the type name that its `#externalMacro` declaration gives.
public var allMacros: [any Macro.Type] {
  [
    CasePathableMacro.self,
    DependencyClientMacro.self,
    DependencyEndpointMacro.self,
    DependencyEntryMacro.self,
    MarkerMacro.self,
    ObservableStateMacro.self,
    ObservationStateTrackedMacro.self,
    PresentsMacro.self,
    ReducerMacro.self,
    ViewActionMacro.self,
  ]
}
