import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacroExpansion

/// A change of a fix-it's, as a replacement of bytes in the source that the user wrote.
struct TextEdit {
  let range: Range<Int>
  let replacement: String

  /// `nil` for a kind of change that a newer toolchain has; the fixed source then lacks it, so that
  /// the test that waits for it fails.
  init?(_ change: FixIt.Change, in context: BasicMacroExpansionContext) {
    func offset(_ position: AbsolutePosition, _ node: some SyntaxProtocol) -> Int {
      context.location(for: position, anchoredAt: Syntax(node), fileName: "").offset
    }
    func range(of node: some SyntaxProtocol, _ range: Range<AbsolutePosition>) -> Range<Int> {
      let start = offset(range.lowerBound, node)
      return start..<start + (range.upperBound.utf8Offset - range.lowerBound.utf8Offset)
    }
    switch change {
    case .replace(let old, let new):
      self.range = range(of: old, old.position..<old.endPosition)
      replacement = new.description
    case .replaceLeadingTrivia(let token, let trivia):
      self.range = range(
        of: token, token.position..<token.positionAfterSkippingLeadingTrivia)
      replacement = trivia.description
    case .replaceTrailingTrivia(let token, let trivia):
      self.range = range(
        of: token, token.endPositionBeforeTrailingTrivia..<token.endPosition)
      replacement = trivia.description
    case .replaceChild(let data):
      self.range = range(of: data.parent, data.replacementRange)
      replacement = data.newChild.description
    case .replaceText(let bytes, let text, let node):
      self.range = range(of: node, bytes)
      replacement = text
    @unknown default:
      return nil
    }
  }
}

/// The source after the edits, from its end to its start so that no edit moves another's place.
func apply(_ edits: [TextEdit], to source: String) -> String {
  var bytes = Array(source.utf8)
  for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
    bytes.replaceSubrange(edit.range, with: edit.replacement.utf8)
  }
  return String(decoding: bytes, as: UTF8.self)
}
