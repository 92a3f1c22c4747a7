import SwiftSyntaxMacroExpansion

@testable import ComposableMacros

let macros: [String: MacroSpec] = [
  "ObservableState": MacroSpec(type: ObservableStateMacro.self),
  "ObservationStateTracked": MacroSpec(type: ObservationStateTrackedMacro.self),
  "ComposableArchitecture.ObservationStateTracked": MacroSpec(
    type: ObservationStateTrackedMacro.self),
  "Presents": MacroSpec(type: PresentsMacro.self),
]
