import RuntimeInternals

/// Determines the presentation of a value in a dump.
///
/// The presentation of each type is determined once and cached, because checking conformances and
/// reading mirrors is slow.
struct Reflector {
  private enum Kind {
    case actor
    case array
    case bool
    case customMirror
    case described
    case dictionary
    case diffObject
    case enumeration(String)
    case integer
    case keyPath
    case metatype
    case mirror
    case object(String)
    case optional
    case ownValue
    case represented
    case set
    case string
    case structure(String)
    case text
  }

  private var kinds: [ObjectIdentifier: Kind] = [:]
  private var names: [ObjectIdentifier: String] = [:]

  /// Keeps objects alive that a value makes for a dump. Otherwise the next one may get the address,
  /// and with it the identity, of the one before.
  private var objects: [ObjectIdentifier: AnyObject] = [:]

  /// - Parameter isRoot: Whether an enum case is to carry the name of its type.
  mutating func reflect(_ value: Any, isRoot: Bool = false) -> Node {
    let type = type(of: value)
    switch kind(of: type, value) {
    case .actor:
      return .fields(Node.Fields(name: name(of: type), children: [], isOpaque: true))
    case .array:
      if let list = value as? any ElementList { return .list(list) }
    case .bool:
      if let bool = value as? Bool { return .text(bool ? "true" : "false") }
    case .customMirror:
      return reflect(Mirror(customDumpReflecting: value), of: value, type, isRoot: isRoot)
    case .described:
      if let value = value as? any CustomDumpStringConvertible {
        return .text(value.customDumpDescription)
      }
    case .dictionary:
      if let dictionary = value as? any KeyedElements { return .dictionary(dictionary) }
    case .diffObject:
      if let object = value as? any _CustomDiffObject { return reference(object) }
    case .enumeration(let typeName):
      return enumeration(value, typeName: isRoot ? typeName : "")
    case .integer:
      if let integer = value as? Int { return .text(String(integer)) }
    case .keyPath:
      return .text(keyPathDescription(value))
    case .metatype:
      if let type = value as? any Any.Type {
        return .text("\(typeName(type, genericArguments: true)).self")
      }
    case .mirror:
      return reflect(Mirror(reflecting: value), of: value, type, isRoot: isRoot)
    case .object(let typeName):
      return object(value, Mirror(reflecting: value), name: typeName)
    case .optional:
      guard let wrapped = (value as? any AnyOptional)?.wrapped
      else { return .text("nil") }
      return reflect(wrapped, isRoot: isRoot)
    case .ownValue:
      if let value = value as? Node.OwnValue { return contents(of: value) }
    case .represented:
      if let value = value as? any CustomDumpRepresentable {
        return reflect(value.customDumpValue, isRoot: isRoot)
      }
    case .set:
      if let set = value as? any UniqueElements { return .set(set) }
    case .string:
      if let string = value as? String { return .string(string) }
    case .structure(let typeName):
      return .fields(
        Node.Fields(name: typeName, children: fields(Mirror(reflecting: value).children)))
    case .text:
      break
    }
    return leaf(value)
  }

  /// A value's contents, whatever its custom presentation.
  mutating func contents(of value: Any) -> Node {
    let type = type(of: value)
    return reflect(Mirror(reflecting: value), of: value, type, isRoot: false, isRaw: true)
  }

  private mutating func name(of type: Any.Type) -> String {
    let key = ObjectIdentifier(type)
    if let name = names[key] { return name }
    let name = typeName(type)
    names[key] = name
    return name
  }

  private mutating func kind(of type: Any.Type, _ value: Any) -> Kind {
    let key = ObjectIdentifier(type)
    if let kind = kinds[key] { return kind }
    let kind = makeKind(of: type, value)
    kinds[key] = kind
    return kind
  }

  private mutating func makeKind(of type: Any.Type, _ value: Any) -> Kind {
    if type == String.self { return .string }
    if type == Int.self { return .integer }
    if type == Bool.self { return .bool }
    if type == Node.OwnValue.self { return .ownValue }
    // Before the conformances, which are those of the value in an optional, if it is not `nil`.
    if type is any AnyOptional.Type { return .optional }
    if value is any Any.Type { return .metatype }
    if value is any CustomDumpStringConvertible { return .described }
    if value is any _CustomDiffObject { return .diffObject }
    if value is any CustomDumpRepresentable { return .represented }
    if value is any CustomDumpReflectable { return .customMirror }
    if type is any ElementList.Type { return .array }
    if type is any KeyedElements.Type { return .dictionary }
    if type is any UniqueElements.Type { return .set }
    if type is any Actor.Type { return .actor }
    if value is AnyKeyPath { return .keyPath }
    if value is any StringProtocol { return .text }
    if type is any CustomReflectable.Type { return .mirror }
    switch Mirror(reflecting: value).displayStyle {
    case .class, .foreignReference: return .object(name(of: type))
    case .enum: return .enumeration(name(of: type))
    case .struct: return .structure(name(of: type))
    default: return .mirror
    }
  }

