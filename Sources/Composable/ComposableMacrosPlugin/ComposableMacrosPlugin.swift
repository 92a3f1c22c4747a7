import ComposableMacros
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

@main
struct ComposableMacrosPlugin: PluginProvider {
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
