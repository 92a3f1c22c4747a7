import CustomDump

/// The name of an observed property, for dumps and issues. The property's own key path shows as an
/// address on this platform, because the property is a computed one.
struct PropertyName: CustomDumpStringConvertible {
  let customDumpDescription: String

  init?<Root>(_ keyPath: PartialKeyPath<Root>) {
    guard
      let type = Root.self as? any ObservableState.Type,
      let name = type.name(of: keyPath)
    else { return nil }
    customDumpDescription = "\\\(sourceName(of: Root.self)).\(name)"
  }
}

extension ObservableState {
  fileprivate static func name(of keyPath: AnyKeyPath) -> Substring? {
    _$properties.first { $0.keyPath == keyPath }.flatMap { property in
      // `\State._title`
      let storage = "\(property.storage)"
      return storage.lastIndex(of: ".").map {
        storage[storage.index(after: $0)...].drop { $0 == "_" }
      }
    }
  }
}
