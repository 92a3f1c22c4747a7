public import Glibc

public enum ProcessGroup: Sendable {
  case existing(pid_t)
  case inherited
  case new
}

/// Starts a program with default signals and three descriptors. The caller must collect it.
public func spawnProcess(
  _ path: String, _ arguments: [String], environment: [String: String]? = nil,
  group: ProcessGroup = .new, input: Int32, output: Int32, errors: Int32
) throws(SystemError) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  var ends: [Int32] = []
  defer { ends.forEach { _ = close($0) } }
  for descriptor in [input, output, errors] {
    // Above 2, so that no stream is overwritten before it is duplicated.
    let end = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard end >= 0
    else { throw SystemError(code: errno, subject: "fcntl") }
    ends.append(end)
  }
  for (stream, end) in ends.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, end, Int32(stream))
  }
  closeOthers(in: &actions)

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
  switch group {
  case .existing(let leader):
    posix_spawnattr_setpgroup(&attributes, leader)
    flags |= POSIX_SPAWN_SETPGROUP
  case .inherited: break
  case .new:
    posix_spawnattr_setpgroup(&attributes, 0)
    flags |= POSIX_SPAWN_SETPGROUP
  }
  posix_spawnattr_setflags(&attributes, Int16(flags))

  let program = path.systemPath
  let words = ([path] + arguments).map { strdup($0.systemPath) }
  let variables = environment?.map { strdup("\($0)=\($1)".systemPath) }
  defer { (words + (variables ?? [])).forEach { free($0) } }
  var pid: pid_t = 0
  let code =
    variables.map { posix_spawn(&pid, program, &actions, &attributes, words + [nil], $0 + [nil]) }
    ?? posix_spawn(&pid, program, &actions, &attributes, words + [nil], environ)
  guard code == 0
  else { throw SystemError(code: code, subject: path) }
  return pid
}

/// Leaves the child uncollected, so that its process id is not reused.
@discardableResult
public func hasChildEnded(_ pid: pid_t, waiting: Bool) throws(SystemError) -> Bool {
  var info = siginfo_t()
  try SystemError.check {
    waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT | (waiting ? 0 : WNOHANG))
  }
  return info.si_signo == SIGCHLD
}

public enum ChildEnd: Equatable, Sendable {
  case exited(Int32)
  case signaled(Int32)
}

public func collectChild(_ pid: pid_t) throws(SystemError) -> ChildEnd {
  var status: Int32 = 0
  try SystemError.check { waitpid(pid, &status, 0) }
  let signal = status & 0x7f
  return signal == 0 ? .exited(status >> 8 & 0xff) : .signaled(signal)
}

/// Closes files at the moment of the start, including those that other threads have just opened.
public func closeOthers(in actions: inout posix_spawn_file_actions_t) {
  _ = closeFrom?(&actions, STDERR_FILENO + 1)
}

private typealias CloseFrom =
  @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

/// Looked up by name, because Swift does not import it. glibc has it since 2.34, and Debian since 12.
private let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
  unsafeBitCast($0, to: CloseFrom.self)
}
