/// A type's name as a reader writes it: without modules, and without the places where private and
/// local types are declared.
///
/// - Parameter genericArguments: Whether `<…>` is kept. If so, optionals, arrays and dictionaries
///   are abbreviated as in source code.
package func typeName(_ type: Any.Type, genericArguments: Bool = false) -> String {
  var scanner = TypeNameScanner(_typeName(type, qualified: true), genericArguments)
  return scanner.scan(until: [])
}

private struct TypeNameScanner {
  private let characters: [Unicode.Scalar]
  private let genericArguments: Bool
  private var position = 0

  init(_ name: String, _ genericArguments: Bool) {
    characters = Array(name.unicodeScalars)
    self.genericArguments = genericArguments
  }

  /// Everything up to one of the given characters that is not inside brackets opened on the way.
  mutating func scan(until ends: Set<Unicode.Scalar>) -> String {
    var result = ""
    var opened = 0
    while position < characters.count {
      let character = characters[position]
      if opened == 0, ends.contains(character) { break }
      if skipContext() { continue }
      if isIdentifier(character) {
        result += path()
      } else if character == "-", position + 1 < characters.count, characters[position + 1] == ">" {
        result += "->"
        position += 2
      } else {
        if character == "(" { opened += 1 }
        if character == ")" { opened -= 1 }
        result.unicodeScalars.append(character)
        position += 1
      }
    }
    return result
  }

  /// A dotted name such as `Module.Outer<Module.Argument>.Inner`.
  private mutating func path() -> String {
    var components: [String] = []
    var arguments: [String] = []
    while position < characters.count {
      if skipContext() { continue }
      guard isIdentifier(characters[position])
      else { break }
      let start = position
      while position < characters.count, isIdentifier(characters[position]) { position += 1 }
      var component = String(String.UnicodeScalarView(characters[start..<position]))
      arguments = genericArgumentList()
      if genericArguments, !arguments.isEmpty {
        component += "<\(arguments.joined(separator: ", "))>"
      }
      components.append(component)
      guard position + 1 < characters.count, characters[position] == ".",
        isIdentifier(characters[position + 1]) || characters[position + 1] == "("
      else { break }
      position += 1
    }
    if genericArguments, components.count == 2, components[0] == "Swift" {
      switch (components[1].prefix { $0 != "<" }, arguments.count) {
      case ("Array", 1): return "[\(arguments[0])]"
      case ("Dictionary", 2): return "[\(arguments[0]): \(arguments[1])]"
      case ("Optional", 1): return "\(arguments[0])?"
      default: break
      }
    }
    return components.dropFirst(components.count > 1 ? 1 : 0).joined(separator: ".")
  }

  private mutating func genericArgumentList() -> [String] {
    guard position < characters.count, characters[position] == "<"
    else { return [] }
    var arguments: [String] = []
    repeat {
      position += 1
      while position < characters.count, characters[position] == " " { position += 1 }
      arguments.append(scan(until: [",", ">"]))
    } while position < characters.count && characters[position] == ","
    position += 1
    return arguments
  }

  /// Skips `(unknown context at $1f2e).`, the name of a private or local scope.
  private mutating func skipContext() -> Bool {
    let context = "(unknown context at ".unicodeScalars
    guard characters[position...].starts(with: context),
      let end = characters[position...].firstIndex(of: ")")
    else { return false }
    position = end + 1
    if position < characters.count, characters[position] == "." { position += 1 }
    return true
  }

  private func isIdentifier(_ character: Unicode.Scalar) -> Bool {
    character == "_" || character == "$" || character.properties.isAlphabetic
      || character.properties.numericType != nil || character.value > 0x7F
  }
}
