import Foundation
import HTTPMessages
import OpenAPI
import ServerRouter
import SharedModels
import Testing
import TranscriptExport
import URLRouting

/// Compares the OpenAPI document with the router, in both directions.
struct DocumentedRoutesTests {
  private struct Operation: Equatable {
    let id: String
    let path: String
    let method: String
    let scope: String?
    /// The names of the query items.
    let query: [String]
  }

  private func operations() throws -> [Operation] {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes)) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    return paths.flatMap { path, item in
      item.filter { $0.key != "parameters" }.map { method, operation in
        let operation = operation as? [String: Any]
        let security = operation?["security"] as? [[String: [String]]]
        let parameters = operation?["parameters"] as? [[String: Any]] ?? []
        return Operation(
          id: operation?["operationId"] as? String ?? "", path: path, method: method.uppercased(),
          scope: security?.first?["token"]?.first,
          query: parameters.filter { $0["in"] as? String == "query" }
            .compactMap { $0["name"] as? String })
      }
    }
  }

  /// Returns the path with a file or an ID for each placeholder.
  private func target(_ path: String) -> String {
    path.replacing("{file}", with: "style.css").replacing("{version}", with: "1").replacing(
      /\{[a-z]+\}/, with: Recording.mock.id.rawValue.uuidString.lowercased())
  }

  @Test("The document lists exactly the routes, with their scopes")
  func bothWays() throws {
    var rest = try operations()
    for route in EveryRoute.all {
      let data = try ServerRouter().request(for: route)
      let path = data.target.prefix { $0 != "?" }
        .replacing("any.model", with: Recording.mock.id.rawValue.uuidString.lowercased())
        .replacing(
          "checksums/\(Recording.mock.audio.sha256)",
          with: "checksums/\(Recording.mock.id.rawValue.uuidString.lowercased())"
        )
        .replacing(
          Transcription.mock.id.rawValue.uuidString.lowercased(),
          with: Recording.mock.id.rawValue.uuidString.lowercased())
      let index = rest.firstIndex {
        $0.method == data.method.rawValue && target($0.path) == path
      }
      let operation = rest.remove(
        at: try #require(index, "\(data.method.rawValue) \(path) is in the document"))
      #expect(operation.scope == route.scope?.rawValue, "\(path)")
    }
    #expect(rest.isEmpty)
  }

  @Test("Each operation has a unique id that begins with a verb")
  func operationIDs() throws {
    let verbs: Set = [
      "add", "append", "begin", "cancel", "change", "check", "claim", "connect", "delete", "edit",
      "end", "find", "finish", "forget", "get", "link", "list", "remember", "remove", "renew",
      "request", "restore", "revoke", "search", "send", "start", "stream", "transcribe",
      "translate", "trash",
    ]
    let operations = try operations()
    for operation in operations {
      let verb = operation.id.prefix { $0.isLowercase }
      #expect(verbs.contains(String(verb)), "\(operation.method) \(operation.path)")
    }
    #expect(Set(operations.map(\.id)).count == operations.count)
  }

  @Test(
    "All formats of transcripts are documented, with their media types",
    arguments: ["/api/memos/{memo}/transcript", "/s/{secret}/transcript"])
  func formats(path: String) throws {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes)) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    let operation = try #require(paths[path]?["get"] as? [String: Any])
    let parameters = try #require(operation["parameters"] as? [[String: Any]])
    let schema = try #require(
      parameters.first { $0["name"] as? String == "format" }?["schema"] as? [String: Any])
    #expect(schema["enum"] as? [String] == ExportFormat.allCases.map(\.rawValue))
    let responses = try #require(operation["responses"] as? [String: [String: Any]])
    let types = try #require(responses["200"]?["content"] as? [String: Any]).keys
    #expect(
      Set(types) == Set(ExportFormat.allCases.map { String($0.mediaType.prefix { $0 != ";" }) }))
  }

  @Test("The document's version begins with the API version")
  func version() throws {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes)) as? [String: Any])
    let info = try #require(document["info"] as? [String: Any])
    let version = try #require(info["version"] as? String)
    #expect(version.prefix { $0 != "." } == "\(ServerDescription.currentAPIVersion)")
  }

  @Test("Each documented parameter exists")
  func parameters() throws {
    for operation in try operations() {
      for name in operation.query {
        #expect(throws: Never.self, "\(operation.path)?\(name)") {
          do {
            let data = try RouteData(
              method: HTTPMethod(rawValue: operation.method),
              target: "\(target(operation.path))?\(name)=no+such+value")
            _ = try ServerRouter().match(data)
          } catch RouteError.malformed(let reason) where reason.contains("invalid value") {
            // A known parameter with an invalid value.
          }
        }
      }
    }
  }
}
