/// A route that matches everything but the body, which may not have been read yet.
public struct RouteMatch<Output> {
  /// `true` if the route is made from the body. Other routes leave a body to their handlers.
  public let hasBody: Bool
  public let output: (_ body: [UInt8]) throws(RouteError) -> Output

  public init(hasBody: Bool, output: @escaping ([UInt8]) throws(RouteError) -> Output) {
    self.hasBody = hasBody
    self.output = output
  }

  public init(_ output: Output) {
    self.init(hasBody: false) { _ in output }
  }

  func map<Result>(_ transform: @escaping (Output) -> Result) -> RouteMatch<Result> {
    RouteMatch<Result>(hasBody: hasBody) { [output] body throws(RouteError) in
      transform(try output(body))
    }
  }
}
