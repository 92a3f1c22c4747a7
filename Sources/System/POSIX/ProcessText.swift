import Glibc

/// What this process was started with, and where.
public enum ProcessText {
  /// The arguments, without the program's name, byte for byte: see `String.init(systemBytes:)`.
  public static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(systemPath: $0) }
    }
  }

  /// The variables, byte for byte. Of two with the same name the first counts, as for the system.
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

  /// The folder in which relative paths begin; `/` where it has been deleted.
  public static var currentFolder: String {
    guard let path = getcwd(nil, 0)
    else { return "/" }
    defer { free(path) }
    return String(systemPath: path)
  }
}
