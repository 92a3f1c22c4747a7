/// Parses and prints a part of a request. Parsing a printed output returns it and leaves nothing.
public protocol RouteParser<Output>: Sendable {
  associatedtype Output

  func parse(_ data: inout RouteData) throws(RouteError) -> Output

  /// - Throws: ``RouteError/noMatch`` if the output belongs to another route.
  func print(_ output: Output, into data: inout RouteData) throws(RouteError)
}

extension RouteParser {
  public func match(_ data: RouteData) throws(RouteError) -> Output {
    var rest = data
    let output = try parse(&rest)
    guard rest.path.isEmpty
    else { throw .noMatch }
    guard let item = rest.query.first
    else { return output }
    throw .malformed("unknown parameter '\(item.name)'")
  }

  public func request(for output: Output) throws(RouteError) -> RouteData {
    var data = RouteData()
    try print(output, into: &data)
    return data
  }
}

/// Concatenates parts. `Void` outputs are dropped; two other outputs form a tuple.
@resultBuilder
public enum RouteBuilder {
  public static func buildExpression<P: RouteParser>(_ part: P) -> P { part }

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
