/// Parses and prints a part of a request. Parsing a printed output returns it and leaves nothing.
public protocol RouteParser<Output>: Sendable {
  associatedtype Output

  func parse(_ data: inout RouteData) throws(RouteError) -> RouteMatch<Output>

  /// - Throws: ``RouteError/noMatch`` if the output belongs to another route.
  func print(_ output: Output, into data: inout RouteData) throws(RouteError)
}

public protocol HeadParser: RouteParser {
  func read(_ data: inout RouteData) throws(RouteError) -> Output
}

extension HeadParser {
  public func parse(_ data: inout RouteData) throws(RouteError) -> RouteMatch<Output> {
    RouteMatch(try read(&data))
  }
}

extension RouteParser {
  public func find(_ data: RouteData) throws(RouteError) -> RouteMatch<Output> {
    var rest = data
    let match = try parse(&rest)
    guard rest.path.isEmpty
    else { throw .noMatch }
    guard let item = rest.query.first
    else { return match }
    let known = rest.knownParameters.sorted().joined(separator: ", ")
    throw .malformed(
      "unknown parameter '\(item.name)': "
        + (known.isEmpty ? "this address has no parameters" : "valid parameters are \(known)"))
  }

  public func match(_ data: RouteData) throws(RouteError) -> Output {
    try find(data).output(data.body)
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

  public func parse(_ data: inout RouteData) throws(RouteError) -> RouteMatch<Output> {
    let (first, second) = (try first.parse(&data), try second.parse(&data))
    return RouteMatch(hasBody: first.hasBody || second.hasBody) { [join] body throws(RouteError) in
      join(try first.output(body), try second.output(body))
    }
  }

  public func print(_ output: Output, into data: inout RouteData) throws(RouteError) {
    let (a, b) = split(output)
    try first.print(a, into: &data)
    try second.print(b, into: &data)
  }
}
