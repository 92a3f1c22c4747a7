/// What the server can be asked for, for people and programs that make clients: OpenAPI 3.1.
///
/// It is written by hand, beside the router; a test holds each to the other.
public enum OpenAPIDocument {
  /// The document, as it is sent.
  public static let bytes: [UInt8] = {
    let paths = [
      memosPaths, severalMemosPaths, peaksPaths, linksPaths, jobsPaths, speakersPaths, searchPaths,
      uploadsPaths,
      administrationPaths, serverPaths, pagePaths, queuePaths,
    ].map(inside).joined(separator: ",")
    let text = """
      {"openapi": "3.1.0", "info": {"title": "SpeechMemo", "version": "1.0.0", \
      "description": "Spoken memos, with their audio, their transcripts, and the time of every word."}, \
      "security": [{"token": []}], "paths": {\(paths)}, "components": \(components)}
      """
    return Array(text.utf8)
  }()
  /// What stands between the braces.
  static func inside(_ object: String) -> Substring { object.dropFirst().dropLast() }
}
