public import Glibc

/// Which programs a signal reaches together, such as a terminal's Ctrl-C.
public enum ProcessGroup: Sendable {
  /// That of a program that was started before.
  case existing(pid_t)
  /// Ours, with the terminal that we have.
  case ours
  /// One that the program leads.
  case own
}

/// Starts a program beside this one, without a shell.
///
/// It is in a process group that is not ours, so that a terminal's Ctrl-C is ours to handle, unless it
/// is to use the terminal itself; it ignores and blocks no signal, whatever we do; and of our open
/// files it gets its standard streams and nothing else, since it might keep a file or a connection
/// open for as long as it lives. The caller has to wait for its end.
///
/// - Parameters:
///   - path: The program.
///   - arguments: Without its name.
///   - environment: Its variables; `nil` for those of this process.
///   - group: The process group that it is in.
///   - input: What it reads as its standard input. The three stay open here.
///   - output: What it writes its standard output to.
///   - errors: What it writes its standard error to.
/// - Returns: Its process id.
/// - Throws: What the system says, about the program as the error's subject.
public func spawnProcess(
  _ path: String, _ arguments: [String], environment: [String: String]? = nil,
  group: ProcessGroup = .own, input: Int32, output: Int32, errors: Int32
) throws(SystemError) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  var ends: [Int32] = []
  defer { ends.forEach { _ = close($0) } }
  for descriptor in [input, output, errors] {
    // Above 2, so that no stream is overwritten before it has been duplicated.
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
  case .ours: break
  case .own:
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

/// Waits until a child has ended, or sees whether it has, and leaves it there: until it is
/// collected, no other process can get its number.
///
/// - Parameters:
///   - pid: The child.
///   - waiting: Whether to wait for its end, with the thread.
/// - Returns: Whether it has ended.
@discardableResult
public func hasChildEnded(_ pid: pid_t, waiting: Bool) throws(SystemError) -> Bool {
  var info = siginfo_t()
  try SystemError.check {
    waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT | (waiting ? 0 : WNOHANG))
  }
  return info.si_signo == SIGCHLD
}

/// How a child ended.
public enum ChildEnd: Equatable, Sendable {
  /// By itself, with that exit code.
  case exited(Int32)
  /// By that signal.
  case signaled(Int32)
}

/// Waits for a child's end, with the thread, and collects it: its number may be another process's
/// after that.
public func collectChild(_ pid: pid_t) throws(SystemError) -> ChildEnd {
  var status: Int32 = 0
  try SystemError.check { waitpid(pid, &status, 0) }
  let signal = status & 0x7f
  return signal == 0 ? .exited(status >> 8 & 0xff) : .signaled(signal)
}

/// Closes all files but the standard streams in a program that is to be started, so that it keeps
/// nothing open whose end somebody waits for.
public func closeOthers(in actions: inout posix_spawn_file_actions_t) {
  if let closeFrom {
    _ = closeFrom(&actions, STDERR_FILENO + 1)
  } else {
    for descriptor in inheritedDescriptors() {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
  }
}

private typealias CloseFrom =
  @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

/// Closes what is open at the moment of the start, which is more than can be listed before: other
/// threads open files meanwhile. By its name, since the C library has it from its version 2.34 on, and
/// not among what Swift sees of it.
private let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
  unsafeBitCast($0, to: CloseFrom.self)
}

/// The open files, besides the standard streams, that a program which is started gets unless they
/// are closed there.
private func inheritedDescriptors() -> [Int32] {
  guard let folder = opendir("/proc/self/fd")
  else { return [] }
  defer { closedir(folder) }
  var found: [Int32] = []
  while let entry = readdir(folder) {
    // Where it is: the system gives no more of it than the name has.
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard let descriptor = Int32(name), descriptor > 2
    else { continue }
    let flags = fcntl(descriptor, F_GETFD)
    if flags >= 0, flags & FD_CLOEXEC == 0 { found.append(descriptor) }
  }
  return found
}
