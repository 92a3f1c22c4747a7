import Foundation
import SpeechClient
import Testing

@testable import SpeechClientLive

/// An engine's report of its models.
struct EngineWeightsTests {
  private func model(_ json: String) throws -> SpeechModel {
    try JSONDecoder().decode(EngineModel.self, from: Data(json.utf8)).model
  }

  @Test("The license text is at the engine's path or beside the model")
  func license() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("weights-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let json = #"{"name":"base","folder":"\#(folder.path)","license":"MIT"}"#
    #expect(try model(json).licenseFile == nil)
    try Data("Permission is granted".utf8).write(to: folder.appendingPathComponent("LICENSE"))
    #expect(try model(json).licenseFile == "\(folder.path)/LICENSE")
    #expect(try model(json).license == "MIT")
    let told = #"{"name":"base","folder":"\#(folder.path)","text":"/engine/whisper.txt"}"#
    #expect(try model(told).licenseFile == "/engine/whisper.txt")
    #expect(try model(#"{"name":"large"}"#).licenseFile == nil)
  }
}
