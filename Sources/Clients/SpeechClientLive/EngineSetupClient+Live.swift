public import Dependencies
import Foundation
import POSIX
public import SpeechClient

extension EngineSetupClient: DependencyKey {
  public static let liveValue = Self.live(EngineSettings())

  /// Runs the script `setup-engine`, which `make install` and the packages install with the program.
  public static func live(_ settings: EngineSettings) -> Self {
    Self(
      isNeeded: { settings.isSetupNeeded },
      run: { request, report in
        guard let script = settings.setupScript
        else {
          throw SpeechClient.Failure.engine(
            message: "the script 'setup-engine' is missing beside this program",
            hint: "install SpeechMemo again")
        }
        let problem: String?
        do {
          let process = try EngineSetupProcess(
            script, request.arguments, environment: settings.environment)
          problem = try await withTaskCancellationHandler {
            try await onOwnThread("engine-setup") { try process.run(report) }
          } onCancel: {
            process.stop()
          }
        } catch let error as SystemError {
          throw SpeechClient.Failure.engine(message: "\(script) cannot be run: \(error.reason)")
        }
        try Task.checkCancellation()
        if let problem { throw SpeechClient.Failure.engine(message: problem) }
      })
  }
}

extension EngineSetupRequest {
  fileprivate var arguments: [String] {
    var arguments: [String] = []
    if isForced { arguments.append("--again") }
    if includesSpeakers { arguments.append("--speakers") }
    if let bundle { arguments += ["--bundle", bundle] }
    if let source { arguments += ["--from", source] }
    return arguments
  }
}

private final class EngineSetupProcess: Sendable {
  private let hasEnded = Mutex(false)
  private let output: Descriptor
  private let script: GuardedChild

  init(
    _ path: String, _ arguments: [String], environment: [String: String]
  ) throws(SystemError) {
    let nothing = try Descriptor("/dev/null", O_RDONLY)
    let output = try SocketPair()
    script = try GuardedChild(
      path, arguments, environment: environment, input: nothing.number,
      output: output.far.number, errors: output.far.number)
    self.output = output.closingFar()
  }

  func run(_ report: (EngineSetupEvent) -> Void) throws -> String? {
    var lines = LineBuffer()
    var problem: String?
    while case let bytes = try output.read(upTo: 1 << 12), !bytes.isEmpty {
      _ = lines.append(bytes) { line in
        if let problem { report(.problem(problem)) }
        problem = nil
        switch EngineSetupEvent(line: String(decoding: line, as: UTF8.self)) {
        case .problem(let text): problem = text
        case let event: report(event)
        }
      }
    }
    try script.hasEnded(waiting: true)
    let end = try hasEnded.withLock { hasEnded in
      hasEnded = true
      return try script.collect()
    }
    guard end == .exited(0)
    else { return problem ?? "the setup of the engine ended unexpectedly" }
    if let problem { report(.problem(problem)) }
    return nil
  }

  func stop() {
    hasEnded.withLock { if !$0 { script.terminate() } }
  }
}

extension EngineSetupEvent {
  /// A line such as `setup-engine: 38%, downloading av (39 MB)`, or a problem without a percentage.
  fileprivate init(line: String) {
    let text = line.replacing(#/^setup-engine: /#, with: "")
    if let match = text.wholeMatch(of: /100%, done with the model (.+)/) {
      self = .done(model: String(match.1))
    } else if let match = text.wholeMatch(of: /(\d+)%, (.*)/), let percent = Int(match.1) {
      self = .step(String(match.2), percent: percent)
    } else {
      self = .problem(text)
    }
  }
}
