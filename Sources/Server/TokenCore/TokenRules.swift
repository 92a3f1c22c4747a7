public import DatabaseClient
public import Foundation

public enum TokenRules {
  public static let maximumNameLength = 100

  public static func problem(ofName name: String) -> String? {
    if name.allSatisfy(\.isWhitespace) { return "must not be blank" }
    if name.count > maximumNameLength {
      return "must have at most \(maximumNameLength) characters"
    }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "must be one line of text"
    }
    // A URL path can't contain these.
    return name == "." || name == ".." ? "must not be '.' or '..'" : nil
  }

  public static func scopes(named names: [String]) throws(TokenError) -> Set<AccessScope> {
    var scopes: Set<AccessScope> = []
    for name in names {
      guard let scope = AccessScope(rawValue: name), AccessScope.ofLibraries.contains(scope)
      else { throw .unknownScope(name) }
      scopes.insert(scope)
    }
    return scopes.isEmpty ? [.read] : scopes
  }

  public static let lifetimes: ClosedRange<TimeInterval> = 60...3_660 * 86_400

  public static func expiry(
    after lifetime: TimeInterval?, from date: Date
  ) throws(TokenError) -> Date? {
    guard let lifetime
    else { return nil }
    guard lifetimes.contains(lifetime)
    else { throw .invalidLifetime }
    return date + lifetime
  }

  public static let scopeNames: String = {
    let names = AccessScope.ofLibraries.names
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }()

  static func checksum(_ text: String) -> String? {
    text.wholeMatch(of: /[0-9A-Fa-f]{64}/) == nil ? nil : text.lowercased()
  }
}
