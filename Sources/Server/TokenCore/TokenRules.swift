public import DatabaseClient

/// What tokens may be called, and what they may be asked to allow: the same wherever one is made.
public enum TokenRules {
  /// How long a name can be, in characters.
  public static let maximumNameLength = 100

  /// Why a text is no name for a token; `nil` for one that is.
  public static func problem(ofName name: String) -> String? {
    if name.allSatisfy(\.isWhitespace) { return "must not be blank" }
    if name.count > maximumNameLength {
      return "must have at most \(maximumNameLength) characters"
    }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "must be one line of text"
    }
    // An address that names the token could not have these in it.
    return name == "." || name == ".." ? "must not be '.' or '..'" : nil
  }

  /// The scopes of those names, for a library's token; to read where there is no name.
  ///
  /// - Throws: ``TokenError/noScope(_:)``
  public static func scopes(named names: [String]) throws(TokenError) -> Set<AccessScope> {
    var scopes: Set<AccessScope> = []
    for name in names {
      guard let scope = AccessScope(rawValue: name), AccessScope.ofLibraries.contains(scope)
      else { throw .noScope(name) }
      scopes.insert(scope)
    }
    return scopes.isEmpty ? [.read] : scopes
  }

  /// The names of all scopes of a library's token, as a sentence has them.
  public static let scopeNames: String = {
    let names = AccessScope.ofLibraries.names
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }()

  /// A SHA-256 as the library keeps it; `nil` for a text that is none.
  static func checksum(_ text: String) -> String? {
    text.wholeMatch(of: /[0-9A-Fa-f]{64}/) == nil ? nil : text.lowercased()
  }
}
