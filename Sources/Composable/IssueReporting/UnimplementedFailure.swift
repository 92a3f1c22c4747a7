/// What a throwing endpoint throws that nobody gave an implementation.
public struct UnimplementedFailure: CustomStringConvertible, Error, Hashable {
  /// The name of the endpoint.
  public let description: String

  /// Makes the error of the named endpoint.
  public init(description: String) {
    self.description = description
  }
}
