import Foundation

extension TerminalClient {
  /// Gives text to the clipboard of the terminal, which may be on another machine. Terminals that do
  /// not allow it say nothing.
  ///
  /// - Throws: ``TerminalGone`` when nobody takes it.
  public func copyToClipboard(_ text: String) async throws {
    let encoded = Data(text.utf8).base64EncodedString()
    // OSC 52, which the terminal does not show.
    try await write(bytes: Array("\u{1b}]52;c;\(encoded)\u{7}".utf8))
  }
}
