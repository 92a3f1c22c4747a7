import ConcurrencyExtras
import Dependencies

/// A dependency with a value for each context.
struct Greeting: DependencyKey, Equatable {
  var text: String

  static let liveValue = Self(text: "live")
  static let previewValue = Self(text: "preview")
  static let testValue = Self(text: "test")
}

/// A dependency with a live value and nothing else.
enum LiveOnlyKey: DependencyKey {
  static let liveValue = 42
}

/// A dependency with a live value, which tests may use.
enum HarmlessKey: DependencyKey {
  static let liveValue = "harmless"
  static var shouldReportUnimplemented: Bool { false }
}

/// A dependency without a live value.
struct InterfaceOnly: TestDependencyKey, Equatable {
  var name: String

  static let testValue = Self(name: "test")
}

/// An object that counts, with a live value and nothing else.
final class TouchedObject: Sendable, DependencyKey {
  let count = LockIsolated(0)

  static var liveValue: TouchedObject { TouchedObject() }
}

/// A dependency that reports its use in a test itself.
enum ReportingKey: TestDependencyKey {
  static var testValue: Int {
    reportIssue("Unimplemented: number")
    return 0
  }
}

/// An object, so that a test can see whether two reads give the same one.
final class Session: Sendable, DependencyKey {
  static var liveValue: Session { Session() }
  static var testValue: Session { Session() }
}

extension DependencyValues {
  var touchedObject: TouchedObject {
    get { self[TouchedObject.self] }
    set { self[TouchedObject.self] = newValue }
  }

  var greeting: Greeting {
    get { self[Greeting.self] }
    set { self[Greeting.self] = newValue }
  }

  var liveOnly: Int {
    get { self[LiveOnlyKey.self] }
    set { self[LiveOnlyKey.self] = newValue }
  }

  var harmless: String {
    get { self[HarmlessKey.self] }
    set { self[HarmlessKey.self] = newValue }
  }

  var interfaceOnly: InterfaceOnly {
    get { self[InterfaceOnly.self] }
    set { self[InterfaceOnly.self] = newValue }
  }

  var session: Session {
    get { self[Session.self] }
    set { self[Session.self] = newValue }
  }
}
