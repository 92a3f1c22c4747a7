public import CasePaths
public import HTTPMessages

/// One case of an enum of routes: its method, and the parts that make up its value.
public struct Route<Root, Parts: RouteParser>: RouteParser {
  private let casePath: AnyCasePath<Root, Parts.Output>
  private let method: HTTPMethod?
  private let parts: Parts

  public init(
    _ casePath: CaseKeyPath<Root, Parts.Output>, _ method: HTTPMethod,
    @RouteBuilder parts: () -> Parts
  ) {
    self.casePath = AnyCasePath(casePath)
    self.method = method
    self.parts = parts()
  }

  public init(
    _ casePath: CaseKeyPath<Root, Parts.Output>, @RouteBuilder parts: () -> Parts
  ) {
    self.casePath = AnyCasePath(casePath)
    method = nil
    self.parts = parts()
  }

  public func parse(_ data: inout RouteData) throws(RouteError) -> RouteMatch<Root> {
    guard let method, method != data.method
    else {
      let match: RouteMatch<Parts.Output>
      do throws(RouteError) {
        match = try parts.parse(&data)
      } catch .malformed where method != nil && !data.path.isEmpty {
        // Malformed for this route only; the longer path may be another route's.
        throw .noMatch
      }
      guard method == nil || data.path.isEmpty
      else { throw .noMatch }
      return match.map(casePath.embed)
    }
    // Parse anyway: if the path matches, only the method is wrong, whatever else is malformed.
    do throws(RouteError) {
      _ = try parts.parse(&data)
    } catch .noMatch {
      throw .noMatch
    } catch {}
    throw data.path.isEmpty ? .otherMethods([method]) : .noMatch
  }

  public func print(_ route: Root, into data: inout RouteData) throws(RouteError) {
    guard let output = casePath.extract(from: route)
    else { throw .noMatch }
    try parts.print(output, into: &data)
    if let method { data.method = method }
  }
}

public struct OneOf<Output>: RouteParser {
  private let routes: [any RouteParser<Output>]

  public init(@OneOfBuilder<Output> routes: () -> [any RouteParser<Output>]) {
    self.routes = routes()
  }

  public func parse(_ data: inout RouteData) throws(RouteError) -> RouteMatch<Output> {
    var methods: [HTTPMethod] = []
    var problem: RouteError?
    for route in routes {
      var rest = data
      do throws(RouteError) {
        let match = try route.parse(&rest)
        data = rest
        return match
      } catch {
        switch error {
        case .noMatch: continue
        case .otherMethods(let others): methods += others.filter { !methods.contains($0) }
        case .malformed: problem = problem ?? error
        }
      }
    }
    if let problem { throw problem }
    throw methods.isEmpty ? .noMatch : .otherMethods(methods)
  }

  public func print(_ output: Output, into data: inout RouteData) throws(RouteError) {
    for route in routes {
      var written = data
      do throws(RouteError) {
        try route.print(output, into: &written)
        data = written
        return
      } catch {
        guard error == .noMatch
        else { throw error }
      }
    }
    throw .noMatch
  }
}

@resultBuilder
public enum OneOfBuilder<Output> {
  public static func buildExpression(_ route: some RouteParser<Output>) -> [any RouteParser<Output>]
  {
    [route]
  }

  public static func buildBlock(_ routes: [any RouteParser<Output>]...) -> [any RouteParser<Output>]
  {
    routes.flatMap(\.self)
  }
}
