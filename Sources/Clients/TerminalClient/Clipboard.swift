import Foundation

extension TerminalClient {
  /// Copies to the terminal's clipboard with OSC 52, which it may ignore without an error.
  public func copyToClipboard(_ text: String) async throws {
    let encoded = Data(text.utf8).base64EncodedString()
    try await write(bytes: Array("\u{1b}]52;c;\(encoded)\u{7}".utf8))
  }
}
