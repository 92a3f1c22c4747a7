/// Maps fields to properties. Unknown and repeated names are malformed; defaults aren't printed.
public struct Query<Value: Sendable>: HeadParser {
  private let defaultValue: Value
  private let fields: [Field<Value>]

  public init(_ defaultValue: Value, @QueryBuilder<Value> fields: () -> [Field<Value>]) {
    self.defaultValue = defaultValue
    self.fields = fields()
  }

  public func read(_ data: inout RouteData) throws(RouteError) -> Value {
    var value = defaultValue
    data.knownParameters += fields.map(\.name)
    for field in fields {
      let texts = data.query.filter { $0.name == field.name }.map(\.value)
      guard !texts.isEmpty
      else { continue }
      data.query.removeAll { $0.name == field.name }
      try field.read(texts, &value)
    }
    return value
  }

  public func print(_ value: Value, into data: inout RouteData) throws(RouteError) {
    for field in fields {
      for text in field.write(value, defaultValue) {
        data.query.append(RouteData.QueryItem(field.name, text))
      }
    }
  }
}

/// Ignores all parameters that no part has read, such as those that other sites append to links.
public struct AnyParameters: HeadParser {
  public init() {}

  public func read(_ data: inout RouteData) throws(RouteError) { data.query = [] }

  public func print(_: Void, into _: inout RouteData) throws(RouteError) {}
}

public struct Field<Root: Sendable>: Sendable {
  let name: String
  let read: @Sendable (_ texts: [String], _ root: inout Root) throws(RouteError) -> Void
  let write: @Sendable (_ root: Root, _ defaultRoot: Root) -> [String]

  public init<Value: RouteValue & Equatable>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable
  ) {
    self.name = name
    read = { texts, root throws(RouteError) in
      root[keyPath: keyPath] = try value(texts, of: name)
    }
    write = { root, defaultRoot in
      let value = root[keyPath: keyPath]
      return value == defaultRoot[keyPath: keyPath] ? [] : [value.routeText]
    }
  }

  public init<Value: RouteValue & Equatable>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Value?> & Sendable
  ) {
    self.name = name
    read = { texts, root throws(RouteError) in
      root[keyPath: keyPath] = try value(texts, of: name)
    }
    write = { root, _ in root[keyPath: keyPath].map { [$0.routeText] } ?? [] }
  }

  public init<Value: RouteValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, [Value]> & Sendable
  ) {
    self.name = name
    read = { texts, root throws(RouteError) in
      var values: [Value] = []
      for text in texts { values.append(try value([text], of: name)) }
      root[keyPath: keyPath] = values
    }
    write = { root, _ in root[keyPath: keyPath].map(\.routeText) }
  }
}

private func value<Value: RouteValue>(
  _ texts: [String], of name: String
) throws(RouteError) -> Value {
  guard texts.count == 1
  else { throw .malformed("the parameter '\(name)' is given more than once") }
  guard let value = Value(routeText: texts[0])
  else { throw .malformed("invalid value '\(texts[0])' for the parameter '\(name)'") }
  return value
}

@resultBuilder
public enum QueryBuilder<Root: Sendable> {
  public static func buildExpression(_ field: Field<Root>) -> Field<Root> { field }
  public static func buildBlock(_ fields: Field<Root>...) -> [Field<Root>] { fields }
}
