/// Where a state keeps a child, or its children.
struct StatePlace: Hashable, @unchecked Sendable {
  // Unchecked for the key path. It is immutable, and only ever compared.
  private let keyPath: AnyKeyPath

  init(_ keyPath: AnyKeyPath) {
    self.keyPath = keyPath
  }
}
