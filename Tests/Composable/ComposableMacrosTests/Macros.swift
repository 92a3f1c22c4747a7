import SwiftSyntaxMacroExpansion

@testable import ComposableMacros

/// The macros under test, without those that other macros add and those that only mark.
let macros: [String: MacroSpec] = [
  "ObservableState": MacroSpec(
    type: ObservableStateMacro.self, conformances: ["ObservableState"]),
  "Presents": MacroSpec(type: PresentsMacro.self),
  "Reducer": MacroSpec(type: ReducerMacro.self, conformances: ["CaseReducer", "Reducer"]),
  "ViewAction": MacroSpec(type: ViewActionMacro.self, conformances: ["ViewActionSending"]),
]

let trackedMacros: [String: MacroSpec] = [
  "ObservationStateTracked": MacroSpec(type: ObservationStateTrackedMacro.self)
]
