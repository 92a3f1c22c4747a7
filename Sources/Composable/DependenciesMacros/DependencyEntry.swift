/// Makes a dependency known by name, without the accessors and the key that this takes otherwise.
///
/// ```swift
/// extension DependencyValues {
///   // A key is made, with this value for tests, and for previews:
///   @DependencyEntry var retries = 3
///
///   // … with a name, so that another module can give it a live value:
///   @DependencyEntry("SpeedKey") public var speed = 1.0
///
///   // The type is its own key:
///   @DependencyEntry var factClient: FactClient
/// }
/// ```
///
/// The value of the property is the test value: that is the one which has to be there. As with any
/// key, a live program that reads a dependency without a live value reports an issue.
///
/// A value whose type is written, or is that of a literal, is made anew for each test. One whose type
/// is inferred from it is made once.
///
/// - Parameter key: The name of the key, a type within `DependencyValues` that is as widely visible
///   as the property. Without one it is private.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry(_ key: String = "") =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEntryMacro")

/// Makes a dependency known by name, with a live value beside the one for tests.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry(liveValue: 3) var attempts = 1
/// }
/// ```
///
/// - Parameters:
///   - key: The name of the key.
///   - liveValue: The value in a running program, and in previews.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Live>(_ key: String = "", liveValue: Live) =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEntryMacro")

/// Makes a dependency known by name, with a value for previews beside the one for tests.
///
/// - Parameters:
///   - key: The name of the key.
///   - previewValue: The value in previews.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Preview>(_ key: String = "", previewValue: Preview) =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEntryMacro")

/// Makes a dependency known by name, with a live value and one for previews beside the one for
/// tests.
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

/// For the code that `@DependencyEntry` writes: a value, with the type of another one that is not
/// asked for.
public func _entryValue<Value>(
  _ value: Value, ofTypeOf other: @autoclosure () -> Value
) -> Value {
  value
}
