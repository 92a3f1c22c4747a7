import Glibc
import ProcessSpawn

/// A child, and our ends of what it is connected by.
struct SpawnedProcess: Sendable {
  var pid: pid_t
  var input: Int32
  var output: Int32
  var log: Int32
}

/// Starts an engine's process.
func spawn(
  _ command: EngineCommand, environment: [String: String]
) throws(SpawnError) -> SpawnedProcess {
  var pairs: [(ours: Int32, theirs: Int32)] = []
  do throws(SpawnError) {
    for _ in 0..<3 { pairs.append(try socketPair()) }
    let pid = try spawnProcess(
      command.executable, command.arguments, environment: environment, input: pairs[0].theirs,
      output: pairs[1].theirs, errors: pairs[2].theirs)
    for pair in pairs { close(pair.theirs) }
    return SpawnedProcess(
      pid: pid, input: pairs[0].ours, output: pairs[1].ours, log: pairs[2].ours)
  } catch {
    for pair in pairs {
      close(pair.ours)
      close(pair.theirs)
    }
    throw error
  }
}

/// Sockets and not pipes: writing to one whose reader is gone can be told not to raise SIGPIPE, and
/// they are closed in other children from the start.
private func socketPair() throws(SpawnError) -> (ours: Int32, theirs: Int32) {
  var sockets: [Int32] = [-1, -1]
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  guard socketpair(AF_UNIX, kind, 0, &sockets) == 0
  else { throw SpawnError(call: "socketpair", code: errno) }
  return (sockets[0], sockets[1])
}
