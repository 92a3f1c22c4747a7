/// The error that an unimplemented endpoint of a dependency client throws.
public struct Unimplemented: Error, Equatable, CustomStringConvertible {
  /// The name of the endpoint.
  public let endpoint: String

  /// - Parameter endpoint: The name of the endpoint.
  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  /// Names the endpoint that has no implementation.
  public var description: String { "Unimplemented: '\(endpoint)'" }
}
