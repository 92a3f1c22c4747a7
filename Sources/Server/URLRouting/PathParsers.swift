public import Foundation
public import Tagged

public struct PathName: HeadParser {
  private let names: [String]

  public init(_ names: String) {
    self.names = names.split(separator: "/").map(String.init)
  }

  public func read(_ data: inout RouteData) throws(RouteError) {
    guard data.path.starts(with: names)
    else { throw .noMatch }
    data.path.removeFirst(names.count)
  }

  public func print(_: Void, into data: inout RouteData) throws(RouteError) {
    data.path += names
  }
}

/// A path component. An invalid value doesn't match, so that another route can.
public struct PathValue<Value: RouteValue>: HeadParser {
  public init() {}

  public func read(_ data: inout RouteData) throws(RouteError) -> Value {
    guard let value = data.path.first.flatMap(Value.init(routeText:))
    else { throw .noMatch }
    data.path.removeFirst()
    return value
  }

  public func print(_ value: Value, into data: inout RouteData) throws(RouteError) {
    let text = value.routeText
    guard !["", ".", ".."].contains(text)
    else { throw .malformed("'\(text)' cannot be a component of a path") }
    data.path.append(text)
  }
}

/// A value in a path or query. Its text must parse to the same value.
public protocol RouteValue: Sendable {
  init?(routeText: String)
  var routeText: String { get }
}

extension String: RouteValue {
  public init?(routeText: String) { self = routeText }
  public var routeText: String { self }
}

extension Int: RouteValue {
  public init?(routeText: String) { self.init(routeText) }
  public var routeText: String { description }
}

extension Bool: RouteValue {
  public init?(routeText: String) { self.init(routeText) }
  public var routeText: String { description }
}

extension Double: RouteValue {
  public init?(routeText: String) {
    self.init(routeText)
    guard isFinite
    else { return nil }
  }
  public var routeText: String { description }
}

extension UUID: RouteValue {
  public init?(routeText: String) { self.init(uuidString: routeText) }
  public var routeText: String { uuidString.lowercased() }
}

extension Tagged: RouteValue where RawValue: RouteValue, Self: Sendable {
  public init?(routeText: String) {
    guard let value = RawValue(routeText: routeText)
    else { return nil }
    self.init(rawValue: value)
  }
  public var routeText: String { rawValue.routeText }
}

extension RouteValue where Self: RawRepresentable, RawValue == String {
  public init?(routeText: String) { self.init(rawValue: routeText) }
  public var routeText: String { rawValue }
}

public struct Nothing: HeadParser {
  public init() {}

  public func read(_: inout RouteData) throws(RouteError) {}

  public func print(_: Void, into _: inout RouteData) throws(RouteError) {}
}
