import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that make an enum `CasePathable`.
///
/// Written by `@CasePathable`, and by `@Reducer` for the enums that it generates: the compiler
/// crashes if it expands several extensions of macro-generated types.
struct CasePathMembers {
  static let conformances = ["CasePaths.CasePathable", "CasePaths.CasePathIterable"]

  /// The names of the generated members, which no case may have.
  static let takenNames: Set = ["AllCasePaths", "Cases", "allCasePaths", "makeIterator"]

  private let elements: CaseElements
  private let name: String
  private let access: String

  init(_ declaration: EnumDeclSyntax) {
    elements = CaseElements(declaration)
    name = declaration.name.text
    access = declaration.memberAccess
  }

  var declarations: [DeclSyntax] {
    elements.shadowedNames.map { "\(raw: access)typealias _$\(raw: $0) = \(raw: $0)" } + [
      """
      \(raw: access)struct AllCasePaths: \
      CasePaths.\(raw: isConditional ? "_ConditionalCasePaths" : "CasePathReflectable"), \
      Swift.Sendable, Swift.Sequence {
      \(raw: elements.properties(root: name, access: access))
      \(raw: reflection)
      \(raw: elements.deprecation)\(raw: access)func makeIterator() \
      -> Swift.IndexingIterator<[\(raw: path)]> {
      \(raw: elements.listing.isEmpty ? "let" : "var") paths: [\(raw: path)] = []
      \(raw: elements.listing)
      return paths.makeIterator()
      }
      }
      """,
      "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
    ]
  }

  private var path: String { "CasePaths.PartialCaseKeyPath<\(name)>" }

  /// Whether the conditions may exclude all cases.
  private var isConditional: Bool {
    elements.hasCases && !elements.list.hasUnconditionalElement
  }

  /// Finds the key path of the case that a root is in.
  ///
  /// Not a `switch`: the compiler does not consider it exhaustive if all cases have uninhabited
  /// payloads.
  private var reflection: String {
    guard elements.hasCases
    else { return "\(access)subscript(root: \(name)) -> \(path) {\n\\.never\n}" }
    let root = isConditional ? "\(access)typealias Root = \(name)\n" : ""
    let parameter = isConditional ? "func _$path(of root: \(name)?)" : "subscript(root: \(name))"
    return """
      \(root)\(elements.deprecation)\(access)\(parameter) -> \(path) {
      \(elements.search)
      return \\.never
      }
      """
  }
}
