import ConcurrencyExtras
public import Foundation
import POSIX
import PulseAudio

/// A PulseAudio server in its own folder, with a sink without output. Audio played to the sink can
/// be recorded from its monitor, `memo.monitor`, in real time.
///
/// It ends with this value, and by itself two minutes after its last client where a test crashes.
public final class TestSoundServer: Sendable {
  /// The name of the sink.
  public static let sink = "memo"
  /// The name of the microphone.
  public static let source = "memo.monitor"

  /// The server's address for clients.
  public let address: String
  public let folder: URL
  /// `nil` once it has ended.
  private let process: Mutex<pid_t?>
  /// Keeps the server from being idle, however long a test waits for its turn. Set before anyone else
  /// has this value, and never used after.
  nonisolated(unsafe) private var client: PulseServer?

  /// Whether a server is installed; for `.enabled(if:)`.
  public static var isInstalled: Bool { program != nil }

  private static var program: URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { URL(fileURLWithPath: "\($0)/pulseaudio") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  public struct NotStarted: Error {
    public let log: String
  }

  /// Starts a server, and returns when it answers.
  ///
  /// - Parameter devices: Further modules, as for `pulseaudio --load`.
  public static func start(
    devices: [String] = ["module-null-sink sink_name=memo rate=48000"]
  ) async throws -> TestSoundServer {
    try await onOwnThread("test-sound") {
      let server = try TestSoundServer(devices: devices)
      while true {
        if let client = try? PulseServer(name: "test", address: server.address),
          (try? client.sinks()) != nil
        {
          server.client = client
          return server
        }
        guard server.isRunning
        else { throw NotStarted(log: server.log) }
        usleep(5_000)
      }
    }
  }

  private var log: String {
    (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
  }

  private init(devices: [String]) throws {
    guard let program = Self.program
    else { throw NotStarted(log: "pulseaudio is not installed") }
    // Short, since the path of a socket may have 107 bytes only.
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sm-sound-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let socket = folder.appendingPathComponent("native").path
    let log = folder.appendingPathComponent("log")
    let arguments =
      [
        program.path, "-n", "--daemonize=no", "--exit-idle-time=120", "--use-pid-file=no",
        "--disable-shm", "--realtime=no", "--high-priority=no", "--log-target=file:\(log.path)",
        "--load=module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
      ] + devices.map { "--load=\($0)" }
    let environment = [
      "HOME=\(folder.path)", "PULSE_RUNTIME_PATH=\(folder.path)",
      "XDG_RUNTIME_DIR=\(folder.path)",
    ]
    process = Mutex(try Self.start(arguments, environment: environment))
    address = "unix:\(socket)"
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Not by Foundation's `Process`, whose `waitUntilExit` may wait for a thread that waits for it.
  private static func start(_ arguments: [String], environment: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // Closes other tests' files: some tests wait until nobody has them open.
    closeOthers(in: &actions)
    var words = arguments.map { strdup($0) } + [nil]
    var settings = environment.map { strdup($0) } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, arguments[0], &actions, nil, &words, &settings)
    guard code == 0
    else { throw NotStarted(log: String(cString: strerror(code))) }
    return process
  }

  private var isRunning: Bool {
    process.withLock { process in
      guard let identifier = process, waitpid(identifier, nil, WNOHANG) == 0
      else {
        process = nil
        return false
      }
      return true
    }
  }

  /// Ends the server at once, like a crash.
  public func kill() {
    process.withLock { process in
      guard let identifier = process
      else { return }
      Foundation.kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
      process = nil
    }
  }

  public struct Refused: Error {
    public let words: [String]
    public let status: Int32
  }

  /// Runs a command as `pactl` would, such as `set-source-mute memo.monitor 1`. It blocks.
  public func control(_ words: String...) throws {
    let arguments = ["/usr/bin/env", "pactl", "--server", address] + words
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let child = try Self.start(arguments, environment: ["PATH=\(path)", "HOME=\(folder.path)"])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0
    else { throw Refused(words: words, status: status) }
  }

  /// Plays one channel to the sink, with a little silence before and after, and blocks until its
  /// end.
  ///
  /// A sink without hardware repeats its last hundredth of a second when a stream joins, which must
  /// be silent.
  ///
  /// All of it is sent before the first sample is played: on a busy machine, this process may not
  /// run for longer than a smaller buffer lasts, which would cause silence.
  public func play(_ samples: [Float], rate: Int) throws {
    let pause = [Float](repeating: 0, count: rate / 4)
    let samples = pause + samples + pause
    let server = try PulseServer(name: "test", address: address)
    let stream = try PulsePlayback(
      server, to: Self.sink, name: "test",
      format: SampleFormat(.float32, rate: rate, channelCount: 1),
      milliseconds: (samples.count / rate + 1) * 1_000)
    var rest = samples[...]
    while !rest.isEmpty {
      let piece = rest.prefix(stream.wantedFrameCount)
      if !piece.isEmpty { try piece.withUnsafeBytes { try stream.write($0) } }
      rest = rest.dropFirst(piece.count)
      try server.wait(milliseconds: 20)
    }
    stream.drain()
    while !stream.isDrained { try server.wait(milliseconds: 10) }
  }
}
