import SwiftSyntax
import SwiftSyntaxMacros

extension TokenSyntax {
  /// The name without the backticks that make a keyword one.
  var identifierName: String { text.trimmingBackticks }

  /// The name as the label of an argument, where a keyword needs no backticks, with its colon and a
  /// space. `nil` for a wildcard.
  var argumentLabel: String? {
    guard tokenKind != .wildcard
    else { return nil }
    let name = identifierName
    let needsBackticks = !name.isPlainIdentifier || ["inout", "let", "var"].contains(name)
    return needsBackticks ? "`\(name)`: " : "\(name): "
  }

  /// The name with something in front, with backticks if it needs them then: a keyword does not,
  /// a name with spaces does.
  func prefixed(by prefix: String) -> String {
    let name = prefix + identifierName
    return identifierName.isPlainIdentifier ? name : "`\(name)`"
  }
}

extension String {
  fileprivate var trimmingBackticks: String {
    hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
  }

  /// Whether it is a valid identifier without backticks.
  fileprivate var isPlainIdentifier: Bool {
    first?.isNumber == false
      && allSatisfy { $0 == "_" || $0 == "$" || $0.isLetter || $0.isNumber || !$0.isASCII }
  }
}

extension VariableDeclSyntax {
  var isLet: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether each of its bindings is stored in an instance, with or without observers.
  var isStoredInstanceProperty: Bool {
    let isOfInstance = !modifiers.contains {
      [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains($0.name.tokenKind)
    }
    return isOfInstance && bindings.allSatisfy { !$0.isComputed }
  }

  /// The attribute of a name, written with or without its module.
  func attribute(_ name: String) -> AttributeSyntax? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
      $0.name == name
    }
  }

  /// Whether an attribute may change the property's storage.
  var hasPropertyWrapper: Bool {
    attributes.contains {
      guard let name = $0.as(AttributeSyntax.self)?.name
      else { return false }
      return name.first?.isUppercase == true
        && !["DependencyEndpoint", "DependencyEndpointIgnored", "MainActor"].contains(name)
    }
  }
}

extension AttributeSyntax {
  /// The name without the module in front.
  var name: String {
    let name = attributeName.trimmedDescription
    return name.split(separator: ".").last.map(String.init) ?? name
  }
}

extension PatternBindingSyntax {
  var isComputed: Bool {
    switch accessorBlock?.accessors {
    case nil: false
    case .accessors(let accessors):
      !accessors.allSatisfy {
        [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
      }
    default: true
    }
  }

  var hasObservers: Bool { accessorBlock != nil && !isComputed }

  /// The written type, or the default type of a literal.
  var writtenType: TypeSyntax? {
    if let type = typeAnnotation?.type { return type.trimmed }
    switch initializer?.value.kind {
    case .booleanLiteralExpr: return "Bool"
    case .floatLiteralExpr: return "Double"
    case .integerLiteralExpr: return "Int"
    case .stringLiteralExpr: return "String"
    default: return nil
    }
  }
}

extension DeclGroupSyntax {
  /// The kind of declaration, with its article.
  var kindInWords: String {
    switch kind {
    case .actorDecl: "an actor"
    case .classDecl: "a class"
    case .enumDecl: "an enum"
    case .extensionDecl: "an extension"
    case .protocolDecl: "a protocol"
    default: "a struct"
    }
  }
}

/// Access levels, narrowest first.
enum AccessLevel: Int, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`

  init(_ modifiers: DeclModifierListSyntax) {
    let levels: [AccessLevel] = modifiers.compactMap {
      // `private(set)` is about setting only.
      guard $0.detail == nil
      else { return nil }
      return switch $0.name.tokenKind {
      case .keyword(.private): .private
      case .keyword(.fileprivate): .fileprivate
      case .keyword(.internal): .internal
      case .keyword(.package): .package
      case .keyword(.public), .keyword(.open): .public
      default: nil
      }
    }
    self = levels.first ?? .internal
  }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The modifier to write, with a trailing space; empty for the default level.
  var modifier: String {
    switch self {
    case .private: "private "
    case .fileprivate: "fileprivate "
    case .internal: ""
    case .package: "package "
    case .public: "public "
    }
  }
}

extension DeclGroupSyntax {
  /// The access level that members need to be as visible as the type, with a space after it.
  var memberAccess: String {
    let level = AccessLevel(modifiers)
    return level > .internal ? level.modifier : ""
  }
}

extension DeclGroupSyntax {
  /// `nonisolated` with a trailing space, if the type has it. Generated code must repeat it, or it
  /// would be isolated in a module whose default isolation is the main actor.
  var isolation: String {
    let isNonisolated = modifiers.contains {
      $0.name.tokenKind == .keyword(.nonisolated) && $0.detail == nil
    }
    return isNonisolated ? "nonisolated " : ""
  }

  /// The same for an extension, which does not inherit the isolation of an enclosing type as the
  /// type itself does.
  func extensionIsolation(in context: some MacroExpansionContext) -> String {
    let enclosing = context.lexicalContext.lazy.compactMap {
      $0.asProtocol((any DeclGroupSyntax).self)?.isolation
    }
    return isolation.isEmpty ? enclosing.first { !$0.isEmpty } ?? "" : isolation
  }
}

extension AttributeListSyntax {
  /// The `@available` attributes, each on its line.
  var availability: String {
    compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.name == "available" }
      .map { "\($0.trimmed)\n" }
      .joined()
  }
}

extension Trivia {
  /// The indentation of the line.
  var lineIndentation: Trivia {
    Trivia(pieces: pieces.reversed().prefix(while: \.isSpaceOrTab).reversed())
  }
}