  private mutating func reflect(
    _ mirror: Mirror, of value: Any, _ type: Any.Type, isRoot: Bool, isRaw: Bool = false
  ) -> Node {
    let isOwnMirror = !isRaw && value is any CustomDumpReflectable
    switch mirror.displayStyle {
    case .class, .foreignReference:
      return object(value, mirror, name: name(of: type), isOwnMirror: isOwnMirror)
    case .collection:
      return .list(MirrorElements(elements: mirror.children.map(\.value)))
    case .dictionary:
      return .dictionary(
        MirrorPairs(
          mirror.children.map { child in
            let pair = Array(Mirror(reflecting: child.value).children)
            return pair.count == 2 ? (pair[0].value, pair[1].value) : (child.value, ())
          }))
    case .enum:
      return enumeration(
        value, mirror.children, typeName: isRoot ? name(of: type) : "")
    case .optional:
      guard let wrapped = mirror.children.first
      else { return .text("nil") }
      return reflect(wrapped.value, isRoot: isRoot)
    case .set:
      return .set(MirrorMembers(mirror.children.map(\.value)))
    case .struct:
      let children = fields(mirror.children, isOwnMirror: isOwnMirror)
      return .fields(
        Node.Fields(
          name: name(of: type), children: children,
          isCollection: children.first.map { $0.label == nil } ?? false))
    case .tuple:
      return .fields(Node.Fields(name: "", children: fields(mirror.children)))
    default:
      guard isOwnMirror
      else { return leaf(value) }
      return .fields(
        Node.Fields(
          name: name(of: type), children: fields(mirror.children, isOwnMirror: true)))
    }
  }

  private mutating func reference(_ object: any _CustomDiffObject) -> Node {
    let identifier = object._objectIdentifier
    let (before, now) = object._customDiffValues
    func value(_ value: Any) -> Any {
      (value as? any _CustomDiffObject)?._objectIdentifier == identifier
        ? Node.OwnValue(object: value) : value
    }
    let type = object._customDiffType
    return .reference(
      Node.ObjectReference(
        object: identifier, name: name(of: type ?? Swift.type(of: now)), replacesName: type != nil,
        before: value(before), now: value(now)))
  }

  private mutating func contents(of value: Node.OwnValue) -> Node {
    let object = value.object
    let mirror = Mirror(customDumpReflecting: object)
    let type = type(of: object)
    let node = reflect(mirror, of: object, type, isRoot: true)
    if case .fields(var fields) = node, value.name == nil || fields.name == name(of: type) {
      // The mark of the reference identifies the object already.
      fields.object = nil
      fields.name = value.name ?? fields.name
      return .fields(fields)
    }
    return value.name.map { .fields(named($0, node, of: object)) } ?? node
  }

  /// A collection, an enum, or a simple value under the name of a reference.
  private func named(_ name: String, _ node: Node, of value: Any) -> Node.Fields {
    guard case .list(let list) = node
    else { return Node.Fields(name: name, children: [Node.Child(label: nil, value: value)]) }
    return Node.Fields(
      name: name,
      children: (0..<list.elementCount).map {
        Node.Child(label: nil, value: list.element(at: $0))
      }, isCollection: true)
  }

  private mutating func object(
    _ value: Any, _ mirror: Mirror, name: String, isOwnMirror: Bool = false
  ) -> Node {
    let object = value as AnyObject
    objects[ObjectIdentifier(object)] = object
    var layers = [mirror.children]
    var ancestor = mirror.superclassMirror
    while let mirror = ancestor {
      layers.append(mirror.children)
      ancestor = mirror.superclassMirror
    }
    return .fields(
      Node.Fields(
        name: name,
        children: layers.reversed().flatMap { fields($0, isOwnMirror: isOwnMirror) },
        object: ObjectIdentifier(object)))
  }

  private func enumeration(
    _ value: Any, _ children: Mirror.Children? = nil, typeName: String
  ) -> Node {
    let payload = (children ?? Mirror(reflecting: value).children).first
    guard let name = payload?.label ?? enumCaseName(opening: value)
    else { return .text("\(value)") }
    guard let payload
    else { return .text("\(typeName).\(name)") }
    // A payload of several values, or of one with a label, is a tuple.
    let tuple = Mirror(reflecting: payload.value)
    let children =
      tuple.displayStyle == .tuple && !tuple.children.isEmpty
      ? fields(tuple.children) : [Node.Child(label: nil, value: payload.value)]
    return .fields(Node.Fields(name: "\(typeName).\(name)", children: children))
  }

  private func enumCaseName(opening value: Any) -> String? {
    // An `Any` may contain another existential. Only the innermost value has a case.
    func open<T>(_: T.Type) -> String? {
      (value as? T).flatMap { EnumCaseName.of($0) }
    }
    return _openExistential(type(of: value), do: open)
  }

  private func fields(_ children: Mirror.Children, isOwnMirror: Bool = false) -> [Node.Child] {
    children.compactMap { label, value in
      guard let label
      else { return Node.Child(label: nil, value: value) }
      // Storage added by macros has this prefix and is omitted, unless the type lists it.
      if !isOwnMirror, label.hasPrefix("_$") { return nil }
      return Node.Child(label: label.hasPrefix(".") ? nil : label, value: value)
    }
  }

  private func leaf(_ value: Any) -> Node {
    if let string = value as? any StringProtocol { return .string(String(string)) }
    return .text("\(value)")
  }

  private func keyPathDescription(_ value: Any) -> String {
    guard let keyPath = value as? AnyKeyPath
    else { return "\(value)" }
    let root = Swift._typeName(Swift.type(of: keyPath).rootType, qualified: true)
    let description = String(reflecting: keyPath)
    guard description.hasPrefix("\\\(root)")
    else { return description }
    return "\\\(typeName(Swift.type(of: keyPath).rootType))\(description.dropFirst(root.count + 1))"
  }
}

/// An optional of any type.
protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  var wrapped: Any? { self }
}
