import Glibc

/// A program that runs beside us, whose output is read as fast as it is wanted and no faster.
/// It is killed, if it still runs, when this value goes.
final class ChildProcess {
  private let errors: Descriptor
  private var errorTail: [UInt8] = []
  private var errorsEnded = false
  private let output: Descriptor
  private var pid: pid_t?

  /// Starts the program at the path, without a shell. It reads `input` as its standard input.
  init(_ path: String, _ arguments: [String], input: borrowing Descriptor) throws(SystemError) {
    let output = try DescriptorPair()
    let errors = try DescriptorPair()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Above 2, so that no later action overwrites a descriptor that is still to be duplicated.
    let ends = try [input.rawValue, output.far.rawValue, errors.far.rawValue].map {
      descriptor throws(SystemError) in
      try SystemError.check { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
    }
    defer { ends.forEach { _ = close($0) } }
    for (target, end) in ends.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(target))
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGPIPE, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A process group of its own, so that Ctrl-C reaches us alone and we end it in order.
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, path, &actions, &attributes, &argv, environ)
    guard code == 0
    else { throw SystemError(code: code) }
    self.errors = errors.closingFar()
    self.output = output.closingFar()
    self.pid = pid
  }

  deinit {
    guard let pid
    else { return }
    _ = kill(pid, SIGKILL)
    _ = try? wait(pid)
  }

  /// The last that the program wrote to its standard error.
  var errorText: String { String(decoding: errorTail, as: UTF8.self) }

  /// Waits for output and reads up to the buffer's size. Returns 0 at its end.
  func read(_ buffer: UnsafeMutableRawBufferPointer, _ interruption: Interruption) throws -> Int {
    while true {
      let ready = try interruption.waitForInput(
        from: errorsEnded ? [output.rawValue] : [output.rawValue, errors.rawValue])
      if ready.count > 1, ready[1] { try readErrors() }
      guard ready[0]
      else { continue }
      return try SystemError.check {
        Glibc.read(output.rawValue, buffer.baseAddress, buffer.count)
      }
    }
  }

  /// Waits for the program to end, after its output has. Returns whether it succeeded.
  func finish(_ interruption: Interruption) throws -> Bool {
    while !errorsEnded {
      _ = try interruption.waitForInput(from: [errors.rawValue])
      try readErrors()
    }
    guard let pid
    else { return false }
    let status = try wait(pid)
    self.pid = nil
    return status == 0
  }

  private func readErrors() throws(SystemError) {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = try SystemError.check { Glibc.read(errors.rawValue, &bytes, bytes.count) }
    errorsEnded = count == 0
    errorTail = Array((errorTail + bytes[..<count]).suffix(2_048))
  }

  private func wait(_ pid: pid_t) throws(SystemError) -> Int32 {
    var status: Int32 = 0
    try SystemError.check { waitpid(pid, &status, 0) }
    return status
  }
}
