import ConcurrencyExtras
import Foundation
import SpeechClient
import TestPrograms
import Testing

@testable import SpeechClientLive

/// The setup of the engine by a script that plays the part of `setup-engine`.
struct EngineSetupClientTests {
  private let folder: URL
  private let script: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    script = folder.appending(path: "setup-engine").path
  }

  private func client(_ text: String) throws -> EngineSetupClient {
    try writeProgram("#!/bin/bash\n\(text)\n", to: script)
    var settings = EngineSettings(
      environment: ["PATH": "/usr/bin:/bin", "SPEECHMEMO_ENGINE": folder.path])
    settings.setupScript = script
    return .live(settings)
  }

  @Test("Steps and problems are reported as they come")
  func events() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let client = try client(
      """
      echo "setup-engine: 7%, downloading $*" >&2
      echo 'setup-engine: kept the old models' >&2
      echo 'setup-engine: 100%, done with the model base' >&2
      """)
    let events = LockIsolated<[EngineSetupEvent]>([])
    let request = EngineSetupRequest(
      bundle: "a b", isForced: true, includesSpeakers: true, source: "c")
    try await client.run(request: request) { event in events.withValue { $0.append(event) } }
    #expect(
      events.value == [
        .step("downloading --again --speakers --bundle a b --from c", percent: 7),
        .problem("kept the old models"), .done(model: "base"),
      ])
  }

  @Test("A failed setup throws its last line")
  func failure() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let client = try client(
      """
      echo 'setup-engine: no network' >&2
      exit 1
      """)
    await #expect(throws: SpeechClient.Failure.engine(message: "no network")) {
      try await client.run(request: EngineSetupRequest()) { Issue.record("\($0)") }
    }
  }

  @Test("A missing script is reported")
  func missing() async throws {
    try FileManager.default.removeItem(at: folder)
    var settings = EngineSettings(environment: [:])
    settings.setupScript = nil
    let client = EngineSetupClient.live(settings)
    let failure = await #expect(throws: SpeechClient.Failure.self) {
      try await client.run(request: EngineSetupRequest()) { _ in }
    }
    #expect(failure?.hint == "install SpeechMemo again")
  }

  @Test("Cancellation ends the script and its programs, and waits for its cleanup")
  func cancellation() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let mark = folder.appending(path: "cleaned").path
    let client = try client(
      """
      trap 'touch \(mark)' EXIT
      trap 'exit 130' TERM
      echo 'setup-engine: 1%, waiting' >&2
      sleep 600
      """)
    let (steps, continuation) = AsyncStream<EngineSetupEvent>.makeStream()
    let setup = Task {
      try await client.run(request: EngineSetupRequest()) { continuation.yield($0) }
    }
    #expect(await steps.first { _ in true } == .step("waiting", percent: 1))
    setup.cancel()
    await #expect(throws: CancellationError.self) { try await setup.value }
    #expect(FileManager.default.fileExists(atPath: mark))
  }
}
