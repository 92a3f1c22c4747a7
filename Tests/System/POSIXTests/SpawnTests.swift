import Foundation
import POSIX
import Testing

struct SpawnTests {
  /// A shell's output and exit code.
  private func run(
    _ script: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    input: String = ""
  ) throws -> (output: String, errors: String, code: Int32) {
    let (source, output, errors) = (Pipe(), Pipe(), Pipe())
    let pid = try spawnProcess(
      "/bin/sh", ["-c", script, "sh"] + arguments, environment: environment,
      input: source.fileHandleForReading.fileDescriptor,
      output: output.fileHandleForWriting.fileDescriptor,
      errors: errors.fileHandleForWriting.fileDescriptor)
    try output.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
    try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try source.fileHandleForWriting.close()
    let texts = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return (texts[0], texts[1], status >> 8 & 0xff)
  }

  @Test("A program uses the given streams and arguments")
  func streams() throws {
    let result = try run(#"cat; echo "$1" >&2; exit 3"#, ["a b; c"], input: "hello")
    #expect(result == ("hello", "a b; c\n", 3))
  }

  @Test("A program inherits our environment, or only the given one")
  func environment() throws {
    let ours = try run("printf %s \"$PATH\"").output
    #expect(ours == ProcessInfo.processInfo.environment["PATH"])
    let given = try run("/usr/bin/env", environment: ["ONE": "1 =\n2"]).output
    #expect(given.contains("ONE=1 =\n2\n") && !given.contains("HOME="))
  }

  @Test("A program leads its own process group, and ignores and blocks no signal")
  func signals() throws {
    let result = try run(
      """
      read -r pid name state parent group rest < /proc/$$/stat
      [ "$pid" = "$group" ] && echo leads
      grep -E 'SigBlk|SigIgn' /proc/self/status
      """)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "leads")
    let masks = lines.dropFirst().compactMap { UInt64($0.suffix(16), radix: 16) }
    // The C library keeps two signals to itself.
    #expect(masks.map { $0 & ~0x1_8000_0000 } == [0, 0])
  }

  @Test("A program gets none of our open files but its streams")
  func descriptors() throws {
    // Programs inherit it unless it is closed explicitly. The shell opens the folder that it lists, so
    // a low number might be its own.
    let open = fcntl(STDIN_FILENO, F_DUPFD, 100)
    defer { close(open) }
    #expect(open >= 100 && fcntl(open, F_GETFD) == 0)
    let found = try run("for file in /proc/$$/fd/*; do echo \"${file##*/}\"; done").output
      .split(separator: "\n")
    #expect(found.starts(with: ["0", "1", "2"]) && !found.contains("\(open)"))
  }

  @Test("Streams may be given in any order, and repeatedly")
  func sameDescriptor() throws {
    let pipe = Pipe()
    let end = pipe.fileHandleForWriting.fileDescriptor
    let pid = try spawnProcess(
      "/bin/sh", ["-c", "echo out; echo err >&2"], input: STDIN_FILENO, output: end, errors: end)
    try pipe.fileHandleForWriting.close()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    #expect(text == "out\nerr\n")
  }

  @Test("Missing programs and closed streams are reported")
  func failures() {
    #expect(throws: SystemError(code: ENOENT, subject: "/nonexistent/program")) {
      try spawnProcess("/nonexistent/program", [], input: 0, output: 1, errors: 2)
    }
    #expect(throws: SystemError(code: EBADF, subject: "fcntl")) {
      try spawnProcess("/bin/sh", [], input: 0, output: -1, errors: 2)
    }
    #expect(
      SystemError(code: ENOENT, subject: "/a").description == "/a: No such file or directory")
  }

  @Test("A child's exit is detected before it is collected, with its status")
  func ends() throws {
    func start(_ script: String) throws -> pid_t {
      try spawnProcess("/bin/sh", ["-c", script], input: 0, output: 1, errors: 2)
    }
    let first = try start("exit 4")
    #expect(try hasChildEnded(first, waiting: true))
    #expect(try hasChildEnded(first, waiting: false))
    #expect(try collectChild(first) == .exited(4))
    #expect(throws: SystemError(code: ECHILD)) { try collectChild(first) }
    let second = try start("sleep 60")
    #expect(try !hasChildEnded(second, waiting: false))
    kill(second, SIGKILL)
    #expect(try collectChild(second) == .signaled(SIGKILL))
  }
}
