import BenchmarkSupport
import Dependencies
import Foundation
import Synchronization

/// Reads of dependencies, compared with two alternatives: a struct passed from function to function,
/// and a dictionary of services behind a lock.
var dependencies: Suite {
  var suite = Suite("Dependencies")
  suite.compareReads()
  suite.compareOverrides()
  suite.compareUUIDs()
  return suite
}

private struct Service: DependencyKey, Sendable {
  var number = 1
  static let liveValue = Self()
}

/// A key for each number, for first reads.
private enum NumberedKey<Number>: DependencyKey {
  static var liveValue: Int { 1 }
}

extension DependencyValues {
  fileprivate var service: Service {
    get { self[Service.self] }
    set { self[Service.self] = newValue }
  }
}

private struct Environment {
  var service = Service()
  var others: (Int, Int, Int, Int) = (1, 2, 3, 4)
}

@inline(never)
private func number(in environment: Environment) -> Int { environment.service.number }

private final class Registry: Sendable {
  private let services = Mutex<[ObjectIdentifier: any Sendable]>([
    ObjectIdentifier(Service.self): Service()
  ])

  @inline(never)
  func service<S: Sendable>(_ type: S.Type) -> S? {
    services.withLock { $0[ObjectIdentifier(type)] as? S }
  }

  func set<S: Sendable>(_ service: S) -> S? {
    services.withLock {
      $0.updateValue(service, forKey: ObjectIdentifier(S.self)) as? S
    }
  }
}

private struct Feature {
  @Dependency(\.service) var service
  @Dependency(Service.self) var serviceByType
}

private let aim = Aim.under(.nanoseconds(100))
private let byLock = "dictionary in a Mutex"
private let byHand = "struct as a parameter"

extension Suite {
  fileprivate mutating func compareReads() {
    let registry = Registry()
    let lookup = { (n: Int) in
      for _ in 0..<n { blackHole(registry.service(Service.self)?.number) }
    }
    let handed = { (n: Int) in
      var environment = Environment()
      // Each read depends on the previous one, or the optimizer would remove the loop.
      for i in 0..<n { environment.service.number = number(in: environment) ^ i }
      if environment.service.number == .min { print(environment) }
    }
    let feature = Feature()
    let read = { (n: Int) in
      for _ in 0..<n { blackHole(feature.service.number) }
    }
    compare("read, cached", aim: aim, to: byHand, baseline: handed, subject: read)
    compare("read, cached", aim: aim, to: byLock, baseline: lookup, subject: read)
    compare("read by type, cached", aim: aim, to: byLock, baseline: lookup) { n in
      for _ in 0..<n { blackHole(feature.serviceByType.number) }
    }
    compare("read inside an override", aim: aim, to: byLock, baseline: lookup) { n in
      withDependencies {
        $0.service.number = 2
      } operation: {
        let feature = Feature()
        for _ in 0..<n { blackHole(feature.service.number) }
      }
    }
    compare("read outside, made inside an override", aim: aim, to: byLock, baseline: lookup) { n in
      let feature = withDependencies {
        $0.service.number = 2
      } operation: {
        Feature()
      }
      for _ in 0..<n { blackHole(feature.service.number) }
    }
    compare("read among 20 overrides", aim: aim, to: byLock, baseline: lookup) { n in
      withDependencies {
        setNumbers(Void.self, count: 20, in: &$0)
        $0.service.number = 2
      } operation: {
        let feature = Feature()
        for _ in 0..<n { blackHole(feature.service.number) }
      }
    }
    let eight = { (n: Int) in lookup(n * 8) }
    compare("first read of a value", operations: 8, to: byLock, baseline: eight) { n in
      for _ in 0..<n {
        withDependencyTestScope { _ in
        } operation: {
          readEight()
        }
      }
    }
  }

  fileprivate mutating func compareOverrides() {
    let registry = Registry()
    compare("set, read, restore", aim: .under(.nanoseconds(300)), to: byLock) { n in
      for i in 0..<n {
        let old = registry.set(Service(number: i))
        blackHole(registry.service(Service.self)?.number)
        if let old { _ = registry.set(old) }
      }
    } subject: { n in
      let feature = Feature()
      for i in 0..<n {
        withDependencies {
          $0.service = Service(number: i)
        } operation: {
          blackHole(feature.service.number)
        }
      }
    }
    compare("declare '@Dependency' and read", to: byLock) { n in
      for _ in 0..<n { blackHole(registry.service(Service.self)?.number) }
    } subject: { n in
      for _ in 0..<n {
        @Dependency(\.service) var service
        blackHole(service.number)
      }
    }
  }
}

extension Suite {
  /// Compared with random UUIDs from Foundation, and with numbered ones from a counter in a `Mutex`.
  fileprivate mutating func compareUUIDs() {
    let aim = Aim.under(.nanoseconds(500))
    compare("uuid, live", aim: aim, to: "UUID()") { n in
      for _ in 0..<n { blackHole(UUID()) }
    } subject: { n in
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.uuid) var uuid
        for _ in 0..<n { blackHole(uuid()) }
      }
    }
    let counter = Counter()
    compare("uuid, incrementing", aim: aim, to: "counter in a Mutex") { n in
      for _ in 0..<n { blackHole(counter.next()) }
    } subject: { n in
      withDependencies {
        $0.uuid = .incrementing
      } operation: {
        @Dependency(\.uuid) var uuid
        for _ in 0..<n { blackHole(uuid()) }
      }
    }
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> UUID {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    return UUID(number)
  }
}

private func setNumbers<T>(_: T.Type, count: Int, in values: inout DependencyValues) {
  guard count > 0
  else { return }
  values[NumberedKey<T>.self] = count
  setNumbers([T].self, count: count - 1, in: &values)
}

@inline(never)
private func readEight() {
  let values = DependencyValues._current
  blackHole(values[NumberedKey<Int8>.self])
  blackHole(values[NumberedKey<Int16>.self])
  blackHole(values[NumberedKey<Int32>.self])
  blackHole(values[NumberedKey<Int64>.self])
  blackHole(values[NumberedKey<UInt8>.self])
  blackHole(values[NumberedKey<UInt16>.self])
  blackHole(values[NumberedKey<UInt32>.self])
  blackHole(values[NumberedKey<UInt64>.self])
}
