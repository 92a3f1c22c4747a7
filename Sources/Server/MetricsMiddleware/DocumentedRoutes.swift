import Foundation
import HTTPMessages
import OpenAPI

/// The routes of the OpenAPI document, which are all that the server has.
enum DocumentedRoutes {
  /// The label of all paths without a route, so that clients can't add labels.
  static let other = "other"

  /// The statuses that any route may have, besides its own for success.
  private static let commonStatuses: [HTTPStatus] = [
    .unauthorized, .misdirectedRequest, .tooManyRequests, .clientClosedRequest,
    .internalServerError,
  ]

  static let names = Array(paths.keys) + [other]

  static let requests: [UsageMetrics.Request] = paths.flatMap { route, operations in
    operations.flatMap { method, statuses in
      statuses.union(commonStatuses.map(\.rawValue)).map {
        UsageMetrics.Request(route: route, method: method, status: $0)
      }
    }
  }

  private static let paths: [String: [String: Set<Int>]] = {
    let document = try? JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes))
    let paths = (document as? [String: Any])?["paths"] as? [String: [String: Any]] ?? [:]
    return paths.mapValues { item in
      item.reduce(into: [:]) { operations, field in
        guard
          let responses = (field.value as? [String: Any])?["responses"] as? [String: Any]
        else { return }
        operations[field.key.uppercased()] = Set(
          responses.keys.compactMap { Int($0) }.filter { $0 < 300 })
      }
    }
  }()

  private struct Node {
    var children: [String: Node] = [:]
    var name: String?

    mutating func insert(_ name: String, at parts: ArraySlice<String>) {
      guard let part = parts.first
      else { return self.name = name }
      children[part.hasPrefix("{") ? "{}" : part, default: Node()].insert(
        name, at: parts.dropFirst())
    }

    func name(at parts: ArraySlice<String>) -> String? {
      guard let part = parts.first
      else { return name }
      return [part, "{}"].lazy.compactMap { children[$0]?.name(at: parts.dropFirst()) }.first
    }
  }

  private static let root = paths.keys.reduce(into: Node()) { root, name in
    root.insert(name, at: parts(of: name[...]))
  }

  static func route(ofPath path: Substring) -> String { root.name(at: parts(of: path)) ?? other }

  private static func parts(of path: Substring) -> ArraySlice<String> {
    path.split(separator: "/").map { part in
      part.utf8.contains(UInt8(ascii: "%")) ? part.removingPercentEncoding ?? "" : String(part)
    }[...]
  }
}
