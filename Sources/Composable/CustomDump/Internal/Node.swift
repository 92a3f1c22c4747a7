/// The presentation of a value in a dump, as chosen by the value.
enum Node {
  /// Literal text.
  case text(String)

  /// A string that is written in quotation marks.
  case string(String)

  /// A structure, an object, a tuple, or an enum case.
  case fields(Fields)

  /// Elements in an order, which are numbered.
  case list(any ElementList)

  /// Keys with values, mostly in no order.
  case dictionary(any KeyedElements)

  /// Elements in no order.
  case set(any UniqueElements)

  /// A reference with its former and current value.
  case reference(ObjectReference)

  struct Fields {
    /// Everything before the opening parenthesis.
    var name: String
    var children: [Child]
    /// The identity of an object.
    var object: ObjectIdentifier?
    /// Whether the children are the elements of a collection shown with its name.
    var isCollection = false
    /// An actor's state cannot be read from outside.
    var isOpaque = false
  }

  struct Child {
    var label: String?
    var value: Any

    var head: String { label.map { "\($0): " } ?? "" }
  }

  struct ObjectReference {
    var object: ObjectIdentifier
    /// The name of the value's type, or the one that replaces it.
    var name: String
    var replacesName = false
    var before: Any
    var now: Any

    /// A value of the reference as it is dumped.
    func shown(_ value: Any) -> Any {
      guard replacesName
      else { return value }
      return OwnValue(object: (value as? OwnValue)?.object ?? value, name: name)
    }
  }

  /// The value of a reference that is its own value, such as a model that compares itself with an
  /// earlier snapshot of itself, or that has another name.
  struct OwnValue {
    var object: Any
    var name: String?
  }

  /// Whether the node takes one line at any depth, so that a container of such nodes can be written
  /// in one line.
  var isLeaf: Bool {
    switch self {
    case .text(let text): !text.utf8.contains(UInt8(ascii: "\n"))
    case .string(let string): !string.utf8.contains(UInt8(ascii: "\n"))
    case .fields(let fields): fields.children.isEmpty && !fields.isOpaque
    case .list(let list): list.elementCount == 0
    case .dictionary(let dictionary): dictionary.elementCount == 0
    case .set(let set): set.elementCount == 0
    case .reference: false
    }
  }
}
