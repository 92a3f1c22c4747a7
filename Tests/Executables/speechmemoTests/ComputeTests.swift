import Foundation
import TestPrograms
import Testing

/// The device of the engine, from the command line and the settings to the engine's process.
struct ComputeTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test("The device is that of --compute, or of the settings")
  func device() throws {
    let sound = try sandbox.file("talk.wav", Sound.tone(440, seconds: 1))
    let engine = sandbox.path("mirror")
    try writeProgram(
      """
      #!/bin/sh
      echo '{"event":"error","code":"engine-broken","message":"the device is '$SPEECHMEMO_COMPUTE'"}'

      """, to: engine)
    func run(_ arguments: [String]) throws -> Sandbox.Outcome {
      try sandbox.finish(
        sandbox.start(
          arguments, engine: "", before: ["/usr/bin/env", "SPEECHMEMO_HELPER=\(engine)"]))
    }
    func expect(_ device: String, _ arguments: String...) throws {
      try run(arguments).expectComplaint(saying: "the device is \(device)")
    }
    try expect("auto", "transcribe", sound)
    try expect("cpu", "transcribe", sound, "--compute", "cpu")
    let set = try run(["settings", "compute", "cuda"])
    #expect(set.status == 0)
    #expect(set.output == "compute  cuda\n")
    #expect(set.error.contains("the device is cuda"))
    try expect("cuda", "transcribe", sound)
    try expect("auto", "transcribe", sound, "--compute", "auto")
  }
}
