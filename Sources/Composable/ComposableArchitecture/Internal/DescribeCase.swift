/// The names of an action's cases, down to a payload that is not an enum:
/// `Feature.Action.child(.tapped)`.
func describeCase(_ value: Any) -> String {
  "\(sourceName(of: type(of: value)))\(labels(of: value))"
}

private func labels(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum
  else { return "" }
  guard let child = mirror.children.first, let label = child.label
  else { return ".\(value)" }
  let payload = Mirror(reflecting: child.value)
  if payload.displayStyle == .enum { return ".\(label)(\(labels(of: child.value)))" }
  let names = payload.displayStyle == .tuple ? payload.children.map { "\($0.label ?? "_"):" } : []
  let isLabeled = names.allSatisfy { !$0.hasPrefix(".") }
  return ".\(label)(\(isLabeled && !names.isEmpty ? names.joined() : "_:"))"
}
