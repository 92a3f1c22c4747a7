import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ViewAction(for:)`: lets a view send its own actions directly.
enum ViewActionMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let store = declaration.store
    else {
      context.diagnose(missingStore(of: declaration, type, node))
      return []
    }
    let access = max(AccessLevel(declaration.modifiers), .fileprivate)
    guard AccessLevel(store.modifiers) >= access
    else {
      context.diagnose(
        Diagnostic(
          at: store.bindingSpecifier, "view-action-access",
          "'@ViewAction' needs 'store' to be as visible as '\(type.trimmed)': \(access)"))
      return []
    }
    let finder = DirectSendFinder(viewMode: .sourceAccurate)
    finder.walk(declaration)
    finder.calls.forEach { context.diagnose(directSend($0)) }
    guard !protocols.isEmpty
    else { return [] }
    if let problem = declaration.hiddenTypeDiagnostic(for: "@ViewAction", in: context) {
      context.diagnose(problem)
      return []
    }
    return [
      try ExtensionDeclSyntax(
        """
        \(raw: declaration.attributes.availability)\
        extension \(type.trimmed): ComposableArchitecture.ViewActionSending {
        }
        """)
    ]
  }

  private static func missingStore(
    of declaration: some DeclGroupSyntax, _ type: some TypeSyntaxProtocol, _ node: AttributeSyntax
  ) -> Diagnostic {
    var feature = "<#Feature#>"
    if case .argumentList(let arguments)? = node.arguments,
      let argument = arguments.first?.expression.as(MemberAccessExprSyntax.self),
      argument.declName.baseName.tokenKind == .keyword(.self), let base = argument.base
    {
      feature = base.trimmedDescription
    }
    let property = "let store: StoreOf<\(feature)>"
    let indentation =
      declaration.memberBlock.members.first?.leadingTrivia.lineIndentation ?? .spaces(2)
    var fixed = declaration.memberBlock
    fixed.members.insert(
      MemberBlockItemSyntax(
        leadingTrivia: .newline + indentation, decl: DeclSyntax("\(raw: property)")),
      at: fixed.members.startIndex)
    return Diagnostic(
      at: declaration.introducer, "view-action-store",
      "'@ViewAction' needs '\(type.trimmed)' to have a 'store', to send actions to",
      fixIts: [
        FixIt(
          "insert-store", "Insert '\(property)'", replacing: declaration.memberBlock, with: fixed)
      ])
  }

  private static func directSend(_ call: FunctionCallExprSyntax) -> Diagnostic {
    var fixIts: [FixIt] = []
    if let first = call.arguments.first, first.label == nil,
      let view = first.expression.as(FunctionCallExprSyntax.self),
      view.arguments.count == 1, let action = view.arguments.first?.expression,
      view.trailingClosure == nil,
      let member = view.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "view"
    {
      let send = ExprSyntax("send").with(\.leadingTrivia, call.calledExpression.leadingTrivia)
      var fixed = call.with(\.calledExpression, send)
      fixed.arguments = fixed.arguments.with(
        \.[fixed.arguments.startIndex], first.with(\.expression, action.trimmed))
      fixIts = [FixIt("send", "Call 'send' with '\(action.trimmed)'", replacing: call, with: fixed)]
    }
    return Diagnostic(
      at: call, "view-action-direct",
      """
      '@ViewAction' is there to keep this type to its view actions: call 'send', not 'store.send'
      """, severity: .warning, fixIts: fixIts)
  }
}

extension DeclGroupSyntax {
  fileprivate var store: VariableDeclSyntax? {
    ConditionalList(memberBlock.members) { [$0] }.elements
      .compactMap { $0.as(VariableDeclSyntax.self) }
      .first { $0.bindings.contains { $0.identifier?.text == "store" } }
  }
}

/// Finds actions sent to the store itself.
private final class DirectSendFinder: SyntaxVisitor {
  private(set) var calls: [FunctionCallExprSyntax] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "send",
      ["store", "self.store"].contains(member.base?.trimmedDescription)
    {
      calls.append(node)
    }
    return .visitChildren
  }
}
