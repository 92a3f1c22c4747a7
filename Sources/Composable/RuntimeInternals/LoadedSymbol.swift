import Glibc

/// Symbols of the libraries that the process has loaded, found by name while it runs.
package enum LoadedSymbol {
  /// Returns the address of a symbol, or `nil` if no loaded library has it.
  package static func address(of name: String) -> UnsafeMutableRawPointer? {
    dlsym(nil, name)
  }

  /// A function.
  ///
  /// - Parameters:
  ///   - name: The function's symbol. A mangled Swift name spells out the types of the parameters,
  ///     so that a function with others is not found.
  ///   - type: The function's type, a thin one.
  /// - Returns: `nil` if no loaded library has it.
  package static func function<Function>(named name: String, as type: Function.Type) -> Function? {
    address(of: name).map { unsafeBitCast($0, to: type) }
  }
}
