/// Declares a dependency without writing its accessors and its key.
///
/// ```swift
/// extension DependencyValues {
///   // Generates a key with this value for tests and previews:
///   @DependencyEntry var retries = 3
///
///   // Names the key, so that another module can give it a live value:
///   @DependencyEntry("SpeedKey") public var speed = 1.0
///
///   // The type is its own key:
///   @DependencyEntry var factClient: FactClient
/// }
/// ```
///
/// The property's value is the test value. As for any key, a live program that reads a dependency
/// without a live value reports an issue.
///
/// A value with a written type, or a literal, is created anew for each test. A value with an
/// inferred type is created once.
///
/// - Parameter key: The name of the key, a type in `DependencyValues` with the property's access
///   level. Without a name, the key is private.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry(_ key: String = "") =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEntryMacro")

/// Declares a dependency with a live value and one for tests.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry(liveValue: 3) var attempts = 1
/// }
/// ```
///
/// Without the property's value, a test that reads the dependency fails and gets the live value.
///
/// - Parameters:
///   - key: The name of the key.
///   - liveValue: The value in a running program, and in previews.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Live>(_ key: String = "", liveValue: Live) =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEntryMacro")

/// Declares a dependency with a value for previews and one for tests.
///
/// - Parameters:
///   - key: The name of the key.
///   - previewValue: The value in previews.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Preview>(_ key: String = "", previewValue: Preview) =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEntryMacro")

/// Declares a dependency with a live value, one for previews, and one for tests.
///
/// - Parameters:
///   - key: The name of the key.
///   - liveValue: The value in a running program.
///   - previewValue: The value in previews.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Live, Preview>(
  _ key: String = "", liveValue: Live, previewValue: Preview
) = #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEntryMacro")

/// Used by the code that `@DependencyEntry` writes: returns a value with the type of `other`, which
/// is not evaluated.
public func _entryValue<Value>(
  _ value: Value, ofTypeOf other: @autoclosure () -> Value
) -> Value {
  value
}
