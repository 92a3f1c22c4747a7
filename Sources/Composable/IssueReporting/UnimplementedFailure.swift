/// The error that a throwing endpoint without an implementation throws.
public struct UnimplementedFailure: CustomStringConvertible, Error, Hashable {
  /// The name of the endpoint.
  public let description: String

  /// Makes the error of the named endpoint.
  public init(description: String) {
    self.description = description
  }
}
