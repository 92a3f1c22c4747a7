public import HTTPMessages

/// A request in parts, which parsers remove and printers append.
public struct RouteData: Hashable, Sendable {
  public var method: HTTPMethod
  public var path: ArraySlice<String>
  public var query: [QueryItem]
  public var body: [UInt8]

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
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  fileprivate func unescaped(plusIsSpace: Bool) throws(RouteError) -> String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard rest.count >= 2, let high = rest.popFirst()?.hexValue,
          let low = rest.popFirst()?.hexValue
        else { throw .malformed("a '%' in the address is not followed by two hexadecimal digits") }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0)
    else { throw .malformed("the escaped text in the address is not valid UTF-8") }
    return text
  }
}

extension UInt8 {
  fileprivate var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
