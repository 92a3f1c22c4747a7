import CCrashReports
import Foundation

/// Crashes with a text in memory that the crash report must not contain.
@main
enum CrashFaults {
  static func main() {
    crash_reports_restore_environment()
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "environment": printEnvironment()
    case "index": print(wordAfterTheLast(of: text(arguments.last)))
    case "pointer": print(byte(behind: text(arguments.last)))
    default: fatalError("stopped at \(text(arguments.last))")
    }
  }

  private static func printEnvironment() {
    for (name, value) in ProcessInfo.processInfo.environment.sorted(by: <) {
      print("\(name)=\(value)")
    }
  }

  /// A text in memory, too long for Swift's inline strings.
  private static func text(_ word: String?) -> String {
    Array(repeating: word ?? "", count: 9).joined(separator: " ")
  }

  @inline(never)
  private static func wordAfterTheLast(of text: String) -> Substring {
    let words = text.split(separator: " ")
    return words[words.count]
  }

  @inline(never)
  private static func byte(behind text: String) -> UInt8 {
    var text = text
    return text.withUTF8 { bytes in
      UnsafePointer<UInt8>(bitPattern: bytes.count)?.pointee ?? bytes[0]
    }
  }
}
