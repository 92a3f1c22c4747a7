import POSIX

struct SpawnedProcess: ~Copyable {
  let program: GuardedChild
  let input: Descriptor
  let output: Descriptor
  let log: Descriptor

  init(_ command: EngineCommand, environment: [String: String]) throws(SystemError) {
    let input = try SocketPair()
    let output = try SocketPair()
    let log = try SocketPair()
    program = try GuardedChild(
      command.executable, command.arguments, environment: environment, input: input.far.number,
      output: output.far.number, errors: log.far.number)
    self.input = input.closingFar()
    self.output = output.closingFar()
    self.log = log.closingFar()
  }
}
