import Foundation
public import Glibc

/// Why a program could not be started.
public struct SpawnError: Error, Equatable, Sendable {
  /// What the system was asked to do.
  public let call: String
  /// The system's error number.
  public let code: Int32

  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// One line.
  public var explanation: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Starts a program beside this one, without a shell.
///
/// It is in a process group of its own, so that a terminal's Ctrl-C is ours to handle; it ignores
/// and blocks no signal, whatever we do; and of our open files it gets its standard streams and
/// nothing else, since it might keep a file or a connection open for as long as it lives. Whoever
/// starts it waits for its end.
///
/// - Parameters:
///   - path: The program.
///   - arguments: Without its name.
///   - environment: Its variables; `nil` for those of this process.
///   - input: What it reads as its standard input. The three stay open here.
///   - output: What it writes its standard output to.
///   - errors: What it writes its standard error to.
/// - Returns: Its process id.
public func spawnProcess(
  _ path: String, _ arguments: [String], environment: [String: String]? = nil, input: Int32,
  output: Int32, errors: Int32
) throws(SpawnError) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  var ends: [Int32] = []
  defer { ends.forEach { _ = close($0) } }
  for descriptor in [input, output, errors] {
    // Above 2, so that no stream is overwritten before it has been duplicated.
    let end = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard end >= 0
    else { throw SpawnError(call: "fcntl", code: errno) }
    ends.append(end)
  }
  for (stream, end) in ends.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, end, Int32(stream))
  }
  for descriptor in inheritedDescriptors() {
    posix_spawn_file_actions_addclose(&actions, descriptor)
  }

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(
    &attributes,
    Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

  let words = ([path] + arguments).map { strdup($0) }
  let variables = environment?.map { strdup("\($0)=\($1)") }
  defer { (words + (variables ?? [])).forEach { free($0) } }
  var pid: pid_t = 0
  let code =
    variables.map { posix_spawn(&pid, path, &actions, &attributes, words + [nil], $0 + [nil]) }
    ?? posix_spawn(&pid, path, &actions, &attributes, words + [nil], environ)
  guard code == 0
  else { throw SpawnError(call: path, code: code) }
  return pid
}

/// The open files, besides the standard streams, that a program which is started gets unless they
/// are closed there.
private func inheritedDescriptors() -> [Int32] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return names.compactMap { Int32($0) }.filter { descriptor in
    let flags = descriptor > 2 ? fcntl(descriptor, F_GETFD) : -1
    return flags >= 0 && flags & FD_CLOEXEC == 0
  }
}
