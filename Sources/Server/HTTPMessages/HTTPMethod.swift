public struct HTTPMethod: Codable, Hashable, RawRepresentable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let delete = Self(rawValue: "DELETE")
  public static let get = Self(rawValue: "GET")
  public static let head = Self(rawValue: "HEAD")
  public static let options = Self(rawValue: "OPTIONS")
  public static let patch = Self(rawValue: "PATCH")
  public static let post = Self(rawValue: "POST")
  public static let put = Self(rawValue: "PUT")
}
