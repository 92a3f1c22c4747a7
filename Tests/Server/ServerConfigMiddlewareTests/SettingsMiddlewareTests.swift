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

  private func values() async throws -> [String: String] {
    try await site.send(.get, "/api/settings").json([String: String].self)
  }

  private static let defaults = [
    "language": "auto", "memo-days": "forever", "model": "default", "speakers": "off",
    "trash-days": "forever", "vocabulary": "",
  ]

  @Test("An update changes only the named settings")
  func changes() async throws {
    #expect(try await values() == Self.defaults)
    let reply = try await change(
      #"{"language":"DE","trash-days":"30","vocabulary":"Kubernetes, kubectl","model":"tiny.en"}"#)
    #expect(reply.status == .ok)
    let expected = [
      "language": "de", "memo-days": "forever", "model": "tiny.en", "speakers": "off",
      "trash-days": "30", "vocabulary": "Kubernetes, kubectl",
    ]
    #expect(try reply.json([String: String].self) == expected)
    #expect(try await values() == expected)
    #expect(try await change(#"{"trash-days":null,"language":"auto"}"#).status == .ok)
    #expect(try await values()["trash-days"] == "forever")
    #expect(try await values()["language"] == "auto")
    #expect(try await values()["model"] == "tiny.en")
  }

  @Test(
    "An invalid value is refused as on the command line, and nothing changes",
    arguments: [
      (#"{"language":"english"}"#, "language: 'english' is not a language code"),
      (#"{"memo-days":"0"}"#, "memo-days: '0' is not a number of days: use one from 1 to 36500"),
      (
        #"{"model":"huge"}"#,
        "model: the speech engine has no model 'huge': use default, a folder with a model, or one"
      ),
      (#"{"model":"/etc"}"#, "model: a folder can only be set on the server"),
      (#"{"engine":"/bin/sh"}"#, "'engine' can only be set on the server"),
      (#"{"theme":"dark"}"#, "'theme' can only be set on the server"),
      (#"{"colour":"red"}"#, "unknown setting 'colour': use one of language, memo-days"),
    ])
  func refused(json: String, reason: String) async throws {
    let both = #"{"vocabulary":"x","# + json.dropFirst()
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
    #expect(try await values()["language"] == "de")
  }
}
