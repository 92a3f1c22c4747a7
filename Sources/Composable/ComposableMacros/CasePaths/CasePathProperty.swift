import SwiftSyntax

/// The property of `AllCasePaths` for one case.
struct CasePathProperty {
  /// Names of nested types that `AllCasePaths` has by its conformances. Where a payload mentions
  /// one of these it means the enum's, which a `typealias` with the prefix `_$` keeps in reach.
  static let shadowedNames = ["Element", "Iterator", "Root"]

  let text: String

  init(
    _ element: EnumCaseElementSyntax, of declaration: EnumCaseDeclSyntax, root: String,
    access: String
  ) {
    let name = element.name.text
    let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
    let types = parameters.map {
      PayloadTypeRewriter(root: root).rewrite($0.type).trimmedDescription
    }
    let labels = parameters.map { $0.firstName?.argumentLabel ?? "" }

    let value: String
    let embed: String
    let extract: String
    switch parameters.count {
    case 0:
      value = "Swift.Void"
      embed = "{ .\(name) }"
      extract = "guard case .\(name) = $0 else { return nil }\nreturn ()"
    case 1:
      value = types[0]
      embed = Self.function(element, root, ["\(labels[0])$0"])
      extract = "guard case .\(name)(let v0) = $0 else { return nil }\nreturn v0"
    default:
      value = "(\(zip(labels, types).map { $0 + $1 }.joined(separator: ", ")))"
      embed = Self.function(element, root, labels.enumerated().map { "\($1)$0.\($0)" })
      let names = parameters.indices.map { "v\($0)" }
      extract = """
        guard case .\(name)(\(names.map { "let \($0)" }.joined(separator: ", "))) = $0 \
        else { return nil }
        return (\(names.joined(separator: ", ")))
        """
    }
    let documentation = declaration.leadingTrivia.documentation
    let attributes = declaration.availability.map { "\($0.trimmedDescription)\n" }.joined()
    text = """
      \(documentation)\(attributes)\(access)var \(name): CasePaths.AnyCasePath<\(root), \(value)> {
      CasePaths.AnyCasePath(
      _embed: \(embed),
      _extract: {
      \(extract)
      }
      )
      }
      """
  }

  /// The case as a function of its payload. No closure, because the compiler warns of one that takes
  /// what does not exist: 'Never', and the actions of a feature that has none. Only names that have
  /// another meaning behind a type's need one.
  private static func function(
    _ element: EnumCaseElementSyntax, _ root: String, _ arguments: [String]
  ) -> String {
    let name = element.name.text
    return ["self", "Protocol", "Type"].contains(element.name.identifierName)
      ? "{ .\(name)(\(arguments.joined(separator: ", "))) }" : "\(root).\(name)"
  }
}

/// Makes the type of a payload mean the same inside of `AllCasePaths`.
private final class PayloadTypeRewriter: SyntaxRewriter {
  private let root: String

  init(root: String) {
    self.root = root
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    let node = super.visit(node).as(IdentifierTypeSyntax.self) ?? node
    let name = node.name.text
    let replacement = name == "Self" ? root : "_$\(name)"
    guard name == "Self" || CasePathProperty.shadowedNames.contains(name)
    else { return TypeSyntax(node) }
    return TypeSyntax(
      node.with(
        \.name,
        .identifier(
          replacement, leadingTrivia: node.name.leadingTrivia,
          trailingTrivia: node.name.trailingTrivia)))
  }
}

extension Trivia {
  /// The documentation comments alone, each line with its end.
  fileprivate var documentation: String {
    compactMap { piece in
      switch piece {
      case .docLineComment(let text), .docBlockComment(let text): "\(text)\n"
      default: nil
      }
    }
    .joined()
  }
}
