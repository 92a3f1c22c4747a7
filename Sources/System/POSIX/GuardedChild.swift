import Glibc

/// A program that runs beside this one, and neither outlives it nor leaves anything behind.
///
/// It shares a process group with a shell that waits for our end. However we end, even by a signal
/// that nobody can catch, that shell then kills the group: the program, whether or not it notices,
/// and what it has started, unless that has moved to another group. (The kernel's own signal for
/// the death of a parent would not do: it is sent at the end of the *thread* that started the
/// program, and to that program alone.) Nobody but its members can then get the group's number.
///
/// The caller has to wait for its end.
public struct GuardedChild: ~Copyable, Sendable {
  private let group: pid_t
  /// Nobody writes to it: its other end is closed with our process at the latest.
  private let lifeline: Descriptor
  private let pid: pid_t

  /// Starts a program, as ``spawnProcess(_:_:environment:group:input:output:errors:)`` does.
  ///
  /// - Throws: What the system says, about the program or the shell as the error's subject.
  public init(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil, input: Int32,
    output: Int32, errors: Int32
  ) throws(SystemError) {
    let lifeline = try SocketPair()
    // None of the program's streams: a reader waits until all that hold one have ended.
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

  /// Kills the program and what it has started. Must not be called once it has been collected.
  public func kill() {
    _ = Glibc.kill(-group, SIGKILL)
  }

  /// Waits until the program has ended, or sees whether it has, and leaves it there: until it is
  /// collected, no other process can get its number.
  ///
  /// - Parameter waiting: Whether to wait for its end, with the thread.
  @discardableResult
  public func hasEnded(waiting: Bool) throws(SystemError) -> Bool {
    try hasChildEnded(pid, waiting: waiting)
  }

  /// Waits for the program's end, with the thread, kills what it has left running, and collects it.
  public func collect() throws(SystemError) -> ChildEnd {
    try hasChildEnded(pid, waiting: true)
    kill()
    _ = try? collectChild(group)
    return try collectChild(pid)
  }
}
