import Build
import DatabaseClient
import Dependencies
import Foundation
import MCPCore
import SharedModels

/// A library of three memos, and an agent that uses it.
struct MCPLibrary {
  static let ids = (1...3).map { "a0000000-0000-0000-0000-00000000000\($0)" }

  let database: DatabaseClient

  init() {
    database = .inMemory([
      Self.memo(0, "Budget", "We agreed on the budget. Please send it tomorrow.", day: 1),
      Self.memo(1, "Garden", "The roses need water. The budget does not.", day: 2),
      Self.memo(2, "Trip", "Pack the tent", day: 3),
    ])
  }

  private static func memo(
    _ index: Int, _ title: String, _ text: String, day: Double
  ) -> TranscribedMemo {
    var recording = Recording.preview(
      id: UUID(uuidString: ids[index]).map(Recording.ID.init(rawValue:)) ?? Recording.mock.id,
      title: title, date: Date(timeIntervalSince1970: 1_767_225_600 + 86_400 * (day - 0.5)))
    recording.tags = index == 0 ? ["Work"] : []
    return TranscribedMemo(
      recording: recording, transcription: .preview(text, perWord: .seconds(1)))
  }

  /// The response to a message, as an object.
  func answer(
    _ message: String, allowsChanges: Bool = false, headers: MCPHeaders? = nil,
    update: (inout DependencyValues) -> Void = { _ in }
  ) async throws -> (answer: MCPResponse, object: [String: Any])? {
    try await answer(
      Array(message.utf8), allowsChanges: allowsChanges, headers: headers, update: update)
  }

  func answer(
    _ message: [UInt8], allowsChanges: Bool = false, headers: MCPHeaders? = nil,
    update: (inout DependencyValues) -> Void = { _ in }
  ) async throws -> (answer: MCPResponse, object: [String: Any])? {
    let answer = await withDependencies {
      $0.build = .testValue
      $0.database = database
      update(&$0)
    } operation: {
      await MCPServer(allowsChanges: allowsChanges).answer(
        to: message, headers: headers)
    }
    guard let answer
    else { return nil }
    let object = try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any]
    return (answer, object ?? [:])
  }

  /// The responses to a batch; `nil` if there is nothing to answer.
  func answers(
    to messages: [String], version: String? = nil, headers: MCPHeaders? = nil,
    allowsChanges: Bool = false, batchByteLimit: Int = 1 << 20
  ) async throws -> [[String: Any]]? {
    let answer = await withDependencies {
      $0.build = .testValue
      $0.database = database
    } operation: {
      await MCPServer(allowsChanges: allowsChanges, batchByteLimit: batchByteLimit).answer(
        to: Array("[\(messages.joined(separator: ", "))]".utf8), headers: headers, version: version)
    }
    guard let answer
    else { return nil }
    let value = try JSONSerialization.jsonObject(with: Data(answer.bytes))
    return value as? [[String: Any]] ?? [value as? [String: Any] ?? [:]]
  }

  /// A tool's result, and whether it has failed.
  func call(
    _ tool: String, _ arguments: String, allowsChanges: Bool = false,
    update: (inout DependencyValues) -> Void = { _ in }
  ) async throws -> (output: [String: Any], text: String, isError: Bool) {
    let object =
      try await answer(
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call",\
        "params":{"name":"\(tool)","arguments":\(arguments)}}
        """, allowsChanges: allowsChanges, update: update)?.object ?? [:]
    let result = object["result"] as? [String: Any] ?? [:]
    let content = (result["content"] as? [[String: Any]])?.first ?? [:]
    return (
      result["structuredContent"] as? [String: Any] ?? [:], content["text"] as? String ?? "",
      result["isError"] as? Bool ?? true
    )
  }
}

/// A request of the newest revision.
func stateless(
  _ method: String, _ params: String = "", version: String = #""2026-07-28""#
) -> String {
  """
  {"jsonrpc":"2.0","id":"a","method":"\(method)","params":{\(params)"_meta":{\
  "io.modelcontextprotocol/protocolVersion":\(version),\
  "io.modelcontextprotocol/clientCapabilities":{}}}}
  """
}
