@testable import ComposableMacros
import SwiftSyntaxMacroExpansion

let dependencyMacros: [String: MacroSpec] = [
  "DependencyClient": MacroSpec(type: DependencyClientMacro.self),
  "DependencyEndpoint": MacroSpec(type: DependencyEndpointMacro.self),
  "DependencyEndpointIgnored": MacroSpec(type: MarkerMacro.self),
  "DependencyEntry": MacroSpec(type: DependencyEntryMacro.self),
]
