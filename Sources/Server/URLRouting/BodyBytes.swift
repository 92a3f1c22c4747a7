public struct BodyBytes: RouteParser {
  public init() {}

  public func parse(_: inout RouteData) throws(RouteError) -> RouteMatch<[UInt8]> {
    RouteMatch(hasBody: true) { $0 }
  }

  public func print(_ bytes: [UInt8], into data: inout RouteData) throws(RouteError) {
    data.body = bytes
  }
}
