/// Makes a struct of closures a dependency client that can be made without its implementation.
///
/// ```swift
/// @DependencyClient
/// struct AudioPlayerClient {
///   var play: @Sendable (_ url: URL) async throws -> Bool
///   var stop: @Sendable () async -> Void
///   var volume: @Sendable () -> Double = { 1 }
/// }
/// ```
///
/// - In `AudioPlayerClient()`, every endpoint is unimplemented: calling one reports
///   `Unimplemented: 'AudioPlayerClient.play'`, which fails a test, and then throws
///   ``Unimplemented`` or returns. Use it as a `testValue` of which a test overrides only the
///   endpoints it expects.
/// - `AudioPlayerClient(play:stop:volume:)` takes every endpoint. That makes a `liveValue`.
/// - A closure whose parameters have names gets a method with those labels:
///   `client.play(url: url)`.
///
/// A closure that does not throw, and does not return `Void` or an optional, needs a default value
/// with which the failed test continues. So does a closure with a typed throw. A default value that
/// only calls `fatalError` crashes the test, and gets a warning.
///
/// Each initializer has the access level of the struct and its parameters. Other stored properties
/// are parameters of the initializer. A property marked with ``DependencyEndpointIgnored()`` stays
/// unchanged.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyClientMacro")

/// Makes a closure property an endpoint that reports being called until it is overridden.
///
/// ``DependencyClient()`` applies it to every closure property; write it yourself to give the
/// method another name, which helps where closures cannot be overloaded but methods can:
///
/// ```swift
/// @DependencyEndpoint(method: "load")
/// var loadByID: @Sendable (_ id: Int) async throws -> Memo
/// ```
///
/// - Parameter method: The name of the method whose argument labels are the closure's parameter
///   names, by default the property's name.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "ComposableMacrosPlugin", type: "DependencyEndpointMacro")

/// Keeps ``DependencyClient()`` from making a closure property an endpoint.
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "MarkerMacro")
