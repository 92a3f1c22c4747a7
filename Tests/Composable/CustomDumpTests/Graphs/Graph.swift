/// A value, and the objects in it, which may be shared or refer to each other in cycles.
struct Graph {
  var root: GraphValue

  /// The fields of each object. Their number decides the object's class.
  var objects: [[GraphValue]]
}

/// A value of a graph. A leaf is a number that occurs nowhere else, so that a text can be searched
/// for it.
enum GraphValue: Equatable {
  case dictionary([String: GraphValue])
  case fields(FieldsKind, [GraphValue])
  case leaf(Int, LeafKind)
  case list([GraphValue])
  case object(Int)
  case rows([Row])
  case set(Set<Int>)
}

enum FieldsKind: CaseIterable {
  case choice
  case optional
  case structure
}

enum LeafKind: CaseIterable {
  case line
  case lines
  case number
}

struct Row: Equatable, Identifiable {
  var id: Int
  var leaf: Int
}

extension GraphValue {
  /// The leaves outside of objects.
  var leaves: Set<Int> {
    switch self {
    case .leaf(let leaf, _): [leaf]
    case .rows(let rows): Set(rows.map(\.leaf))
    case .set(let leaves): leaves
    case .dictionary, .fields, .list, .object: Set(children.flatMap(\.leaves))
    }
  }

  /// The objects that are referred to outside of other objects.
  var objects: Set<Int> {
    if case .object(let index) = self { return [index] }
    return Set(children.flatMap(\.objects))
  }

  private var children: [GraphValue] {
    switch self {
    case .dictionary(let values): Array(values.values)
    case .fields(_, let values), .list(let values): values
    case .leaf, .object, .rows, .set: []
    }
  }
}

extension Graph {
  /// The objects that a value refers to, directly or through other objects.
  func objects(in value: GraphValue) -> Set<Int> {
    var found: Set<Int> = []
    var next = value.objects
    while let index = next.popFirst() {
      guard found.insert(index).inserted
      else { continue }
      for field in objects[index] { next.formUnion(field.objects) }
    }
    return found
  }
}
