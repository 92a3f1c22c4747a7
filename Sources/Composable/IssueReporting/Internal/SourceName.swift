/// Returns a type's name as written inside its module.
package func sourceName(of type: any Any.Type) -> String {
  let name = String(reflecting: type)
    .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    .replacing(/\(([^()]+) in [^()]+\)/) { $0.1 }
  guard let dot = name.firstIndex(of: "."), !name.hasPrefix("(")
  else { return name }
  return String(name[name.index(after: dot)...])
}
