import SwiftSyntax

extension AccessorBlockSyntax {
  /// The observers of a property, for storage with another name. Uses of the property are renamed,
  /// because an observer may set its own property without being called again, which the old name
  /// would break.
  func renaming(_ name: String, to newName: String) -> AccessorBlockSyntax {
    let finder = ShadowFinder(name)
    finder.walk(self)
    guard !finder.isFound
    else { return self }
    return Rewriter(name, newName).rewrite(self).as(AccessorBlockSyntax.self) ?? self
  }
}

/// Looks for another thing of the same name.
private final class ShadowFinder: SyntaxVisitor {
  private let name: String
  private(set) var isFound = false

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    note(node.identifier)
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    note(node.name)
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    note(node.secondName ?? node.firstName)
  }

  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    note(node.name)
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    note(node.secondName ?? node.firstName)
  }

  override func visit(_ node: AccessorParametersSyntax) -> SyntaxVisitorContinueKind {
    note(node.name)
  }

  private func note(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if token.identifierName == name { isFound = true }
    return .visitChildren
  }
}

private final class Rewriter: SyntaxRewriter {
  private let name: String
  private let newName: String

  init(_ name: String, _ newName: String) {
    self.name = name
    self.newName = newName
    super.init()
  }

  override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
    guard let base = node.base
    else { return ExprSyntax(node) }
    let isOwn = base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    return ExprSyntax(
      node
        .with(\.base, rewrite(base).as(ExprSyntax.self) ?? base)
        .with(\.declName, isOwn ? renamed(node.declName) : node.declName))
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
    ExprSyntax(node.argumentNames == nil ? renamed(node) : node)
  }

  private func renamed(_ node: DeclReferenceExprSyntax) -> DeclReferenceExprSyntax {
    guard node.baseName.identifierName == name
    else { return node }
    return node.with(
      \.baseName,
      .identifier(
        newName, leadingTrivia: node.baseName.leadingTrivia,
        trailingTrivia: node.baseName.trailingTrivia))
  }
}
