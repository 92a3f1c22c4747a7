import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import SpeechClient
import TestSite
import Testing

struct SettingsMiddlewareTests {
  private let site: TestSite

  init() async throws {
    site = try await TestSite()
  }

  private func change(_ json: String, headers: HTTPHeaders = [:]) async throws -> TestReply {
    try await withDependencies {
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(models: [SpeechModel(name: "tiny.en", folder: "/models")])
      }
    } operation: {
      try await site.send(.patch, "/api/settings", headers: headers, json: json)
    }
  }

  private func values() async throws -> [String: SettingValue?] {
    try await site.send(.get, "/api/settings").json()
  }

  private static let defaults: [String: SettingValue?] = [
    "language": nil, "languages": .texts([]), "memoDays": nil, "model": nil,
    "quality": .text("fast"), "speakers": .text("off"), "trashDays": nil, "vocabulary": .texts([]),
  ]

  @Test("An update changes only the named settings, with their types")
  func changes() async throws {
    let before = try await site.send(.get, "/api/settings").text
    #expect(before.contains(#""trashDays":null"#) && before.contains(#""vocabulary":[]"#))
    #expect(try await values() == Self.defaults)
    let reply = try await change(
      #"""
      {"language":"DE","trashDays":30,"vocabulary":["Kubernetes","kubectl"],"model":"tiny.en",
       "quality":"best","languages":["de","en"]}
      """#)
    #expect(reply.status == .ok)
    var expected: [String: SettingValue?] = [
      "language": .text("de"), "languages": .texts(["de", "en"]), "memoDays": nil,
      "model": .text("tiny.en"), "quality": .text("best"), "speakers": .text("off"),
      "trashDays": .number(30),
      "vocabulary": .texts(["Kubernetes", "kubectl"]),
    ]
    #expect(try reply.json([String: SettingValue?].self) == expected)
    #expect(try await values() == expected)
    #expect(try await change(#"{"trashDays":null,"language":"auto"}"#).status == .ok)
    expected["trashDays"] = .some(nil)
    expected["language"] = .some(nil)
    #expect(try await values() == expected)
  }

  @Test(
    "An invalid value is refused, and nothing changes",
    arguments: [
      (#"{"language":"english"}"#, "language: 'english' is not a language code"),
      (#"{"memoDays":0}"#, "memoDays: use a number of days from 1 to 36500, or null"),
      (#"{"trashDays":"30"}"#, "trashDays: use a number of days from 1 to 36500, or null"),
      (#"{"language":7}"#, "language: use a string"),
      (#"{"vocabulary":7}"#, "vocabulary: use a list of strings"),
      (#"{"engineKey":"/key"}"#, "'engineKey' can only be set on the server"),
      (
        #"{"model":"huge"}"#,
        "model: the speech engine has no model 'huge': use default, a folder with a model, or one"
      ),
      (#"{"model":"/etc"}"#, "model: a folder can only be set on the server"),
      (#"{"engine":"/bin/sh"}"#, "'engine' can only be set on the server"),
      (#"{"theme":"dark"}"#, "'theme' can only be set on the server"),
      (#"{"colour":"red"}"#, "unknown setting 'colour': use one of language, languages, memoDays"),
    ])
  func refused(json: String, reason: String) async throws {
    let both = #"{"speakers":"on","# + json.dropFirst()
    let reply = try await change(both)
    #expect(reply.status == .unprocessableContent)
    #expect(try reply.json(ServerProblem.self).detail.hasPrefix(reason), "\(reply.text)")
    #expect(try await values() == Self.defaults)
  }

  @Test("A stale update is refused")
  func changedMeanwhile() async throws {
    let tag = try #require(try await site.send(.get, "/api/settings").headers["ETag"])
    #expect(try await change(#"{"language":"de"}"#, headers: ["If-Match": tag]).status == .ok)
    #expect(
      try await change(#"{"language":"fr"}"#, headers: ["If-Match": tag]).status
        == .preconditionFailed)
    #expect(try await values()["language"] == .text("de"))
  }
}
