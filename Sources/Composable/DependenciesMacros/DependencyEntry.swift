/// Makes a dependency known by name, without the accessors and the key that this takes otherwise.
///
/// ```swift
/// extension DependencyValues {
///   // The type is its own key:
///   @DependencyEntry var factClient: FactClient
///
///   // A key is made, with this live value:
///   @DependencyEntry var retries: Int = 3
///
///   // … and with others beside it:
///   @DependencyEntry(previewValue: 1, testValue: 0) var attempts: Int = 3
/// }
/// ```
///
/// As with any key, a test that reads a dependency without a test value fails.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry() =
  #externalMacro(module: "ComposableMacros", type: "DependencyEntryMacro")

/// Makes a dependency known by name, with a value of its own for previews.
///
/// - Parameter previewValue: The value in previews.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(previewValue: Value) =
  #externalMacro(module: "ComposableMacros", type: "DependencyEntryMacro")

/// Makes a dependency known by name, with a value of its own for tests.
///
/// - Parameter testValue: The value in tests.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(testValue: Value) =
  #externalMacro(module: "ComposableMacros", type: "DependencyEntryMacro")

/// Makes a dependency known by name, with values of its own for previews and for tests.
///
/// - Parameters:
///   - previewValue: The value in previews.
///   - testValue: The value in tests.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(previewValue: Value, testValue: Value) =
  #externalMacro(module: "ComposableMacros", type: "DependencyEntryMacro")
