@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// Every macro of the package, by the type name that its `#externalMacro` declaration gives.
var allMacros: [any Macro.Type] {
  [
    CasePathableMacro.self,
    DependencyClientMacro.self,
    DependencyEndpointIgnoredMacro.self,
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

@main
struct ComposableMacros: PluginProvider {
  static func main() throws {
    let listener = CompilerPluginMessageListener(
      connection: try CompilerConnection(), provider: Self())
    try listener.main()
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = allMacros.first(where: { String(describing: $0) == typeName })
    else { throw UnknownMacro(name: "\(moduleName).\(typeName)") }
    return macro
  }
}

struct UnknownMacro: Error, CustomStringConvertible {
  let name: String
  var description: String { "The macro plug-in has no '\(name)'; add it to 'allMacros'." }
}
