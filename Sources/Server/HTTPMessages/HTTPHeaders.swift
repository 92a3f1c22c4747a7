/// Header fields in order. Names are case-insensitive.
public struct HTTPHeaders: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var fields: [Field]

  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// A field's first value. Setting it replaces all of the name's values; `nil` removes them.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.isSameField(as: name) }?.value }
    set {
      let index = fields.firstIndex { $0.name.isSameField(as: name) }
      fields.removeAll { $0.name.isSameField(as: name) }
      guard let newValue
      else { return }
      fields.insert(Field(name: name, value: newValue), at: index ?? fields.endIndex)
    }
  }

  public func values(of name: String) -> [String] {
    fields.filter { $0.name.isSameField(as: name) }.map(\.value)
  }

  /// The comma-separated items of all values, for fields without commas in quotes.
  public func list(of name: String) -> [String] {
    values(of: name).flatMap { $0.split(separator: ",") }
      .map { String($0.trimmingSpace) }
      .filter { !$0.isEmpty }
  }

  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0, value: $1) })
  }
}

extension String {
  fileprivate func isSameField(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}

extension Substring {
  package var trimmingSpace: Substring {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    guard let last = lastIndex(where: { !isSpace($0) })
    else { return "" }
    return self[...last].drop(while: isSpace)
  }
}
