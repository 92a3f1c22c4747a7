import Foundation
import SpeechClient
import TestPrograms
import Testing

@testable import SpeechClientLive

/// Hints for repairing an installed engine.
struct EngineSetupTests {
  private let room: URL

  init() throws {
    room = FileManager.default.temporaryDirectory.appending(path: "set-up-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: room, withIntermediateDirectories: true)
  }

  private func program(_ path: String, _ text: String = "#!/bin/sh\n") throws -> String {
    let url = room.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try writeProgram(text, to: url.path)
    return url.path
  }

  private func failure(
    _ environment: [String: String], program: String? = nil
  ) async -> SpeechClient.Failure? {
    let settings = EngineSettings(environment: environment, program: program)
    return await SpeechClient.live(settings).engineStatus().failure
  }

  @Test("An installed program finds the script beside itself, a built one in its sources")
  func script() throws {
    defer { try? FileManager.default.removeItem(at: room) }
    let installed = try program("usr/bin/speechmemo")
    #expect(EngineSetup.script(of: installed) == nil)
    let beside = try program("usr/libexec/speechmemo/setup-engine")
    #expect(EngineSetup.script(of: installed) == beside)

    let built = try program("sources/.build/x86_64/debug/speechmemo")
    #expect(EngineSetup.script(of: built) == nil)
    let source = try program("sources/Scripts/setup-engine")
    #expect(EngineSetup.script(of: built) == source)
  }

  @Test("A missing engine is reported with the setup command")
  func missing() async {
    defer { try? FileManager.default.removeItem(at: room) }
    let environment = ["SPEECHMEMO_ENGINE": "/nowhere"]
    #expect(await failure(environment)?.hint == "run 'speechmemo setup-engine' to set it up")
    #expect(EngineSetupClient.live(EngineSettings(environment: environment)).isNeeded())
    let custom = environment.merging(["SPEECHMEMO_HELPER": "/nowhere"]) { $1 }
    #expect(!EngineSetupClient.live(EngineSettings(environment: custom)).isNeeded())
  }

  @Test("A custom engine is never set up again")
  func others() async throws {
    defer { try? FileManager.default.removeItem(at: room) }
    let dying = try program("engine", "#!/bin/sh\necho no engine here >&2\nexit 3\n")
    for path in ["/nowhere/engine", dying] {
      #expect(
        await failure(["SPEECHMEMO_HELPER": path])?.hint
          == "correct SPEECHMEMO_HELPER, or unset it to use the default engine")
      #expect(
        await failure([:], program: path)?.hint
          == "run 'speechmemo settings engine whisper' to use the default engine")
    }
  }

  @Test("An engine that fails to start is reported with the reinstall command")
  func broken() async throws {
    defer { try? FileManager.default.removeItem(at: room) }
    let hint = "run 'speechmemo setup-engine --again' to reinstall the speech engine"
    try Data().write(to: room.appending(path: "stamp"))
    _ = try program("bin/python", "#!/bin/sh\necho no Python here >&2\nexit 3\n")
    let environment = ["SPEECHMEMO_ENGINE": room.path]
    let stopped = await failure(environment)
    #expect(stopped?.message.hasPrefix("the speech engine failed to start: no Python") == true)
    #expect(stopped?.hint == hint)

    // A Python that has none of the engine's packages.
    _ = try program("bin/python", "#!/bin/sh\nexec python3 -S \"$@\"\n")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let bare = await failure(environment.merging(["PATH": path]) { $1 })
    #expect(bare?.message.hasPrefix("faster-whisper cannot be loaded") == true)
    #expect(bare?.hint == hint)
  }

  @Test(
    "The engine's location follows the environment like the library's",
    arguments: [
      (["HOME": "/elsewhere"], "/elsewhere/.local/share/speechmemo-engine"),
      (["HOME": "/elsewhere", "XDG_DATA_HOME": "/data"], "/data/speechmemo-engine"),
      (
        ["HOME": "/elsewhere", "XDG_DATA_HOME": "data"], "/elsewhere/.local/share/speechmemo-engine"
      ),
      (["HOME": "/elsewhere", "SPEECHMEMO_ENGINE": "~/e"], "/elsewhere/e"),
      (["HOME": "/elsewhere", "SPEECHMEMO_HELPER": "~/h"], "/elsewhere/h"),
      (["SPEECHMEMO_ENGINE": "e", "SPEECHMEMO_HELPER": ""], "CURRENT/e"),
    ])
  func location(environment: [String: String], path: String) {
    #expect(
      EngineSettings(environment: environment).location
        == path.replacing("CURRENT", with: FileManager.default.currentDirectoryPath))
  }

  @Test(
    "Each engine folder is listed with its origin",
    arguments: [
      (
        ["HOME": "/h"],
        [
          "engine folder /h/.local/share/speechmemo-engine under HOME",
          "added models /h/.local/share/speechmemo-models under HOME",
          "model cache /h/.cache/huggingface/hub under HOME",
        ]
      ),
      (
        ["XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c"],
        [
          "engine folder /d/speechmemo-engine under XDG_DATA_HOME",
          "added models /d/speechmemo-models under XDG_DATA_HOME",
          "model cache /c/huggingface/hub under XDG_CACHE_HOME",
        ]
      ),
      (
        ["SPEECHMEMO_ENGINE": "/e", "HF_HOME": "/hf", "SPEECHMEMO_MODELS": "/m"],
        [
          "engine folder /e set by SPEECHMEMO_ENGINE",
          "added models /m set by SPEECHMEMO_MODELS",
          "model cache /hf/hub under HF_HOME",
        ]
      ),
      (
        ["SPEECHMEMO_ENGINE": "/e", "HF_HUB_CACHE": "/hub", "HOME": "/h"],
        [
          "engine folder /e set by SPEECHMEMO_ENGINE",
          "added models /h/.local/share/speechmemo-models under HOME",
          "model cache /hub set by HF_HUB_CACHE",
        ]
      ),
      (["SPEECHMEMO_HELPER": "/h"], ["engine /h set by SPEECHMEMO_HELPER"]),
    ])
  func folders(environment: [String: String], folders: [String]) {
    let settings = EngineSettings(environment: environment)
    #expect(settings.engineFolders.map { "\($0.name) \($0.path) \($0.origin)" } == folders)
    let chosen = EngineSettings(environment: [:], program: "/p")
    #expect(chosen.engineFolders.map(\.origin) == ["set in the settings"])
  }
}
