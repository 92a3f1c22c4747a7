import Glibc

public enum ProcessText {
  public static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(systemPath: $0) }
    }
  }

  /// The folder for temporary files: `TMPDIR`, or `/tmp` if that is not set.
  public static func temporaryFolder(in variables: [String: String] = environment) -> String {
    variables["TMPDIR"] ?? "/tmp"
  }

  public static var environment: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      entry += 1
      let bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map {
        UInt8(bitPattern: $0)
      }
      guard let end = bytes.dropFirst().firstIndex(of: UInt8(ascii: "="))
      else { continue }
      let name = String(systemBytes: bytes[..<end])
      if variables[name] == nil { variables[name] = String(systemBytes: bytes[(end + 1)...]) }
    }
    return variables
  }

  public static var currentFolder: String {
    guard let path = getcwd(nil, 0)
    else { return "/" }
    defer { free(path) }
    return String(systemPath: path)
  }
}
