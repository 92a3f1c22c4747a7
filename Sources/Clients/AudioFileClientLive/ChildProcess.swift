import Glibc
import ProcessSpawn

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
    let pid: pid_t
    do throws(SpawnError) {
      pid = try spawnProcess(
        path, arguments, input: input.rawValue, output: output.far.rawValue,
        errors: errors.far.rawValue)
    } catch {
      throw SystemError(code: error.code)
    }
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
