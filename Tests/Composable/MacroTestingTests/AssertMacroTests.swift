import MacroTesting
import SwiftDiagnostics
import SwiftSyntax
import struct SwiftSyntaxMacroExpansion.MacroSpec
import SwiftSyntaxMacros
import Testing

@Suite("assertMacro")
struct AssertMacroTests {
  @Test("an expansion that is as written passes")
  func expansionPasses() {
    assertMacro(macros) {
      """
      @Named
      struct Memo {
      }
      """
    } expansion: {
      """
      struct Memo {

        static let name = "Memo"
      }
      """
    }
  }

  @Test("an expansion that differs fails, and the issue shows the lines that differ")
  func expansionFails() {
    withKnownIssue {
      assertMacro(macros) {
        """
        @Named
        struct Memo {
        }
        """
      } expansion: {
        """
        struct Memo {

          static let name = "Other"
        }
        """
      }
    } matching: { issue in
      issue.description.contains("−   static let name = \"Other\"\n+   static let name = \"Memo\"")
    }
  }

  @Test("diagnostics, notes and fix-its are shown under their locations")
  func diagnostics() {
    assertMacro(macros) {
      """
      let before = 1

      @Named enum Memo {
      }
      """
    } diagnostics: {
      """
      let before = 1

      @Named enum Memo {
             ^ error: not a struct
               note: named here (line 3)
               fix-it: make it a struct
      }
      """
    } fixes: {
      """
      let before = 1

      @Named struct Memo {
      }
      """
    }
  }

  @Test("a diagnostic that the test does not expect fails it")
  func unexpectedDiagnostic() {
    withKnownIssue {
      assertMacro(macros) {
        "@Named enum Memo {}"
      } fixes: {
        "@Named struct Memo {}"
      } expansion: {
        "enum Memo {}"
      }
    } matching: { issue in
      issue.description.contains("There are diagnostics that the test does not expect")
    }
  }

  @Test("a missing diagnostic fails the test")
  func missingDiagnostic() {
    withKnownIssue {
      assertMacro(macros) {
        "struct Memo {}"
      } diagnostics: {
        "struct Memo {}"
      } expansion: {
        "struct Memo {}"
      }
    } matching: { issue in
      issue.description.contains("There are no diagnostics")
    }
  }

  @Test("an expansion that is not Swift fails the test")
  func invalidExpansion() {
    withKnownIssue {
      assertMacro(["Broken": MacroSpec(type: BrokenMacro.self)]) {
        """
        @Broken
        struct Memo {
        }
        """
      } expansion: {
        """
        struct Memo {

          let =
        }
        """
      }
    } matching: { issue in
      issue.description.contains("The expansion is not valid Swift")
    }
  }
}

private let macros = ["Named": MacroSpec(type: NamedMacro.self)]

private enum NamedMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(StructDeclSyntax.self) {
      return ["static let name = \(literal: declaration.name.text)"]
    }
    guard let declaration = declaration.as(EnumDeclSyntax.self)
    else { return [] }
    context.diagnose(
      Diagnostic(
        node: declaration.enumKeyword,
        message: MacroExpansionErrorMessage("not a struct"),
        notes: [Note(node: Syntax(declaration.name), message: NamedHere())],
        fixIt: .replace(
          message: MacroExpansionFixItMessage("make it a struct"),
          oldNode: declaration.enumKeyword,
          newNode: TokenSyntax.keyword(.struct, trailingTrivia: .space))))
    return []
  }
}

private struct NamedHere: NoteMessage {
  let message = "named here"
  let noteID = MessageID(domain: "MacroTestingTests", id: "named-here")
}

private enum BrokenMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    ["let ="]
  }
}
