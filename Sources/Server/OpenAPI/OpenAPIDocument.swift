/// The OpenAPI 3.1 document, written by hand. A test compares it with the router.
public enum OpenAPIDocument {
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
  static func inside(_ object: String) -> Substring { object.dropFirst().dropLast() }
}
