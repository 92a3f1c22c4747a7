/// Reads a part of a request, and writes it: the same part, so that what a client prints is what a
/// server matches.
///
/// For every output, reading what was written gives the output back and leaves nothing.
public protocol RouteParser<Output>: Sendable {
  associatedtype Output

  /// Takes its part away from the request.
  func parse(_ data: inout RouteData) throws(RouteError) -> Output

  /// Adds its part to the request.
  ///
  /// - Throws: ``RouteError/noMatch`` where the output is another route's.
  func print(_ output: Output, into data: inout RouteData) throws(RouteError)
}

extension RouteParser {
  /// The route that a request is.
  ///
  /// - Throws: ``RouteError``.
  public func match(_ data: RouteData) throws(RouteError) -> Output {
    var rest = data
    let output = try parse(&rest)
    guard rest.path.isEmpty
    else { throw .noMatch }
    guard let item = rest.query.first
    else { return output }
    throw .malformed("unknown parameter '\(item.name)'")
  }

  /// The request that a route is.
  ///
  /// - Throws: ``RouteError/noMatch`` where it is none of this parser's.
  public func request(for output: Output) throws(RouteError) -> RouteData {
    var data = RouteData()
    try print(output, into: &data)
    return data
  }
}

/// Puts parts together, one behind the other. Parts without a value leave no trace in the output; two
/// that have one make a pair.
@resultBuilder
public enum RouteBuilder {
  public static func buildExpression<P: RouteParser>(_ part: P) -> P { part }

  /// A name of the path.
  public static func buildExpression(_ name: String) -> PathName { PathName(name) }

  public static func buildPartialBlock<P: RouteParser>(first: P) -> P { first }

  public static func buildPartialBlock<A: RouteParser, B: RouteParser>(
    accumulated: A, next: B
  ) -> RouteSequence<A, B, B.Output> where A.Output == Void {
    RouteSequence(first: accumulated, second: next, join: { $1 }, split: { ((), $0) })
  }

  @_disfavoredOverload
  public static func buildPartialBlock<A: RouteParser, B: RouteParser>(
    accumulated: A, next: B
  ) -> RouteSequence<A, B, A.Output> where B.Output == Void {
    RouteSequence(
      first: accumulated, second: next, join: { first, _ in first }, split: { ($0, ()) })
  }

  @_disfavoredOverload
  public static func buildPartialBlock<A: RouteParser, B: RouteParser>(
    accumulated: A, next: B
  ) -> RouteSequence<A, B, (A.Output, B.Output)> {
    RouteSequence(first: accumulated, second: next, join: { ($0, $1) }, split: { $0 })
  }
}

/// One part and then another.
public struct RouteSequence<A: RouteParser, B: RouteParser, Output>: RouteParser {
  let first: A
  let second: B
  let join: @Sendable (A.Output, B.Output) -> Output
  let split: @Sendable (Output) -> (A.Output, B.Output)

  public func parse(_ data: inout RouteData) throws(RouteError) -> Output {
    join(try first.parse(&data), try second.parse(&data))
  }

  public func print(_ output: Output, into data: inout RouteData) throws(RouteError) {
    let (a, b) = split(output)
    try first.print(a, into: &data)
    try second.print(b, into: &data)
  }
}
