import Foundation
import Glibc

/// A child, and our ends of what it is connected by.
struct SpawnedProcess: Sendable {
  var pid: pid_t
  var input: Int32
  var output: Int32
  var log: Int32
}

/// Why a process could not be started.
struct SpawnError: Error, Equatable {
  var call: String
  var code: Int32

  var explanation: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Starts a process in a process group of its own, so that a terminal's Ctrl-C is ours to handle.
/// It inherits its standard streams and nothing else.
func spawn(
  _ command: EngineCommand, environment: [String: String]
) throws(SpawnError) -> SpawnedProcess {
  var owned: [Int32] = []
  // Above what a child's own descriptors are, so that none is overwritten while it is set up.
  func raised(_ descriptor: Int32) throws(SpawnError) -> Int32 {
    guard descriptor < 3
    else { return descriptor }
    let high = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard high >= 0
    else { throw failed("fcntl") }
    close(descriptor)
    owned.removeAll { $0 == descriptor }
    owned.append(high)
    return high
  }
  func failed(_ call: String, _ code: Int32 = errno) -> SpawnError {
    owned.forEach { close($0) }
    return SpawnError(call: call, code: code)
  }

  // Sockets and not pipes: writing to one whose reader is gone can be told not to raise SIGPIPE,
  // and they are closed in other children from the start.
  func pair() throws(SpawnError) -> (ours: Int32, theirs: Int32) {
    var sockets: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &sockets) == 0
    else { throw failed("socketpair") }
    owned += sockets
    return (try raised(sockets[0]), try raised(sockets[1]))
  }
  let input = try pair()
  let output = try pair()
  let log = try pair()

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (number, end) in [input, output, log].enumerated() {
    posix_spawn_file_actions_adddup2(&actions, end.theirs, Int32(number))
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
    Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

  let arguments = ([command.executable] + command.arguments).map { strdup($0) }
  let variables = environment.map { strdup("\($0)=\($1)") }
  defer { (arguments + variables).forEach { free($0) } }
  var pid: pid_t = 0
  let code = posix_spawn(
    &pid, command.executable, &actions, &attributes, arguments + [nil], variables + [nil])
  guard code == 0
  else { throw failed(command.executable, code) }
  for end in [input, output, log] { close(end.theirs) }
  return SpawnedProcess(pid: pid, input: input.ours, output: output.ours, log: log.ours)
}

/// Open files of ours that a child would get without need: they might keep a file or a connection
/// open for as long as it lives.
private func inheritedDescriptors() -> [Int32] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return names.compactMap { Int32($0) }.filter { descriptor in
    let flags = descriptor > 2 ? fcntl(descriptor, F_GETFD) : -1
    return flags >= 0 && flags & FD_CLOEXEC == 0
  }
}
