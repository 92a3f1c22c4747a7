import Glibc

/// Stops in the debugger. See ``IssueReporter/breakpoint``.
public struct BreakpointReporter: IssueReporter {
  init() {}

  /// Writes the issue to stderr, and breaks if it is an error and a debugger is attached.
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    writeToStandardError(issueLine("warning", message(), fileID: fileID, line: line))
    if severity == .error && isBeingDebugged() {
      raise(SIGTRAP)
    }
  }
}

extension IssueReporter where Self == BreakpointReporter {
  /// Writes each issue to stderr, and breaks if it is an error and a debugger is attached.
  public static var breakpoint: Self { Self() }
}

/// Whether another process traces this one: otherwise SIGTRAP would end the program.
private func isBeingDebugged() -> Bool {
  let file = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
  guard file >= 0
  else { return false }
  defer { close(file) }
  let status = String(unsafeUninitializedCapacity: 4096) { buffer in
    max(read(file, buffer.baseAddress, buffer.count), 0)
  }
  return status.split(separator: "\n").contains { line in
    line.hasPrefix("TracerPid:") && !line.hasSuffix("\t0")
  }
}
