/// Extracts a case's payload, given its initializer: `extract(case: Action.failed, from: action)`.
@available(*, deprecated, message: "Write the case as a property: 'action.failed'")
public func extract<Root, Value>(case embed: (Value) -> Root, from root: Root) -> Value? {
  payload(of: root, madeBy: embed)
}

/// Extracts a case's payload, given its initializer: `actions.compactMap(extract(Action.failed))`.
@available(*, deprecated, message: "Write the case as a property: '\\.failed'")
public func extract<Root, Value>(_ embed: @escaping (Value) -> Root) -> (Root) -> Value? {
  { payload(of: $0, madeBy: embed) }
}
