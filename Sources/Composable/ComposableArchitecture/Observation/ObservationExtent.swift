/// Who observes a state value and its copies.
final class ObservationExtent: @unchecked Sendable, Observable {
  private let lock = Lock()
  private var registrar: ObservationRegistrar?

  /// Stands for a property in the key paths that the toolchain's observation works with.
  subscript(property index: Int) -> Int { index }

  func access(_ index: Int) {
    let registrar = lock.withLock {
      if let registrar = self.registrar { return registrar }
      let registrar = ObservationRegistrar()
      self.registrar = registrar
      return registrar
    }
    registrar.access(self, keyPath: PropertyKeyPaths[index])
  }

  func notify(_ index: Int) {
    guard let registrar = lock.withLock({ registrar })
    else { return }
    if !ObservationTransaction.collect(self, index) {
      registrar.withMutation(of: self, keyPath: PropertyKeyPaths[index]) {}
    }
  }

  func deliver(_ index: Int) {
    lock.withLock { registrar }?.withMutation(of: self, keyPath: PropertyKeyPaths[index]) {}
  }
}

/// The key paths that stand for properties, made once.
enum PropertyKeyPaths {
  private static let lock = Lock()
  nonisolated(unsafe) private static var paths: [KeyPath<ObservationExtent, Int>] = []

  static subscript(index: Int) -> KeyPath<ObservationExtent, Int> {
    lock.withLock {
      while paths.count <= index { paths.append(\ObservationExtent[property: paths.count]) }
      return paths[index]
    }
  }
}
