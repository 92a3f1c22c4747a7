import Foundation
public import HTTPMessages

/// A request in parts, which parsers remove and printers append.
public struct RouteData: Hashable, Sendable {
  public var method: HTTPMethod
  public var path: ArraySlice<String>
  public var query: [QueryItem]
  public var body: [UInt8]
  var knownParameters: [String] = []

  public struct QueryItem: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(
    method: HTTPMethod = .get, path: [String] = [], query: [QueryItem] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.path = path[...]
    self.query = query
    self.body = body
  }

  /// - Throws: ``RouteError/malformed(_:)``, also for components that are empty, `.` or `..`.
  public init(
    method: HTTPMethod, target: String, body: [UInt8] = []
  ) throws(RouteError) {
    let question = target.firstIndex(of: "?") ?? target.endIndex
    let path = target[..<question]
    guard path.hasPrefix("/")
    else { throw .malformed("the path must begin with a slash") }
    var components: [String] = []
    if path != "/" {
      for component in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        let name = try component.unescaped(plusIsSpace: false)
        guard !["", ".", ".."].contains(name)
        else { throw .malformed("the path has a component that is empty, '.', or '..'") }
        components.append(name)
      }
    }
    var items: [QueryItem] = []
    for item in target[question...].dropFirst().split(separator: "&") {
      let equals = item.firstIndex(of: "=") ?? item.endIndex
      items.append(
        QueryItem(
          try item[..<equals].unescaped(plusIsSpace: true),
          try item[equals...].dropFirst().unescaped(plusIsSpace: true)))
    }
    self.init(method: method, path: components, query: items, body: body)
  }

  public var target: String {
    let path = "/" + self.path.map(\.escaped).joined(separator: "/")
    guard !query.isEmpty
    else { return path }
    return path + "?"
      + query.map { "\($0.name.escaped)=\($0.value.escaped)" }.joined(separator: "&")
  }
}

public enum RouteError: Error, Equatable {
  case noMatch
  case otherMethods([HTTPMethod])
  /// A route matches, but the request is invalid; the text is for the client.
  case malformed(String)
}

extension StringProtocol {
  fileprivate var escaped: String {
    let kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    return addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: kept)) ?? ""
  }

  fileprivate func unescaped(plusIsSpace: Bool) throws(RouteError) -> String {
    let escaped = plusIsSpace ? replacingOccurrences(of: "+", with: " ") : String(self)
    guard let text = escaped.removingPercentEncoding, !text.utf8.contains(0)
    else { throw .malformed("a '%' in the address does not begin an escape of valid UTF-8") }
    return text
  }
}
