import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension StructDeclSyntax {
  /// A diagnostic for each stored property that `@ObservableState` cannot observe.
  var unobservableMembers: [Diagnostic] {
    let list = ConditionalList(memberBlock.members) { member in
      member.as(VariableDeclSyntax.self).map { [$0] } ?? []
    }
    return list.elements.compactMap(\.observationDiagnostic)
  }
}

extension VariableDeclSyntax {
  fileprivate var observationDiagnostic: Diagnostic? {
    guard !isLet, isStoredInstanceProperty
    else { return nil }
    for (name, replacement) in [
      "ObservationIgnored": "ObservationStateIgnored",
      "ObservationTracked": "ObservationStateTracked", "PresentationState": "Presents",
    ] {
      guard let attribute = attribute(name)
      else { continue }
      return Diagnostic(
        at: attribute, "attribute-of-observation",
        "'@\(name)' does not work in '@ObservableState'; use '@\(replacement)'",
        fixIts: [
          FixIt(
            "rename-attribute", "Replace '@\(name)' with '@\(replacement)'",
            replacing: attribute.attributeName,
            with: TypeSyntax("\(raw: replacement)")
              .with(\.trailingTrivia, attribute.attributeName.trailingTrivia))
        ])
    }
    guard isTracked, singleBinding?.identifier == nil
    else { return nil }
    return Diagnostic(
      at: self, "several-bindings",
      "'@ObservableState' needs a declaration of its own for each property",
      fixIts: separated.map {
        [FixIt("separate", "Declare each property on its own", replacing: self, with: $0)]
      } ?? [])
  }

  /// The same properties in one declaration each. `nil` where a pattern takes a tuple apart.
  private var separated: CodeBlockItemListSyntax? {
    guard bindings.allSatisfy({ $0.identifier != nil })
    else { return nil }
    // In `var x, y: Int`, the last type applies to all preceding names without one.
    var type: TypeAnnotationSyntax?
    var declarations: [VariableDeclSyntax] = []
    for binding in bindings.reversed() {
      var single = binding.with(\.trailingComma, nil).with(\.trailingTrivia, [])
      if let annotation = binding.typeAnnotation { type = annotation.trimmed }
      if binding.typeAnnotation == nil, binding.initializer == nil, let type {
        single.pattern = single.pattern.with(\.trailingTrivia, [])
        single.typeAnnotation = type
      }
      declarations.insert(with(\.bindings, [single]), at: 0)
    }
    let indentation = leadingTrivia.lineIndentation
    return CodeBlockItemListSyntax(
      declarations.enumerated().map { index, declaration in
        CodeBlockItemSyntax(
          item: .decl(
            DeclSyntax(
              index == 0
                ? declaration
                : declaration.with(\.leadingTrivia, .newline + indentation))))
      })
  }
}
