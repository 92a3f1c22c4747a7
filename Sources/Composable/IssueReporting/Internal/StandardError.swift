import Glibc
import POSIX

/// Writes one line to stderr in as few system calls as possible, so that lines of several threads
/// don't mix. Uses neither Foundation nor the unsynchronized `stderr` global.
func writeToStandardError(_ text: String) {
  var text = text + "\n"
  text.withUTF8 { try? Descriptor(borrowing: STDERR_FILENO).write(UnsafeRawBufferPointer($0)) }
}

/// The line shown for an issue outside of tests, and for an expected one.
func issueLine(
  _ kind: String, _ message: String?, fileID: StaticString, line: UInt
) -> String {
  let message = message ?? ""
  return "\(kind): \(fileID):\(line): \(message.isEmpty ? "Issue reported" : message)"
}

/// An error and the words that came with it, as one message.
func describe(_ error: any Error, _ message: String?) -> String {
  guard let message, !message.isEmpty
  else { return "Caught error: \(error)" }
  return "Caught error: \(error): \(message)"
}
