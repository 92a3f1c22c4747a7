public struct BodyBytes: RouteParser {
  public init() {}

  public func parse(_ data: inout RouteData) throws(RouteError) -> [UInt8] {
    defer { data.body = [] }
    return data.body
  }

  public func print(_ bytes: [UInt8], into data: inout RouteData) throws(RouteError) {
    data.body = bytes
  }
}
