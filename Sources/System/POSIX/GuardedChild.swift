import Glibc

/// A child process that dies with this one, however this one ends, along with its process group: a
/// shell in the group waits for our end and kills it. The kernel's signal for a parent's death
/// comes when the starting *thread* ends, to the child only. The caller must ``collect()`` it.
public struct GuardedChild: ~Copyable, Sendable {
  private let group: pid_t
  private let lifeline: Descriptor
  private let pid: pid_t

  public init(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil, input: Int32,
    output: Int32, errors: Int32
  ) throws(SystemError) {
    let lifeline = try SocketPair()
    // Not the child's streams: their readers wait until every holder has ended.
    let nowhere = try Descriptor("/dev/null", O_WRONLY)
    let group = try spawnProcess(
      "/bin/sh", ["-c", "read -r line; kill -KILL 0"], environment: [:],
      input: lifeline.far.number, output: nowhere.number, errors: nowhere.number)
    let pid: pid_t
    do throws(SystemError) {
      pid = try spawnProcess(
        path, arguments, environment: environment, group: .existing(group), input: input,
        output: output,
        errors: errors)
    } catch {
      _ = Glibc.kill(group, SIGKILL)
      _ = try? collectChild(group)
      throw error
    }
    self.group = group
    self.lifeline = lifeline.closingFar()
    self.pid = pid
  }

  /// Must not be called after ``collect()``.
  public func kill() {
    _ = Glibc.kill(-group, SIGKILL)
  }

  /// Asks the child and its group to end. Must not be called after ``collect()``.
  public func terminate() {
    _ = Glibc.kill(-group, SIGTERM)
  }

  @discardableResult
  public func hasEnded(waiting: Bool) throws(SystemError) -> Bool {
    try hasChildEnded(pid, waiting: waiting)
  }

  public func collect() throws(SystemError) -> ChildEnd {
    try hasChildEnded(pid, waiting: true)
    kill()
    _ = try? collectChild(group)
    return try collectChild(pid)
  }
}
